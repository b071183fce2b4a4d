package display

import "io"

// Page shows a value in the front end's pager, apart from the cell. The notebook does
// not keep it. A Go program prints the value.
func Page(v any) error { return terminal().Page(v) }

// Page shows a value in the pager.
func (f *FrontEnd) Page(v any) error {
	b, err := f.render(v)
	if err != nil {
		return err
	}
	return f.sink.Emit(Paged{b})
}

// Paged is a bundle in the pager.
type Paged struct{ Bundle Bundle }

func (e Paged) print(w io.Writer) error { return e.Bundle.print(w) }
