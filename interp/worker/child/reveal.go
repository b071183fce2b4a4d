package child

import (
	"fmt"
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A value of a cell's type comes to compiled code in a box of package rt. What
// shows values must see into it.

// reveal returns what to show for v: a value that renders itself as v would if
// it were compiled.
func reveal(v any) any {
	o, ok := rt.Unboxed(v)
	switch {
	case !ok:
		return v
	case o.IsNil():
		return nil
	}
	text := func(mime string, render func() string) any {
		return rendered{printed{o}, func() (map[string]any, error) { return map[string]any{mime: render()}, nil }}
	}
	if w, ok := own[display.MIMEBundler](v); ok {
		return rendered{printed{o}, w.MIMEBundle}
	}
	if w, ok := own[display.HTMLer](v); ok {
		return text(display.MIMEHTML, w.HTML)
	}
	if w, ok := own[display.Markdowner](v); ok {
		return text(display.MIMEMarkdown, w.Markdown)
	}
	if w, ok := own[display.SVGer](v); ok {
		return text(display.MIMESVG, w.SVG)
	}
	if w, ok := own[display.Reporter](v); ok {
		return reported{printed{o}, w}
	}
	if r, ok := o.Records(); ok {
		return records{printed{o}, r}
	}
	return printed{o}
}

func revealAll(values []any) []any {
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = reveal(v)
	}
	return shown
}

// own returns v as one of the interface I, if it has its methods.
func own[I any](v any) (I, bool) {
	w, ok := rt.Wrap(v, (*I)(nil))
	if !ok {
		var none I
		return none, false
	}
	i, ok := w.(I)
	return i, ok
}

// printed is a value as text: with the names of its fields, or for its type where
// there is only an address to print, unless it says itself how it is printed.
type printed struct{ value rt.Obj }

func (p printed) Format(s fmt.State, verb rune) {
	switch {
	case verb != 'v' || s.Flag('#') || p.value.Prints():
		p.value.Format(s, verb)
	case p.value.IsAddress():
		io.WriteString(s, p.value.TypeName())
	default:
		fmt.Fprintf(s, "%+v", p.value)
	}
}

// rendered is a value that says itself how it looks.
type rendered struct {
	printed
	bundle func() (map[string]any, error)
}

func (r rendered) MIMEBundle() (map[string]any, error) { return r.bundle() }

// reported is a value that has a report.
type reported struct {
	printed
	display.Reporter
}

// records is a slice of structs.
type records struct {
	printed
	rt.Records
}
