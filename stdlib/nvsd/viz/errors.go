package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Errors draws errors of prediction over a weight. The axis is logarithmic and falls from
// left to right, as that of [Path], so that models grow to the right. Bars of standard
// errors stop at 0. Series differ by their points and colours, of which there are seven, and choices by
// the dashes of their lines, of which there are three.
//
// A weight of 0 has no place on the axis and is left out. So are errors and weights that are
// not finite, which the caption counts. It is an error when there is no series, when no
// weight has an error, when lengths disagree, when a choice is at no weight, and when a
// number is negative.
func Errors(title, weight, errorName string, weights []float64, all []Series, choices ...Choice) (*Figure, error) {
	return drawErrors(report.Errors{Title: title, Weight: weight, Error: errorName, Weights: weights, Series: all, Choices: choices})
}

const (
	errorsHeight = vg.Length(300)
	inputsRow    = vg.Length(16) // for the numbers of inputs above the errors
)

func drawErrors(chart report.Errors) (*Figure, error) {
	if err := checkErrors(chart); err != nil {
		return nil, err
	}
	e, err := newErrorChart(chart)
	if err != nil {
		return nil, err
	}
	head := header{title: clean(chart.Title), entries: e.key()}
	height := errorsHeight + head.height()
	if chart.Inputs != nil {
		height += inputsRow
	}
	return &Figure{
		width:   defaultWidth,
		height:  height,
		draw:    func(c draw.Canvas) { e.draw(head.draw(c)) },
		caption: leftOutNote(e.bad, "error", "errors"),
		title:   clean(chart.Title),
		desc:    e.inWords(),
	}, nil
}

// The largest numbers of series and of choices.
const (
	maxSeries  = 7
	maxChoices = 3
)

func checkErrors(chart report.Errors) error {
	weights := chart.Weights
	switch {
	case len(chart.Series) == 0:
		return errEmpty
	case len(chart.Series) > maxSeries || len(chart.Choices) > maxChoices:
		return fmt.Errorf("viz: %d series and %d choices: no more than %d series and %d choices are told apart", len(chart.Series), len(chart.Choices), maxSeries, maxChoices)
	case chart.Inputs != nil && len(chart.Inputs) != len(weights):
		return fmt.Errorf("viz: %d numbers of inputs for %d weights", len(chart.Inputs), len(weights))
	}
	if l := chart.Limit; l != nil && (!(l.Value >= 0) || !drawable(l.Value)) {
		return fmt.Errorf("viz: the limit %q is at %v: limits are finite, below 1e300 and at least 0", l.Text, l.Value)
	}
	for i, w := range weights {
		if w < 0 {
			return fmt.Errorf("viz: weight %d is %v: weights are at least 0", i+1, w)
		}
	}
	for _, s := range chart.Series {
		if len(s.Y) != len(weights) || s.SE != nil && len(s.SE) != len(weights) {
			return fmt.Errorf("viz: %q has %d errors and %d bars for %d weights", s.Name, len(s.Y), len(s.SE), len(weights))
		}
		for i, y := range s.Y {
			if y < 0 || s.SE != nil && s.SE[i] < 0 {
				return fmt.Errorf("viz: %q has a negative number at weight %d: errors and their bars are at least 0", s.Name, i+1)
			}
		}
	}
	for _, c := range chart.Choices {
		if c.At < 0 || c.At >= len(weights) {
			return fmt.Errorf("viz: %q is at weight %d of %d", c.Text, c.At+1, len(weights))
		}
	}
	return nil
}

// An errorChart is a chart of errors whose numbers can be drawn.
type errorChart struct {
	report.Errors
	order  []int // of the weights that have a place, along the axis
	series []errorLine
	x      axis
	y      scale
	bad    int // errors that are left out
}

func newErrorChart(chart report.Errors) (*errorChart, error) {
	e := &errorChart{Errors: chart}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, s := range chart.Series {
		e.series = append(e.series, errorLine{kind: k, points: e.points(s)})
		for _, p := range e.series[k].points {
			lo, hi = min(lo, p.low), max(hi, p.high)
		}
	}
	if math.IsInf(lo, 1) {
		return nil, fmt.Errorf("viz: there is nothing to draw: no finite error at a positive, finite %s, of which %d are given", chart.Weight, len(chart.Weights))
	}
	if chart.Limit != nil {
		hi = max(hi, chart.Limit.Value)
	}
	for _, c := range chart.Choices {
		if c.Error > 0 && drawable(c.Error) {
			lo, hi = min(lo, c.Error), max(hi, c.Error)
		}
	}
	e.y = roomy(lo, hi)
	e.order = e.placed()
	e.x = e.across()
	return e, nil
}

// hasPlace reports whether weight i has a place on the axis.
func (e *errorChart) hasPlace(i int) bool {
	w := e.Weights[i]
	return drawable(w) && (w > 0 || e.Rising)
}

// placed returns the indices of the weights that have a place, along the axis.
func (e *errorChart) placed() []int {
	var order []int
	for i := range e.Weights {
		if e.hasPlace(i) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return e.along(e.Weights[i], e.Weights[j]) })
	return order
}

// along compares weights as they follow on each other along the axis.
func (e *errorChart) along(a, b float64) int {
	if e.Rising {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(b, a)
}

// across returns the axis of the weights.
func (e *errorChart) across() axis {
	var weights []float64
	for _, i := range e.order {
		weights = append(weights, e.Weights[i])
	}
	if e.Rising {
		return wholeScale{roomy(weights[0], weights[len(weights)-1])}
	}
	return newSpacing(slices.Compact(weights))
}

// wholeScale is a scale whose ticks are whole numbers.
type wholeScale struct{ scale }

func (w wholeScale) ticks() []plot.Tick {
	return slices.DeleteFunc(w.scale.ticks(), func(t plot.Tick) bool { return t.Value != math.Trunc(t.Value) })
}

// An errorPoint is an error at a weight, with the ends of its bar.
type errorPoint struct{ weight, error, low, high float64 }

// points returns the errors of a series that are drawn, along the axis.
func (e *errorChart) points(s Series) []errorPoint {
	var points []errorPoint
	for i, w := range e.Weights {
		switch {
		case w == 0 && !e.Rising:
			continue
		case !e.hasPlace(i) || !drawable(s.Y[i]):
			e.bad++
			continue
		}
		half := 0.0
		if s.SE != nil && drawable(s.SE[i]) && s.Y[i]+s.SE[i] <= largest {
			half = s.SE[i]
		}
		points = append(points, errorPoint{w, s.Y[i], max(0, s.Y[i]-half), s.Y[i] + half})
	}
	slices.SortStableFunc(points, func(a, b errorPoint) int { return e.along(a.weight, b.weight) })
	var drawn []errorPoint
	for _, k := range sampled(len(points), maxMarks) {
		drawn = append(drawn, points[k])
	}
	return drawn
}

func (e *errorChart) key() []entry {
	var entries []entry
	for k, s := range e.Series {
		entries = append(entries, entry{mark: e.series[k].key, text: clean(s.Name)})
	}
	if e.Limit != nil {
		entries = append(entries, entry{mark: fillBand, text: clean(e.Limit.Text)})
	}
	for k, c := range e.Choices {
		if e.hasPlace(c.At) {
			entries = append(entries, entry{mark: choice(k).key, text: clean(c.Text)})
		}
	}
	return entries
}

// fillBand fills a box with the colour of ranges.
func fillBand(c draw.Canvas, box vg.Rectangle) {
	c.SetColor(band)
	c.Fill(box.Path())
}

func (e *errorChart) draw(c draw.Canvas) {
	top := c.Max.Y - labelGap
	if e.Inputs != nil {
		top -= inputsRow
	}
	bottom := c.Min.Y + belowPane + titleLine
	left := leftOf(e.y, top-bottom, e.Error)
	if e.Inputs != nil {
		left = max(left, noteStyle().Width(inputsTitle)+labelGap)
	}
	box := vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: bottom}, Max: vg.Point{X: c.Max.X - labelGap, Y: top}}
	p := newPane(c, box, e.x, e.y)
	if e.Limit != nil {
		fillBand(p.Canvas, vg.Rectangle{
			Min: vg.Point{X: p.Min.X, Y: p.atY(e.least())}, Max: vg.Point{X: p.Max.X, Y: p.atY(e.Limit.Value)},
		})
	}
	p.axisY(clean(e.Error), left)
	p.axisX(e.title())
	for k, c := range e.Choices {
		if e.hasPlace(c.At) {
			at := p.atX(e.Weights[c.At])
			p.StrokeLine2(choice(k).style(), at, p.Min.Y, at, p.Max.Y)
		}
	}
	for _, s := range e.series {
		s.draw(p)
	}
	for _, c := range e.Choices {
		if e.hasPlace(c.At) && c.Error > 0 && drawable(c.Error) {
			p.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4.5, Shape: draw.RingGlyph{}}, p.at(e.Weights[c.At], c.Error))
		}
	}
	if e.Inputs != nil {
		e.drawInputs(p)
	}
}

// title returns the title of the axis of the weights.
func (e *errorChart) title() string {
	if e.Rising {
		return clean(e.Weight)
	}
	return clean(e.Weight) + " (logarithmic, falling)"
}

// least returns the least error.
func (e *errorChart) least() float64 {
	least := math.Inf(1)
	for _, s := range e.series {
		for _, p := range s.points {
			least = min(least, p.error)
		}
	}
	return least
}

const inputsTitle = "inputs"

// drawInputs draws the numbers of inputs above the errors, as far as they have room.
func (e *errorChart) drawInputs(p pane) {
	style := noteStyle()
	y := p.Max.Y + labelGap + inputsRow/2
	p.FillText(right(style), vg.Point{X: p.Min.X - labelGap, Y: y}, inputsTitle)
	free := p.Min.X - labelGap
	for _, i := range e.order {
		label := fmt.Sprint(e.Inputs[i])
		width := style.Width(label)
		begin := min(p.atX(e.Weights[i])-width/2, p.Max.X+labelGap-width)
		if begin >= free {
			p.FillText(style, vg.Point{X: begin, Y: y}, label)
			free = begin + width + 1.5*labelGap
		}
	}
}

func (e *errorChart) inWords() string {
	var words []string
	for k, s := range e.series {
		if len(s.points) == 0 {
			continue
		}
		first, last := s.points[0], s.points[len(s.points)-1]
		best := slices.MinFunc(s.points, func(a, b errorPoint) int { return cmp.Compare(a.error, b.error) })
		words = append(words, fmt.Sprintf("%s: %s at %s, %s at %s, least %s at %s.", clean(e.Series[k].Name),
			number(first.error), number(first.weight), number(last.error), number(last.weight), number(best.error), number(best.weight)))
	}
	for _, c := range e.Choices {
		words = append(words, fmt.Sprintf("%s: at %s.", clean(c.Text), number(e.Weights[c.At])))
	}
	if e.Limit != nil {
		words = append(words, fmt.Sprintf("%s: up to %s.", clean(e.Limit.Text), number(e.Limit.Value)))
	}
	return "Errors over " + clean(e.Weight) + ". " + strings.Join(words, " ")
}

// withRoom returns the ends of an axis for numbers from lo to hi, with some room at both
// ends. For equal numbers it returns a range about them.
func withRoom(lo, hi float64) (low, high float64) {
	room := 0.05 * (hi - lo)
	if hi-lo <= 1e-9*max(math.Abs(lo), math.Abs(hi)) { // constant but for rounding
		room = max(0.05*math.Abs(hi), 1e-9)
	}
	return lo - room, hi + room
}
