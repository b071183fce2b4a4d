package display

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Charts holds the charts of a value in a form that answers to the pointer.
type Charts struct{ of any }

// Interactive returns the charts of a value that has some: a result of nvsd, or another
// [Reporter], a report, or a chart of one. A page that knows Vega-Lite, such as JupyterLab,
// shows a mark's numbers under the pointer, zooms into what is dragged (a double click
// returns), and tells apart what is clicked in a legend. Other pages, and printed ones, show the
// charts as they are shown without it. Tables are left out. Showing a value that has no chart is
// an error.
func Interactive(v any) Charts { return Charts{of: v} }

// MIMEBundle renders the charts as Vega-Lite, as SVG and PDF, and in words. It has no HTML, which
// JupyterLab would prefer.
func (c Charts) MIMEBundle() (map[string]any, error) {
	var charts []report.Part
	switch v := c.of.(type) {
	case Reporter:
		charts = v.Report().Charts()
	case report.Report:
		charts = v.Charts()
	case report.Part:
		charts = report.Report{v}.Charts()
	}
	if len(charts) == 0 {
		return nil, fmt.Errorf("display: a value of type %s has no chart to be interactive: give a result of nvsd, or a chart of package report", typeName(c.of))
	}
	spec, err := viz.VegaLite(charts...)
	if err != nil {
		return nil, err
	}
	f, err := viz.OfReport(charts)
	if err != nil {
		return nil, err
	}
	data := map[string]any{MIMEVegaLite: spec, MIMEText: f.String()}
	return data, addPictures(data, []*viz.Figure{f})
}
