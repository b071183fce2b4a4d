package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

const (
	pathHeight = vg.Length(320)
	maxNamed   = 12
)

// Path draws the derivative norms of the inputs as functions of tau. The axis is logarithmic
// and falls from left to right, so that inputs enter one after the other. Names stand at
// the ends of the lines, bold for selected inputs. If there are more than 12 inputs, the 12
// that grow largest have names and colours, and the others are grey. A chosen tau greater
// than 0 is marked.
//
// A tau of 0 has no place on the axis and is left out. It is an error when there is no line
// or fewer than two positive taus, when lengths disagree, or when a tau or a norm is
// negative or not finite.
func Path(title string, taus []float64, lines []Line, chosen float64) (*Figure, error) {
	return drawLines(report.Lines{Title: title, Measure: "derivative norm", Weight: "tau", Weights: taus, Lines: lines, Chosen: chosen})
}

// ScorePath is [Path] for a system with another measure of an input and another weight.
func ScorePath(title string, weights []float64, lines []Line, chosen float64) (*Figure, error) {
	return drawLines(report.Lines{Title: title, Measure: "score", Weight: "weight", Weights: weights, Lines: lines, Chosen: chosen})
}

func drawLines(chart report.Lines) (*Figure, error) {
	if len(chart.Lines) == 0 {
		return nil, errEmpty
	}
	taus := chart.Weights
	if err := checkPath(taus, chart.Lines); err != nil {
		return nil, err
	}
	order := make([]int, 0, len(taus)) // of the positive taus, falling
	for j, t := range taus {
		if t > 0 {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(taus[j], taus[i]) })
	if len(order) == 0 || taus[order[0]] == taus[order[len(order)-1]] {
		return nil, fmt.Errorf("viz: a path needs two different positive taus, there are %d in all", len(taus))
	}

	s := newStrands(taus, order, chart.Lines, chart.Chosen)
	p := newPlot(chart.Weight + " (logarithmic, falling)")
	p.Y.Label.Text = chart.Measure
	p.Y.Tick.Marker = steps{}
	p.Y.LineStyle.Width = 0
	p.Y.Tick.Length = 0
	p.Y.Padding = 4
	p.X.Scale = plot.InvertedScale{Normalizer: plot.LogScale{}}
	p.X.Tick.Marker = decades{}
	p.X.Min, p.X.Max = taus[order[len(order)-1]], taus[order[0]]
	p.Y.Min, p.Y.Max = 0, s.top
	if s.top == 0 {
		p.Y.Max = 1
		p.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal = draw.LineStyle{Color: gridline, Width: 0.75}
	p.Add(grid, s)

	head := header{title: clean(chart.Title)}
	return &Figure{
		width:  defaultWidth,
		height: pathHeight,
		draw:   func(c draw.Canvas) { p.Draw(head.draw(c)) },
		title:  clean(chart.Title),
		desc:   s.inWords(chart.Measure, chart.Weight),
		full:   s.full,
	}, nil
}

func checkPath(taus []float64, lines []Line) error {
	for j, t := range taus {
		if !(t >= 0) || !drawable(t) {
			return fmt.Errorf("viz: tau %d of the path is %v: taus are finite, below 1e300 and at least 0", j+1, t)
		}
	}
	for _, l := range lines {
		if len(l.Norms) != len(taus) {
			return fmt.Errorf("viz: input %q has %d norms for %d taus", l.Name, len(l.Norms), len(taus))
		}
		for j, u := range l.Norms {
			if !(u >= 0) || !drawable(u) {
				return fmt.Errorf("viz: the norm of input %q at tau %v is %v: norms are finite, below 1e300 and at least 0", l.Name, taus[j], u)
			}
		}
	}
	return nil
}

// decades are the ticks of a logarithmic axis: powers of ten and, on an axis of fewer than
// three decades, also twice and five times these powers.
type decades struct{}

func (decades) Ticks(lo, hi float64) []plot.Tick {
	steps := []float64{1}
	if math.Log10(hi/lo) < 3 {
		steps = []float64{1, 2, 5}
	}
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for _, s := range steps {
			if v := s * math.Pow(10, e); v >= lo && v <= hi {
				ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
			}
		}
	}
	if len(ticks) < 2 {
		return []plot.Tick{{Value: lo, Label: number(lo)}, {Value: hi, Label: number(hi)}}
	}
	return ticks
}
