package display

import "io"

// Page shows a value apart from the cell, in the front end's pager, which the
// notebook does not keep. In a Go program it prints the value.
func Page(v any) error { return terminal().Page(v) }

// Page shows a value in the pager.
func (s *Session) Page(v any) error {
	b, err := s.render(v)
	if err != nil {
		return err
	}
	return s.sink.Emit(Paged{b})
}

// Paged is a bundle apart from the cell, in the pager.
type Paged struct{ Bundle Bundle }

func (e Paged) print(w io.Writer) error { return e.Bundle.print(w) }
