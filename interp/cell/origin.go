package cell

import "strings"

// An Edit is a part of a cell that is no Go, such as a magic line, with the Go in its
// place.
type Edit struct {
	Off, End int    // the bytes of Source.Code that Text replaces
	Text     string // lines of Go, in which names may have the [Mark]
	At       int    // the place in Source.Code that messages about Text name
	// Trailing reports whether Text only ends what the statement before it began.
	// That statement then remains the last one of the cell, which is displayed.
	Trailing bool
}

// An origin maps the text that is parsed to the user's code.
type origin struct {
	code string // as the user wrote it
	made []insertion
}

// An insertion is the text of an Edit in the text that is parsed.
type insertion struct {
	from, to int
	edit     *Edit
}

// expand puts the Go of the edits into the code.
func (s *Source) expand() {
	s.paste()
	if len(s.Edits) == 0 {
		return
	}
	s.origin = &origin{code: s.Code}
	var b strings.Builder
	last := 0
	for i := range s.Edits {
		e := &s.Edits[i]
		b.WriteString(s.Code[last:e.Off])
		s.origin.made = append(s.origin.made, insertion{b.Len(), b.Len() + len(e.Text), e})
		b.WriteString(e.Text)
		last = e.End
	}
	b.WriteString(s.Code[last:])
	s.Code, s.Edits = b.String(), nil
}

// original returns the code as the user wrote it, and the place in it of the byte off of
// the text that is parsed.
func (s *Source) original(off int) (code string, at int) {
	if s.origin == nil {
		return s.Code, off
	}
	at = off
	for _, m := range s.origin.made {
		switch {
		case off < m.from:
			return s.origin.code, at
		case off < m.to:
			return s.origin.code, m.edit.At
		}
		at = m.edit.End + off - m.to
	}
	return s.origin.code, at
}

// editAt returns the edit that has made the byte off, or nil.
func (s *Source) editAt(off int) *Edit {
	if s.origin != nil {
		for _, m := range s.origin.made {
			if m.from <= off && off < m.to {
				return m.edit
			}
		}
	}
	return nil
}

// Fault is an error at the byte off of a source that has not been checked.
func Fault(src Source, off int, msg string) *Errors {
	return &Errors{Label: src.Label, List: []Error{src.errorAt(off, msg)}}
}
