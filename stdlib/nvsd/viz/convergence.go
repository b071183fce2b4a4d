package viz

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Convergence draws a measure that a solver drives to 0 over its iterations, on a logarithmic
// axis, and below it the objective with the lower bounds of its minimum. A dashed line is
// where the run may end. From 100 iterations on, their axis is logarithmic too.
//
// A step without a positive number has no place on the upper axis; the caption counts these
// steps. It is an error when there is no step, when lengths disagree, when iterations do not
// rise, and when no step has a number to draw.
func Convergence(chart report.Convergence) (*Figure, error) {
	r := convergence{chart: chart}
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := r.measure(); err != nil {
		return nil, err
	}
	head := header{title: clean(chart.Title), entries: r.key()}
	f := &Figure{
		width:  defaultWidth,
		height: 2*margin + head.height() + fallsHeight + stripGap + objectiveHeight + belowPane + titleLine,
		title:  clean(chart.Title),
		desc:   r.inWords(),
		draw:   func(c draw.Canvas) { r.draw(head.draw(c)) },
	}
	switch n := len(chart.Falls) - len(r.falls); n {
	case 0:
	case 1:
		f.caption = fmt.Sprintf("1 step has no %s above 0 that could be drawn.", clean(chart.Measure))
	default:
		f.caption = fmt.Sprintf("%d steps have no %s above 0 that could be drawn.", n, clean(chart.Measure))
	}
	return f, nil
}

const (
	fallsHeight     = vg.Length(170)
	objectiveHeight = vg.Length(110)
)

// convergence is the layout of the steps of a report.Convergence that can be drawn, and their scales.
type convergence struct {
	chart               report.Convergence
	at, falls           []float64 // the steps with a place on the upper axis
	objectiveAt         []float64 // those with an objective, and those with a bound
	objectives          []float64
	boundAt, bounds     []float64
	x, upper, objective scale
}

func (r *convergence) check() error {
	c := r.chart
	n := len(c.Iterations)
	if n == 0 || len(c.Falls) != n || len(c.Objective) != n || c.Bound != nil && len(c.Bound) != n {
		return fmt.Errorf("viz: a run of %d iterations has %d steps of its %s, %d objectives and %d bounds: as many are needed, and one at least",
			n, len(c.Falls), c.Measure, len(c.Objective), len(c.Bound))
	}
	for k, i := range c.Iterations {
		if i < 0 || k > 0 && i <= c.Iterations[k-1] {
			return fmt.Errorf("viz: the iterations %v do not rise from 0 or more", c.Iterations)
		}
	}
	if c.Level != nil && (!(c.Level.Value > 0) || !drawable(c.Level.Value)) {
		return fmt.Errorf("viz: the mark %q is at %v: it must be positive and below 1e300", c.Level.Text, c.Level.Value)
	}
	return nil
}

// measure sets the steps that are drawn, and the scales.
func (r *convergence) measure() error {
	c := r.chart
	upper, objective := nowhere, nowhere
	for k, i := range c.Iterations {
		at := float64(i)
		if v := c.Falls[k]; v > 1/largest && drawable(v) {
			r.at, r.falls = append(r.at, at), append(r.falls, v)
			upper = upper.with(v)
		}
		if v := c.Objective[k]; drawable(v) {
			r.objectiveAt, r.objectives = append(r.objectiveAt, at), append(r.objectives, v)
			objective = objective.with(v)
		}
	}
	if len(r.falls) == 0 || len(r.objectives) == 0 {
		return fmt.Errorf("viz: none of %d steps has a positive %s and an objective", len(c.Iterations), c.Measure)
	}
	// Bounds begin far below. Those are drawn that are near the objectives.
	reach := objective.hi - objective.lo + 0.05*math.Abs(objective.lo)
	for k, v := range c.Bound {
		if drawable(v) && v >= objective.lo-reach {
			r.boundAt, r.bounds = append(r.boundAt, float64(c.Iterations[k])), append(r.bounds, v)
		}
	}
	objective = objective.with(r.bounds...)
	if c.Level != nil {
		upper = upper.with(c.Level.Value)
	}
	r.upper, r.objective = logarithmic(upper.lo/1.5, upper.hi*1.5), roomy(objective.lo, objective.hi)
	first, last := float64(c.Iterations[0]), float64(c.Iterations[len(c.Iterations)-1])
	switch {
	case first >= 1 && last >= 100:
		r.x = logarithmic(first, last)
	case first == last:
		r.x = roomy(first, last)
	default:
		r.x = scale{lo: first, hi: last}
	}
	return nil
}

func (r *convergence) draw(c draw.Canvas) {
	upper, lower := clean(r.chart.Measure), "objective"
	left := max(leftOf(r.upper, fallsHeight, upper), leftOf(r.objective, objectiveHeight, lower))
	box := vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: c.Max.Y - fallsHeight}, Max: vg.Point{X: c.Max.X - 6, Y: c.Max.Y}}
	p := newPane(c, box, r.x, r.upper)
	p.axisY(upper, left)
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	if level := r.chart.Level; level != nil {
		p.StrokeLine2(markStyle, p.Min.X, p.atY(level.Value), p.Max.X, p.atY(level.Value))
	}
	p.steps(curveStyle, r.at, r.falls)

	box.Max.Y = box.Min.Y - stripGap
	box.Min.Y = box.Max.Y - objectiveHeight
	q := newPane(c, box, r.x, r.objective)
	q.axisY(lower, left)
	q.axisX(r.xTitle())
	q.steps(boundStyle, r.boundAt, r.bounds)
	q.steps(curveStyle, r.objectiveAt, r.objectives)
}

var boundStyle = draw.LineStyle{Color: palette(1), Width: 1.25}

// steps draws numbers as discs and lines between them. Discs that are many would hide the line.
func (p pane) steps(style draw.LineStyle, x, y []float64) {
	places := p.line(x, y)
	p.StrokeLines(style, simple(places, maxCorners))
	if len(places) <= maxCorners {
		discs(p.Canvas, 2, style.Color, places)
	}
}

func (r *convergence) xTitle() string {
	if r.x.log {
		return "iteration (logarithmic)"
	}
	return "iteration"
}

func (r *convergence) key() []entry {
	stroke := func(style draw.LineStyle) func(draw.Canvas, vg.Rectangle) {
		return func(c draw.Canvas, box vg.Rectangle) {
			mid := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
			c.StrokeLine2(style, box.Min.X, mid.Y, box.Max.X, mid.Y)
			discs(c, 2, style.Color, []vg.Point{mid})
		}
	}
	entries := []entry{{mark: stroke(curveStyle), text: clean(r.chart.Measure) + ", and the objective"}}
	if len(r.bounds) > 0 {
		entries = append(entries, entry{mark: stroke(boundStyle), text: "lower bound of the least objective"})
	}
	if r.chart.Level != nil {
		entries = append(entries, entry{mark: dashed, text: clean(r.chart.Level.Text)})
	}
	return entries
}

func (r *convergence) inWords() string {
	last := len(r.falls) - 1
	words := fmt.Sprintf("The %s goes from %s at iteration %s to %s at iteration %s. The objective ends at %s.", clean(r.chart.Measure),
		number(r.falls[0]), number(r.at[0]), number(r.falls[last]), number(r.at[last]), number(r.objectives[len(r.objectives)-1]))
	if r.chart.Level != nil {
		words += fmt.Sprintf(" The dashed line: %s.", clean(r.chart.Level.Text))
	}
	return words
}
