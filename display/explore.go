package display

import (
	"errors"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Stepper is a result in steps, such as the path of a Spec: a report for each of its fits.
type Stepper interface {
	Steps() int
	// Step returns the report of step i, from 0.
	Step(i int) report.Report
	// Label returns the name of step i, such as its tau with the name.
	Label(i int) string
	// Outline returns the report for a page without a slider, such as some steps side by side.
	Outline() report.Report
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
// Where there is no live kernel, the outline of the result is shown. It is an error when there
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
// Where there is no live kernel, the outline of the result is shown. It is an error when there
// are no steps.
func Explore(s Stepper) (*Exploration, error) { return terminal().Explore(s) }

// MIMEBundle implements [MIMEBundler].
func (e *Exploration) MIMEBundle() (map[string]any, error) {
	outline, err := renderReport(e.steps.Outline())
	if err != nil {
		return nil, err
	}
	return e.all.Outlined(outline)
}

// String returns the outline of the result as text.
func (e *Exploration) String() string { return e.steps.Outline().String() }

// reportHTML returns a report as HTML alone.
func reportHTML(r report.Report) string {
	var b strings.Builder
	for _, part := range r {
		markup, _, _ := partHTML(part)
		b.WriteString(markup)
	}
	return b.String()
}
