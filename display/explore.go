package display

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A Stepper is a result in steps, such as the path of a Spec: a report for each of its fits.
type Stepper interface {
	Steps() int
	// Step returns what there is to see at step i, from 0.
	Step(i int) report.Report
	// Label returns what step i is called, such as its tau with the name.
	Label(i int) string
}

// An Exploration is a slider over the steps of a result, with the report of one step below it.
type Exploration struct {
	steps  Stepper
	slider *widget.ChoiceControl
	all    *widget.Box
}

// Explore returns a slider over the steps of a result, such as a path, and below it the report
// of the step at which the slider stands:
//
//	display.Explore(spec.Path(data, 50))
//
// Where there is no live kernel, some steps are shown side by side. It is an error when there
// are no steps.
func (f *FrontEnd) Explore(s Stepper) (*Exploration, error) {
	if s.Steps() == 0 {
		return nil, errors.New("display: there is nothing to explore: the result has no steps")
	}
	labels := make([]string, s.Steps())
	for i := range labels {
		labels[i] = s.Label(i)
	}
	kit := f.sink.Widgets()
	e := &Exploration{steps: s, slider: kit.SliderOver(labels...)}
	if err := e.slider.SetIndex(len(labels) / 2); err != nil {
		return nil, err
	}
	area := kit.Output()
	e.all = kit.VBox(e.slider.Wide(), area)
	return e, area.Follow(e.slider, func(i int) any { return s.Step(i) })
}

// Explore returns a slider over the steps of a result, such as a path, and below it the report
// of the step at which the slider stands:
//
//	display.Explore(path)
//
// Where there is no live kernel, some steps are shown side by side. It is an error when there
// are no steps.
func Explore(s Stepper) (*Exploration, error) { return terminal().Explore(s) }

// mostMultiples is how many steps are shown side by side.
const mostMultiples = 6

// MIMEBundle implements [MIMEBundler].
func (e *Exploration) MIMEBundle() (map[string]any, error) {
	data, err := e.all.MIMEBundle()
	if err != nil {
		return nil, err
	}
	data[MIMEText], data[MIMEHTML] = e.String(), e.multiples()
	return data, nil
}

// String returns the reports of some steps as text.
func (e *Exploration) String() string {
	var texts []string
	for _, i := range report.Evenly(e.steps.Steps(), mostMultiples) {
		texts = append(texts, e.steps.Label(i)+"\n"+e.steps.Step(i).String())
	}
	return strings.TrimRight(strings.Join(texts, "\n"), "\n")
}

// multiples returns some steps as HTML, side by side as far as the page is wide. A column has
// the width of a drawing, which is not to be cut.
func (e *Exploration) multiples() string {
	var b strings.Builder
	shown := report.Evenly(e.steps.Steps(), mostMultiples)
	fmt.Fprintf(&b, "<div style=\"display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%%,46em),1fr));gap:1em\">\n")
	for _, i := range shown {
		fmt.Fprintf(&b, "<section style=\"min-width:0;overflow-x:auto\">\n<p style=%q>%s</p>\n%s</section>\n",
			captionStyle, html.EscapeString(e.steps.Label(i)), reportHTML(e.steps.Step(i)))
	}
	b.WriteString("</div>\n")
	if all := e.steps.Steps(); len(shown) < all {
		b.WriteString(noteHTML(fmt.Sprintf("%d of %d steps; a live notebook has a slider over all of them", len(shown), all)))
	}
	return b.String()
}

// reportHTML returns a report as HTML alone.
func reportHTML(r report.Report) string {
	var b strings.Builder
	for _, part := range r {
		if t, ok := part.(report.Table); ok {
			b.WriteString(tableHTML(t))
			continue
		}
		chart, err := viz.Draw(part)
		if err != nil {
			b.WriteString(noteHTML("no chart: " + err.Error()))
			continue
		}
		b.WriteString(figureHTML(chart))
	}
	return b.String()
}
