package display

// Page shows a value apart from the cell, in the front end's pager, which the
// notebook does not keep. In a Go program it prints the value.
func Page(v any) error { return terminal().Page(v) }

// Page shows a value in the pager.
func (s *Session) Page(v any) error {
	b, err := Render(v)
	if err != nil {
		return err
	}
	return s.sink.Page(b)
}

func (t textSink) Page(b Bundle) error { return t.Display(b, "", false) }
