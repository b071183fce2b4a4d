package cell

import (
	"go/token"
	"strings"
)

// A cell that begins with a package clause is a whole file that has been pasted. Its imports
// and declarations are the cell's, and its function main is called, since a file of package
// main is a program that is to run.

// clauseEnd returns the number of lexemes of the package clause with which a cell begins.
func clauseEnd(toks []lexeme) int {
	if len(toks) > 2 && toks[0].tok == token.PACKAGE && toks[1].tok == token.IDENT && toks[2].tok == token.SEMICOLON {
		return 3
	}
	return 0
}

// paste adds the edits of a pasted file to the edits of a cell: its clause goes, and main
// is called at its end, unless the cell has other statements.
func (s *Source) paste() {
	toks, errs := scan(s)
	if len(errs) > 0 || clauseEnd(toks) == 0 {
		return
	}
	s.pasted = s.Code[toks[1].off:toks[1].end]
	if s.pasted == "main" && s.callsMain() {
		s.Edits = append(s.Edits, Edit{Off: len(s.Code), End: len(s.Code), Text: "\nmain()\n", At: toks[0].off})
	}
	s.Edits = append([]Edit{{Off: toks[0].off, End: toks[1].end, At: toks[0].off}}, s.Edits...)
}

// callsMain reports whether a file declares a function main, and its cell does nothing else
// than to declare.
func (s *Source) callsMain() bool {
	chunks, errs := split(s)
	if len(errs) > 0 {
		return false
	}
	found := false
	for _, c := range chunks {
		toks, _ := scan(&Source{Code: c.text()})
		switch {
		case c.kind == StmtChunk && toks[0].tok != token.VAR:
			return false
		case c.kind == DeclChunk && strings.HasPrefix(plainText(c.text()), "func main ( ) {"):
			found = true
		}
	}
	return found
}

// notice returns a message about the effect of a pasted file.
func (s *Source) notice() string {
	text := s.Label + " is a whole file of package " + s.pasted + ": its imports and declarations are the session's from now on"
	if s.origin != nil && strings.HasSuffix(s.Code, "\nmain()\n") {
		text += ", and main is called"
	}
	return text
}
