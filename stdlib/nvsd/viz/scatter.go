package viz

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Scatter draws pairs of numbers as points, in one plot or in two beside each other. A plot
// with the line of identity is square, and its axes are the same. A trend is a solid line,
// and the line that points are compared with a dashed one. Bars stand behind the points. The six levels
// of most points have signs and colours of their own, and the others one together; numbers are told by
// the colours of the bar at the right.
//
// Points with a number that is not finite are left out, and of more than 900 points (600 in
// each of two plots, and with a third variable) a fixed sample is drawn, the extremes of both axes among it; the caption
// says so. It is an error when there are not one or two plots, when lengths disagree, when a plot
// has no point to draw, and when two plots show a third variable.
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
	over := vg.Length(0)
	if len(head.entries) == 0 { // the title stands right above the numbers of the axis
		over = overMap
	}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + over + layout.height + belowPane + titleLine,
		draw:    func(c draw.Canvas) { s.draw(draw.Crop(head.draw(c), 0, 0, 0, -over), layout) },
		title:   clean(chart.Title),
		desc:    s.inWords(),
		caption: sentences(chart.Note, sampledNote(s.most, marksOf(s.chart), chart.Points), leftOutNote(s.bad, "point", "points")),
	}, nil
}

// scatter is a scatter chart whose numbers can be drawn.
type scatter struct {
	chart report.Scatter
	plots []scatterPlot
	most  int // the largest number of points of a plot
	bad   int // points that are left out
}

// marksOf returns the largest number of points that a plot draws.
func marksOf(chart report.Scatter) int {
	const alone = 900
	if len(chart.Plots) > 1 || chart.Plots[0].By != nil {
		return maxMarks
	}
	return alone
}

// A scatterPlot is one plot: the points that are drawn, and the axes.
type scatterPlot struct {
	report.ScatterPlot
	x, y    scale
	opacity float64 // of the points
	clouds  []cloud
	shades  shades // of the numbers of a third variable
}

// A cloud is a set of points of a plot with one colour and one sign.
type cloud struct {
	sign   sign
	colour tone
	text   string // in the key
	x, y   []float64
}

func (s *scatter) add(plot report.ScatterPlot) error {
	switch {
	case len(plot.Low) != len(plot.High) || plot.Low != nil && len(plot.Low) != len(plot.X):
		return fmt.Errorf("viz: %q has bars from %d numbers to %d, and %d points: each point has one bar, or none has", plot.YAxis, len(plot.Low), len(plot.High), len(plot.X))
	case plot.By == nil:
	case len(s.chart.Plots) > 1:
		return fmt.Errorf("viz: %q shows the variable %q by colours, which one plot alone can", plot.YAxis, plot.By.Name)
	case len(plot.By.Values) != len(plot.X):
		return fmt.Errorf("viz: %q has %d points, and %d values of %q for their colours", plot.YAxis, len(plot.X), len(plot.By.Values), plot.By.Name)
	}
	if len(plot.X) != len(plot.Y) || len(plot.Trend.X) != len(plot.Trend.Y) {
		return fmt.Errorf("viz: %q has %d numbers over %d, and a trend of %d over %d: as many are needed",
			plot.YAxis, len(plot.Y), len(plot.X), len(plot.Trend.Y), len(plot.Trend.X))
	}
	var x, y, by, low, high []float64
	ends := nowhere
	for i := range plot.X {
		if !drawable(plot.X[i]) || !drawable(plot.Y[i]) {
			continue
		}
		if plot.By != nil {
			v := plot.By.Values[i]
			if n := len(plot.By.Levels); !drawable(v) || n > 0 && (v < 0 || v >= float64(n)) {
				continue
			}
			by = append(by, v)
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
	drawn.x.dates, drawn.y.dates = plot.Dates.X, plot.Dates.Y
	rows := sampled(len(x), marksOf(s.chart), extremesOf(x, y)...)
	drawn.X, drawn.Y, drawn.Low, drawn.High = picked(x, rows), picked(y, rows), nil, nil
	if plot.Low != nil {
		drawn.Low, drawn.High = picked(low, rows), picked(high, rows)
	}
	drawn.opacity = opacity(len(rows))
	if len(s.chart.Plots) > 1 || plot.By != nil && plot.By.Levels == nil {
		// Points that are not opaque take twice the room in a file, and two colours of a scale
		// upon one another look like a third.
		drawn.opacity = 1
	}
	if plot.By != nil {
		drawn.colour(plot.By, by, picked(by, rows))
	} else {
		drawn.clouds = []cloud{{colour: accent, text: clean(s.chart.Points), x: drawn.X, y: drawn.Y}}
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

// extremesOf returns the indices of the least and the largest of each of the lists, rising. A list with
// NaN has none.
func extremesOf(lists ...[]float64) []int {
	var at []int
	for _, v := range lists {
		if lo, hi := slices.Min(v), slices.Max(v); lo <= hi {
			at = append(at, slices.Index(v, lo), slices.Index(v, hi))
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// picked returns the numbers at the indices.
func picked(v []float64, at []int) []float64 {
	out := make([]float64, len(at))
	for k, i := range at {
		out[k] = v[i]
	}
	return out
}

// colour makes clouds of the points by a third variable, which all has of all points, and values of those
// that are drawn.
func (s *scatterPlot) colour(by *report.By, all, values []float64) {
	if by.Levels == nil {
		s.shades = pointShades(nowhere.with(all...), by.Dates)
		for band := range len(s.shades.limits) + 1 {
			s.clouds = append(s.clouds, cloud{colour: s.shades.colour(band)})
		}
		s.fill(values, s.shades.band)
		return
	}
	counts := make([]int, len(by.Levels))
	for _, v := range all {
		counts[int(v)]++
	}
	order := make([]int, len(counts)) // the levels by falling counts
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	order = slices.DeleteFunc(order, func(k int) bool { return counts[k] == 0 })
	own := order[:min(len(order), maxSigns)]
	if len(order) == maxSigns+1 { // no others are together with it
		own = order
	}
	slices.Sort(own)
	at := make([]int, len(counts)) // the cloud of each level
	others := 0
	for k := range at {
		at[k] = slices.Index(own, k)
		if at[k] < 0 {
			at[k] = len(own)
			others += counts[k]
		}
	}
	for i, k := range own {
		s.clouds = append(s.clouds, cloud{sign: sign(i), text: fmt.Sprintf("%s (%d)", clean(by.Levels[k]), counts[k])})
	}
	if others > 0 {
		s.clouds = append(s.clouds, cloud{sign: dotSign, text: fmt.Sprintf("%d more levels (%d)", len(order)-len(own), others)})
	}
	for i := range s.clouds {
		s.clouds[i].colour = s.clouds[i].sign.colour()
	}
	s.fill(values, func(v float64) int { return at[int(v)] })
}

// fill puts each point into the cloud that its value has.
func (s *scatterPlot) fill(values []float64, cloudOf func(v float64) int) {
	for i, v := range values {
		c := &s.clouds[cloudOf(v)]
		c.x, c.y = append(c.x, s.X[i]), append(c.y, s.Y[i])
	}
}

// A scatterLayout is the size of the data of the plots and the room left of each.
type scatterLayout struct {
	width, height vg.Length
	left          []vg.Length
}

// maxSide is the largest width of a plot, but of one alone that need not be square.
const (
	maxSide     = vg.Length(300)
	aloneWidth  = vg.Length(440)
	aloneHeight = vg.Length(290)
)

func (s *scatter) layout(width vg.Length) scatterLayout {
	const high = vg.Length(200) // about the height, on which the number of ticks depends
	free := width - paneGap*vg.Length(len(s.plots)-1) - 4
	l := scatterLayout{}
	for _, p := range s.plots {
		l.left = append(l.left, leftOf(p.y, high, p.YAxis))
		free -= l.left[len(l.left)-1]
		if p.By != nil && p.By.Levels == nil {
			free -= p.shades.barRoom(clean(p.By.Name))
		}
	}
	l.width = min(free/vg.Length(len(s.plots)), maxSide)
	l.height = l.width
	if len(s.plots) == 1 && s.plots[0].Line != report.Identity {
		l.width, l.height = min(free, aloneWidth), aloneHeight
	}
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
	for _, cloud := range s.clouds {
		cloud.sign.draw(p.Canvas, discRadius(len(s.X)), fadedTone{cloud.colour, s.opacity}, p.line(cloud.x, cloud.y))
	}
	if s.By != nil && s.By.Levels == nil {
		s.shades.drawBar(p.Canvas, p.Rectangle, clean(s.By.Name))
	}
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
	var entries []entry
	for _, c := range s.plots[0].clouds {
		if c.text != "" {
			entries = append(entries, entry{mark: c.key, text: c.text, glyph: true})
		}
	}
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

// key draws a point in the key.
func (p cloud) key(c draw.Canvas, box vg.Rectangle) {
	p.sign.draw(c, 2, fadedTone{p.colour, 1}, []vg.Point{{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}})
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
		words += fmt.Sprintf(" %s from %s to %s over %s from %s to %s.", clean(p.YAxis), p.y.written(y.lo), p.y.written(y.hi),
			clean(p.XAxis), p.x.written(x.lo), p.x.written(x.hi))
		switch {
		case p.By == nil:
		case p.By.Levels == nil:
			words += fmt.Sprintf(" The colours tell %s.", clean(p.By.Name))
		default:
			var levels []string
			for _, c := range p.clouds {
				levels = append(levels, c.text)
			}
			words += fmt.Sprintf(" The signs tell %s: %s.", clean(p.By.Name), strings.Join(levels, ", "))
		}
	}
	return words
}
