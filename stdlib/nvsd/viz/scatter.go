package viz

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Scatter draws pairs of numbers as points, in one plot or in two beside each other. A plot
// with the line of identity is square, and its axes are the same. A trend is a solid line,
// and the line that points are compared with a dashed one. Bars stand behind the points.
//
// Points with a number that is not finite are left out, and of more than 600 points a fixed
// sample is drawn; the caption says so. It is an error when there are not one or two plots,
// when lengths disagree, and when a plot has no point to draw.
func Scatter(chart report.Scatter) (*Figure, error) {
	if n := len(chart.Plots); n != 1 && n != 2 {
		return nil, fmt.Errorf("viz: a scatter chart has one plot or two, and not %d", n)
	}
	s := &scatter{chart: chart}
	for _, plot := range chart.Plots {
		if err := s.add(plot); err != nil {
			return nil, err
		}
	}
	head := header{title: clean(chart.Title), entries: s.key()}
	width := defaultWidth - 2*margin
	layout := s.layout(width)
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + layout.height + belowPane + titleLine,
		draw:    func(c draw.Canvas) { s.draw(head.draw(c), layout) },
		title:   clean(chart.Title),
		desc:    s.inWords(),
		caption: sentences(chart.Note, sampledNote(s.most, chart.Points), leftOutNote(s.bad, "point", "points")),
	}, nil
}

// scatter is a scatter chart whose numbers can be drawn.
type scatter struct {
	chart report.Scatter
	plots []scatterPlot
	most  int // the largest number of points of a plot
	bad   int // points that are left out
}

// A scatterPlot is one plot: the points that are drawn, and the axes.
type scatterPlot struct {
	report.ScatterPlot
	x, y scale
}

func (s *scatter) add(plot report.ScatterPlot) error {
	if len(plot.Low) != len(plot.High) || plot.Low != nil && len(plot.Low) != len(plot.X) {
		return fmt.Errorf("viz: %q has bars from %d numbers to %d, and %d points: each point has one bar, or none has", plot.YAxis, len(plot.Low), len(plot.High), len(plot.X))
	}
	if len(plot.X) != len(plot.Y) || len(plot.Trend.X) != len(plot.Trend.Y) {
		return fmt.Errorf("viz: %q has %d numbers over %d, and a trend of %d over %d: as many are needed",
			plot.YAxis, len(plot.Y), len(plot.X), len(plot.Trend.Y), len(plot.Trend.X))
	}
	var x, y, low, high []float64
	ends := nowhere
	for i := range plot.X {
		if !drawable(plot.X[i]) || !drawable(plot.Y[i]) {
			continue
		}
		x, y = append(x, plot.X[i]), append(y, plot.Y[i])
		from, to := plot.Y[i], plot.Y[i]
		if plot.Low != nil && drawable(plot.Low[i]) && drawable(plot.High[i]) {
			from, to = plot.Low[i], plot.High[i]
		}
		low, high = append(low, from), append(high, to)
		ends = ends.with(from, to)
	}
	if len(x) == 0 {
		return fmt.Errorf("viz: %q has no point to draw: none of its %d has two finite numbers", plot.YAxis, len(plot.X))
	}
	s.bad = max(s.bad, len(plot.X)-len(x))
	s.most = max(s.most, len(x))
	drawn := scatterPlot{ScatterPlot: plot, x: nowhere.with(x...), y: ends.with(y...)}
	switch plot.Line {
	case report.Identity:
		drawn.x.lo, drawn.x.hi = min(drawn.x.lo, drawn.y.lo), max(drawn.x.hi, drawn.y.hi)
		drawn.y = drawn.x
	case report.ZeroLine:
		drawn.y.lo, drawn.y.hi = min(drawn.y.lo, 0), max(drawn.y.hi, 0)
	}
	drawn.x, drawn.y = roomy(drawn.x.lo, drawn.x.hi), roomy(drawn.y.lo, drawn.y.hi)
	drawn.X, drawn.Y, drawn.Low, drawn.High = nil, nil, nil, nil
	for _, i := range sampled(len(x)) {
		drawn.X, drawn.Y = append(drawn.X, x[i]), append(drawn.Y, y[i])
		if plot.Low != nil {
			drawn.Low, drawn.High = append(drawn.Low, low[i]), append(drawn.High, high[i])
		}
	}
	drawn.Trend = report.Trend{}
	for i, at := range plot.Trend.X {
		if v := plot.Trend.Y[i]; at >= drawn.x.lo && at <= drawn.x.hi && v >= drawn.y.lo && v <= drawn.y.hi {
			drawn.Trend.X, drawn.Trend.Y = append(drawn.Trend.X, at), append(drawn.Trend.Y, v)
		}
	}
	s.plots = append(s.plots, drawn)
	return nil
}

// A scatterLayout is the size of the data of the plots and the room left of each.
type scatterLayout struct {
	width, height vg.Length
	left          []vg.Length
}

// maxSide is the largest width of a plot.
const maxSide = vg.Length(300)

func (s *scatter) layout(width vg.Length) scatterLayout {
	const high = vg.Length(200) // about the height, on which the number of ticks depends
	free := width - paneGap*vg.Length(len(s.plots)-1) - 4
	l := scatterLayout{}
	for _, p := range s.plots {
		l.left = append(l.left, leftOf(p.y, high, p.YAxis))
		free -= l.left[len(l.left)-1]
	}
	l.width = min(free/vg.Length(len(s.plots)), maxSide)
	l.height = l.width
	return l
}

func (s *scatter) draw(c draw.Canvas, l scatterLayout) {
	x := c.Min.X
	for k, plot := range s.plots {
		x += l.left[k]
		box := vg.Rectangle{Min: vg.Point{X: x, Y: c.Max.Y - l.height}, Max: vg.Point{X: x + l.width, Y: c.Max.Y}}
		plot.draw(newPane(c, box, plot.x, plot.y), l.left[k])
		x += l.width + paneGap
	}
}

var (
	trendStyle = draw.LineStyle{Color: palette(1), Width: 2}
	barStyle   = draw.LineStyle{Color: band, Width: 2}
)

func (s scatterPlot) draw(p pane, left vg.Length) {
	p.gridX()
	p.axisY(clean(s.YAxis), left)
	p.axisX(clean(s.XAxis))
	for i, low := range s.Low {
		p.StrokeLine2(barStyle, p.atX(s.X[i]), p.atY(low), p.atX(s.X[i]), p.atY(s.High[i]))
	}
	discs(p.Canvas, discRadius(len(s.X)), accent, p.line(s.X, s.Y))
	switch s.Line {
	case report.Identity:
		p.StrokeLines(markStyle, p.line([]float64{s.x.lo, s.x.hi}, []float64{s.y.lo, s.y.hi}))
	case report.ZeroLine:
		p.StrokeLine2(markStyle, p.Min.X, p.atY(0), p.Max.X, p.atY(0))
	}
	p.StrokeLines(trendStyle, p.line(s.Trend.X, s.Trend.Y))
}

// key returns the key to the marks that the plots have.
func (s *scatter) key() []entry {
	var compared, trend, bars bool
	for _, p := range s.plots {
		compared = compared || p.Line != report.NoLine
		bars = bars || p.Low != nil
		trend = trend || len(p.Trend.X) > 1
	}
	entries := []entry{{mark: oneDisc, text: clean(s.chart.Points), glyph: true}}
	if bars {
		entries = append(entries, entry{mark: oneBar, text: clean(s.chart.Bars), glyph: true})
	}
	if compared {
		entries = append(entries, entry{mark: dashed, text: clean(s.chart.Compared)})
	}
	if trend {
		entries = append(entries, entry{mark: trendLine, text: "smooth trend"})
	}
	return entries
}

// oneDisc draws a point in the key.
func oneDisc(c draw.Canvas, box vg.Rectangle) {
	discs(c, 2, accent, []vg.Point{{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}})
}

// oneBar draws a bar in the key.
func oneBar(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.X + box.Max.X) / 2
	c.StrokeLine2(barStyle, mid, box.Min.Y, mid, box.Max.Y)
}

// trendLine draws a trend in the key.
func trendLine(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(trendStyle, box.Min.X, mid, box.Max.X, mid)
}

func (s *scatter) inWords() string {
	words := fmt.Sprintf("Scatter plot of %d %s.", s.most, clean(s.chart.Points))
	for _, p := range s.plots {
		x, y := nowhere.with(p.X...), nowhere.with(p.Y...)
		words += fmt.Sprintf(" %s from %s to %s over %s from %s to %s.", clean(p.YAxis), number(y.lo), number(y.hi),
			clean(p.XAxis), number(x.lo), number(x.hi))
	}
	return words
}
