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

const panelHeight = vg.Length(170)

// Curves draws functions of one input in panels below each other. All have the same
// horizontal axis, from the least x to the largest. A panel's Comparison is dashed, and the key
// above the panels has its name.
//
// It is an error when there is no panel or fewer than two different x, when lengths
// disagree, when a number is not finite, or when a band is negative.
func Curves(title, xlabel string, x []float64, panels ...Panel) (*Figure, error) {
	if len(panels) == 0 {
		return nil, errEmpty
	}
	if err := checkCurves(x, panels); err != nil {
		return nil, err
	}
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })

	var plots [][]*plot.Plot
	words := make([]string, len(panels))
	for k, panel := range panels {
		label := ""
		if k == len(panels)-1 {
			label = xlabel
		}
		plots = append(plots, []*plot.Plot{plotPanel(panel, label, x, order)})
		first, last := order[0], order[len(order)-1]
		words[k] = fmt.Sprintf("%s goes from %s at %s to %s at %s, between %s and %s.", clean(panel.Label),
			number(panel.Y[first]), number(x[first]), number(panel.Y[last]), number(x[last]),
			number(slices.Min(panel.Y)), number(slices.Max(panel.Y)))
		if panel.Comparison != nil {
			words[k] += fmt.Sprintf(" The dashed line: %s.", clean(panel.Comparison.Name))
		}
	}
	head := header{title: clean(title), entries: comparisons(panels)}
	return &Figure{
		width:  defaultWidth,
		height: 2*margin + head.height() + panelHeight*vg.Length(len(panels)),
		draw: func(c draw.Canvas) {
			tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: margin}
			for k, row := range plot.Align(plots, tiles, head.draw(c)) {
				plots[k][0].Draw(row[0])
			}
		},
		title: clean(title),
		desc:  "Curves over " + clean(xlabel) + ". " + strings.Join(words, " "),
	}, nil
}

// comparisonOf returns the values of the curve that a panel is compared with, if any.
func comparisonOf(p Panel) []float64 {
	if p.Comparison == nil {
		return nil
	}
	return p.Comparison.Y
}

// comparisons returns the key to the dashed curves, each name once.
func comparisons(panels []Panel) []entry {
	var entries []entry
	for _, p := range panels {
		if p.Comparison == nil || slices.ContainsFunc(entries, func(e entry) bool { return e.text == clean(p.Comparison.Name) }) {
			continue
		}
		entries = append(entries, entry{mark: dashed, text: clean(p.Comparison.Name)})
	}
	return entries
}

func checkCurves(x []float64, panels []Panel) error {
	if len(x) == 0 || slices.Min(x) == slices.Max(x) {
		return fmt.Errorf("viz: a curve needs two different values of x, there are %d in all", len(x))
	}
	for _, p := range panels {
		if len(p.Y) != len(x) || p.Band != nil && len(p.Band) != len(x) {
			return fmt.Errorf("viz: the curve %q has %d values, and %d of its band, for %d of x", p.Label, len(p.Y), len(p.Band), len(x))
		}
		if r := p.Comparison; r != nil && len(r.Y) != len(x) {
			return fmt.Errorf("viz: the curve %q has %d values for %d of x", r.Name, len(r.Y), len(x))
		}
		for _, v := range slices.Concat(x, p.Y, p.Band, comparisonOf(p)) {
			if !drawable(v) {
				return fmt.Errorf("viz: the curve %q has %v among its numbers: they are finite and below 1e300", p.Label, v)
			}
		}
		if len(p.Band) > 0 && slices.Min(p.Band) < 0 {
			return fmt.Errorf("viz: the curve %q has a band of %v: half its height is at least 0", p.Label, slices.Min(p.Band))
		}
	}
	return nil
}

// plotPanel returns a plot of a panel. order sorts x to rise.
func plotPanel(panel Panel, xlabel string, x []float64, order []int) *plot.Plot {
	p := newPlot(xlabel)
	p.X.Tick.Marker, p.Y.Tick.Marker = steps{}, steps{}
	p.Y.Label.Text = clean(panel.Label)
	p.Y.LineStyle.Width, p.Y.Tick.Length, p.Y.Padding = 0, 0, 4

	c := &curve{band: panel.Band != nil}
	lo, hi := math.Inf(1), math.Inf(-1)
	if panel.Zero {
		lo, hi = 0, 0
	}
	for _, i := range order {
		half := 0.0
		if c.band {
			half = panel.Band[i]
		}
		c.x, c.y = append(c.x, x[i]), append(c.y, panel.Y[i])
		c.low, c.high = append(c.low, panel.Y[i]-half), append(c.high, panel.Y[i]+half)
		lo, hi = min(lo, panel.Y[i]-half), max(hi, panel.Y[i]+half)
		if panel.Comparison != nil {
			v := panel.Comparison.Y[i]
			c.comparison = append(c.comparison, v)
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	p.X.Min, p.X.Max = c.x[0], c.x[len(c.x)-1]
	p.Y.Min, p.Y.Max = withRoom(lo, hi)

	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal = draw.LineStyle{Color: gridline, Width: 0.75}
	p.Add(grid, c)
	return p
}

// A curve plots one function with its band.
type curve struct {
	x, y, low, high []float64
	band            bool
	comparison      []float64 // nil for none
}

var _ plot.Plotter = (*curve)(nil)

func (u *curve) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	points := func(v []float64) []vg.Point {
		pts := make([]vg.Point, len(u.x))
		for i := range pts {
			pts[i] = vg.Point{X: x(u.x[i]), Y: y(v[i])}
		}
		return pts
	}
	if u.band {
		upper, lower := points(u.high), points(u.low)
		slices.Reverse(lower)
		c.FillPolygon(band, append(upper, lower...))
	}
	if p.Y.Min < 0 && p.Y.Max > 0 {
		c.StrokeLine2(draw.LineStyle{Color: axisline, Width: 0.75}, c.Min.X, y(0), c.Max.X, y(0))
	}
	c.StrokeLines(draw.LineStyle{Color: accent, Width: 2}, points(u.y))
	if u.comparison != nil {
		c.StrokeLines(markStyle, points(u.comparison))
	}
}
