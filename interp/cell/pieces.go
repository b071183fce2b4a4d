package cell

// A Piece is a top-level piece of a cell: an import, a declaration or a statement.
type Piece struct {
	Off, End int // its bytes in the code
	Kind     ChunkKind
	List     bool // it is several values, a, b, which are no statement of Go
	Ended    bool // a written semicolon follows, so that its value is not displayed
}

// Pieces returns the pieces of a cell that has no magics, in order. If a piece is no Go, the
// error is an [*Errors].
func Pieces(src Source) ([]Piece, error) {
	chunks, errs := split(&src)
	if len(errs) > 0 {
		return nil, newErrors(src.Label, errs)
	}
	smap := newSourceMap()
	pieces := make([]Piece, len(chunks))
	for i, c := range chunks {
		if _, errs := smap.parse(c); len(errs) > 0 {
			return nil, newErrors(src.Label, errs)
		}
		pieces[i] = Piece{c.off, c.end, c.kind, c.list, c.semi}
	}
	return pieces, nil
}
