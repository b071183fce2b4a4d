package widget

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Note is text beside controls, which the program changes.
type Note struct {
	m      *model
	source bool // it is HTML
}

// Label returns a line of text.
func (k *Kit) Label(text string) *Note {
	return &Note{m: k.newModel("Label", state{"value": text, "description": ""})}
}

// HTML returns a piece of HTML, shown unchanged.
func (k *Kit) HTML(source string) *Note {
	return &Note{k.newModel("HTML", state{"value": source, "description": ""}), true}
}

// Set changes the text, or the HTML.
func (n *Note) Set(text string) { n.m.set(state{"value": text}) }

// MIMEBundle implements [Widget].
func (n *Note) MIMEBundle() (map[string]any, error) { return bundle(n) }

// String returns the text, or the source of the HTML.
func (n *Note) String() string { return get[string](n.m, "value") }

func (n *Note) base() *model { return n.m }

func (n *Note) page() string {
	if n.source {
		return n.String()
	}
	return paragraph(n.String())
}

// A Bar shows the progress of a task.
type Bar struct {
	m        *model
	from, to float64
}

// Progress returns a bar that is filled as far as [Bar.Set] says, between two numbers. It
// begins at from.
func (k *Kit) Progress(from, to float64) *Bar {
	b := &Bar{k.newModel("FloatProgress", state{
		"_view_name": "ProgressView", "value": from, "min": from, "max": to, "description": "",
	}), from, to}
	b.m.wrong = checkSpan("progress bar", from, to)
	return b
}

// Label sets the text before the bar.
func (b *Bar) Label(text string) *Bar { b.m.label(text); return b }

// Set fills the bar as far as value. A value outside of the bar fills it wholly, or not at
// all.
func (b *Bar) Set(value float64) {
	if !math.IsNaN(value) {
		b.m.set(state{"value": min(max(value, b.from), b.to)})
	}
}

// MIMEBundle implements [Widget].
func (b *Bar) MIMEBundle() (map[string]any, error) { return bundle(b) }

// String returns the label, the value and the ends of the bar.
func (b *Bar) String() string {
	return labelled(b.m, report.Number(get[float64](b.m, "value")), fmt.Sprintf("progress %s", span(b.from, b.to)))
}

func (b *Bar) base() *model { return b.m }
func (b *Bar) page() string { return paragraph(b.String()) }
