package display

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// NewPage returns the page behind sink, as widgets need it.
func NewPage(sink Sink) widget.Page { return page{sink} }

type page struct{ sink Sink }

// Render implements [widget.Page]. It leaves out of a report what only exported documents
// need, because it is called at every step of a slider.
func (p page) Render(v any) (data, metadata map[string]json.RawMessage, err error) {
	if r, ok := v.(report.Report); ok {
		return Bundle{Data: map[string]any{MIMEHTML: reportHTML(r), MIMEText: r.String()}}.JSON()
	}
	b, err := Render(p.sink.Reveal(v))
	if err != nil {
		return nil, nil, err
	}
	return b.JSON()
}

// Begin implements [widget.Page].
func (p page) Begin() error { return p.sink.Emit(Cleared{Wait: true}) }

// End implements [widget.Page]. Output without data shows nothing, and like any other it
// removes the output before it.
func (p page) End() error { return p.sink.Emit(Shown{}) }
