package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Errors draws errors of prediction over a weight. The axis is logarithmic and falls from
// left to right, as that of [Path], so that models grow to the right. Bars of standard
// errors stop at 0. Series differ by their points (discs, rings, squares) and choices by
// the dashes of their lines; there are at most three of each.
//
// A weight of 0 has no place on the axis and is left out. It is an error when there is no
// series or no positive weight, when lengths disagree, when a choice is at no weight, when
// an error or a bar is negative, and when an error is not finite.
func Errors(title, weight, errorName string, weights []float64, all []Series, choices ...Choice) (*Figure, error) {
	if err := checkErrors(weights, all, choices); err != nil {
		return nil, err
	}
	order := make([]int, 0, len(weights)) // of the positive weights, falling
	for i, w := range weights {
		if w > 0 {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("viz: errors over %s need a positive weight, there is none among %d", weight, len(weights))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(weights[j], weights[i]) })

	p := newPlot(weight + " (logarithmic, falling)")
	p.Y.Label.Text = clean(errorName)
	p.Y.Tick.Marker = steps{}
	p.Y.LineStyle.Width, p.Y.Tick.Length, p.Y.Padding = 0, 0, 4
	p.X.Scale = plot.InvertedScale{Normalizer: plot.LogScale{}}
	p.X.Tick.Marker = decades{}
	p.X.Min, p.X.Max = weights[order[len(order)-1]], weights[order[0]]
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min/2, 2*p.X.Max
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal = draw.LineStyle{Color: gridline, Width: 0.75}
	p.Add(grid)

	head := header{title: clean(title)}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, s := range all {
		m := &measuredErrors{kind: k}
		for _, i := range order {
			half := 0.0
			if s.SE != nil && !math.IsNaN(s.SE[i]) {
				half = s.SE[i]
			}
			low, high := max(0, s.Y[i]-half), s.Y[i]+half
			m.x, m.y = append(m.x, weights[i]), append(m.y, s.Y[i])
			m.low, m.high = append(m.low, low), append(m.high, high)
			lo, hi = min(lo, low), max(hi, high)
		}
		p.Add(m)
		head.entries = append(head.entries, entry{mark: m.key, text: clean(s.Name)})
	}
	p.Y.Min, p.Y.Max = withRoom(lo, hi)
	for k, c := range choices {
		if w := weights[c.At]; w > 0 {
			at := &chosenWeight{at: w, kind: k}
			p.Add(at)
			head.entries = append(head.entries, entry{mark: at.key, text: clean(c.Text)})
		}
	}
	return &Figure{
		width:  defaultWidth,
		height: errorsHeight,
		draw:   func(c draw.Canvas) { p.Draw(head.draw(c)) },
		title:  clean(title),
		desc:   errorsInWords(clean(weight), weights, order, all, choices),
	}, nil
}

const errorsHeight = vg.Length(320)

// maxKinds is the largest number of series, and of choices.
const maxKinds = 3

func checkErrors(weights []float64, all []Series, choices []Choice) error {
	switch {
	case len(all) == 0:
		return errEmpty
	case len(all) > maxKinds || len(choices) > maxKinds:
		return fmt.Errorf("viz: %d series and %d choices: no more than %d of each are told apart", len(all), len(choices), maxKinds)
	}
	for i, w := range weights {
		if !(w >= 0) || !drawable(w) {
			return fmt.Errorf("viz: weight %d is %v: weights are finite, below 1e300 and at least 0", i+1, w)
		}
	}
	for _, s := range all {
		if len(s.Y) != len(weights) || s.SE != nil && len(s.SE) != len(weights) {
			return fmt.Errorf("viz: %q has %d errors and %d bars for %d weights", s.Name, len(s.Y), len(s.SE), len(weights))
		}
		for i, e := range s.Y {
			if !(e >= 0) || !drawable(e) || s.SE != nil && (s.SE[i] < 0 || s.SE[i] > largest) {
				return fmt.Errorf("viz: %q has a negative or infinite number at weight %d: errors are finite and below 1e300, and bars too where they are known", s.Name, i+1)
			}
		}
	}
	for _, c := range choices {
		if c.At < 0 || c.At >= len(weights) {
			return fmt.Errorf("viz: %q is at weight %d of %d", c.Text, c.At+1, len(weights))
		}
	}
	return nil
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

func errorsInWords(weight string, weights []float64, order []int, all []Series, choices []Choice) string {
	first, last := order[0], order[len(order)-1]
	words := make([]string, len(all))
	for k, s := range all {
		best := first
		for _, i := range order {
			if s.Y[i] < s.Y[best] {
				best = i
			}
		}
		words[k] = fmt.Sprintf("%s: %s at %s, %s at %s, least %s at %s.", clean(s.Name),
			number(s.Y[first]), number(weights[first]), number(s.Y[last]), number(weights[last]), number(s.Y[best]), number(weights[best]))
	}
	for _, c := range choices {
		words = append(words, fmt.Sprintf("%s: at %s.", clean(c.Text), number(weights[c.At])))
	}
	return "Errors over " + weight + ". " + strings.Join(words, " ")
}

// measuredErrors plots one series: its points, the lines between them, and their bars.
type measuredErrors struct {
	x, y, low, high []float64
	kind            int
}

var _ plot.Plotter = (*measuredErrors)(nil)

func (m *measuredErrors) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(m.x))
	for i := range pts {
		pts[i] = vg.Point{X: x(m.x[i]), Y: y(m.y[i])}
	}
	c.StrokeLines(draw.LineStyle{Color: palette(m.kind), Width: 1}, pts)
	for i, pt := range pts {
		if m.high[i] > m.low[i] {
			upright(c, pt.X, y(m.low[i]), y(m.high[i]))
		}
		m.point(c, pt)
	}
}

// upright draws the bar of a standard error.
func upright(c draw.Canvas, x, low, high vg.Length) {
	const half = 2.5
	line := draw.LineStyle{Color: axisline, Width: 1}
	c.StrokeLine2(line, x, low, x, high)
	c.StrokeLine2(line, x-half, low, x+half, low)
	c.StrokeLine2(line, x-half, high, x+half, high)
}

func (m *measuredErrors) point(c draw.Canvas, at vg.Point) {
	shapes := [maxKinds]draw.GlyphDrawer{draw.CircleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}}
	c.DrawGlyph(draw.GlyphStyle{Color: palette(m.kind), Radius: 2.75, Shape: shapes[m.kind]}, at)
}

func (m *measuredErrors) key(c draw.Canvas, box vg.Rectangle) {
	mid := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	c.StrokeLine2(draw.LineStyle{Color: palette(m.kind), Width: 1}, box.Min.X, mid.Y, box.Max.X, mid.Y)
	m.point(c, mid)
}

// A chosenWeight plots a line at a weight.
type chosenWeight struct {
	at   float64
	kind int
}

var _ plot.Plotter = (*chosenWeight)(nil)

func (w *chosenWeight) style() draw.LineStyle {
	dashes := [maxKinds][]vg.Length{{2, 2}, {6, 2.5}, {6, 2, 2, 2}}
	return draw.LineStyle{Color: ink, Width: 1, Dashes: dashes[w.kind]}
}

func (w *chosenWeight) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(w.style(), x(w.at), c.Min.Y, x(w.at), c.Max.Y)
}

func (w *chosenWeight) key(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(w.style(), box.Min.X, mid, box.Max.X, mid)
}
