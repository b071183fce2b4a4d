package viz

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An axis maps numbers to places between its ends, from 0 to 1, and has ticks.
type axis interface {
	part(v float64) float64
	ticks() []plot.Tick
}

// A scale is the axis of numbers from lo to hi.
type scale struct {
	lo, hi float64 // lo < hi; positive if log
	log    bool
	dates  bool // the numbers are seconds since 1970
	whole  bool // the numbers are counts, and so are the ticks
}

// roomy returns the linear scale of numbers from lo to hi, with some room at both ends.
func roomy(lo, hi float64) scale {
	lo, hi = withRoom(lo, hi)
	return scale{lo: lo, hi: hi}
}

// logarithmic returns the logarithmic scale of positive numbers from lo to hi.
func logarithmic(lo, hi float64) scale {
	if lo == hi {
		lo, hi = lo/2, 2*hi
	}
	return scale{lo: lo, hi: hi, log: true}
}

// nowhere is the range of no numbers.
var nowhere = scale{lo: math.Inf(1), hi: math.Inf(-1)}

// with returns the range that has v too.
func (s scale) with(v ...float64) scale {
	for _, x := range v {
		s.lo, s.hi = min(s.lo, x), max(s.hi, x)
	}
	return s
}

// only returns the numbers that can be drawn.
func only(v []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(v), func(x float64) bool { return !drawable(x) })
}

// part returns the position of v on the axis, from 0 at lo to 1 at hi.
func (s scale) part(v float64) float64 {
	if s.log {
		return (math.Log(v) - math.Log(s.lo)) / (math.Log(s.hi) - math.Log(s.lo)) // hi/lo may overflow
	}
	return (v - s.lo) / (s.hi - s.lo)
}

func (s scale) ticks() []plot.Tick {
	switch {
	case s.dates:
		return dateTicks(s.lo, s.hi)
	case s.whole:
		return slices.DeleteFunc(steps{}.Ticks(s.lo, s.hi), func(t plot.Tick) bool { return t.Value != math.Trunc(t.Value) })
	case !s.log:
		return steps{}.Ticks(s.lo, s.hi)
	case s.hi/s.lo < 100:
		return decades{}.Ticks(s.lo, s.hi)
	}
	var powers []plot.Tick
	for e := math.Ceil(math.Log10(s.lo)); e <= math.Log10(s.hi); e++ {
		v := math.Pow(10, e)
		powers = append(powers, plot.Tick{Value: v, Label: number(v)})
	}
	return powers
}

// A pane is a part of a figure with an axis below and one at the left. Its rectangle is
// that of the data.
type pane struct {
	draw.Canvas
	x, y axis
}

// Lengths of the axes of a pane.
const (
	tickLength  = vg.Length(4)
	tickLine    = vg.Length(12) // the height of a line of numbers
	titleLine   = vg.Length(15) // the height of the title of an axis
	paneGap     = vg.Length(24) // between panes beside each other
	belowPane   = tickLength + tickLine
	numbersAway = vg.Length(5) // from numbers to the axis at their right
)

// newPane returns the pane whose data are in box, a rectangle of c. The axes are drawn outside
// of it, in the room that the caller leaves there.
func newPane(c draw.Canvas, box vg.Rectangle, x, y axis) pane {
	return pane{Canvas: draw.Canvas{Canvas: c.Canvas, Rectangle: box}, x: x, y: y}
}

// at returns the place of a pair of numbers.
func (p pane) at(x, y float64) vg.Point { return vg.Point{X: p.atX(x), Y: p.atY(y)} }

func (p pane) atX(v float64) vg.Length { return p.Min.X + p.Size().X*vg.Length(p.x.part(v)) }
func (p pane) atY(v float64) vg.Length { return p.Min.Y + p.Size().Y*vg.Length(p.y.part(v)) }

// line returns the places of pairs of numbers.
func (p pane) line(x, y []float64) []vg.Point {
	places := make([]vg.Point, len(x))
	for i := range places {
		places[i] = p.at(x[i], y[i])
	}
	return places
}

func tickStyle() text.Style { return sans(smallSize, muted) }

var (
	gridStyle = draw.LineStyle{Color: gridline, Width: 0.75}
	axisStyle = draw.LineStyle{Color: axisline, Width: 0.75}
)

// apart returns the ticks whose labels do not touch one another: all of them, or every
// second, third, ... of them. place and length say where along the axis a label begins and
// how long it is.
func apart(ticks []plot.Tick, gap vg.Length, place, length func(plot.Tick) vg.Length) []plot.Tick {
	for stride := 1; ; stride++ {
		var kept []plot.Tick
		fits := true
		for k := 0; k < len(ticks); k += stride {
			if n := len(kept); n > 0 && place(kept[n-1])+length(kept[n-1])+gap > place(ticks[k]) {
				fits = false
				break
			}
			kept = append(kept, ticks[k])
		}
		if fits {
			return kept
		}
	}
}

// axisX draws the horizontal axis with its numbers and, below them, its title.
func (p pane) axisX(title string) { p.axisOf(p.x.ticks(), title) }

// axisOf draws axisX with the given ticks. Their labels stay within the pane's width and a
// little more, and one that is wider is left out.
func (p pane) axisOf(ticks []plot.Tick, title string) {
	const over = 4
	style := tickStyle()
	width := func(t plot.Tick) vg.Length { return style.Width(t.Label) }
	ticks = slices.DeleteFunc(slices.Clone(ticks), func(t plot.Tick) bool { return width(t) > p.Size().X+2*over })
	begin := func(t plot.Tick) vg.Length {
		wish := p.atX(t.Value) - width(t)/2
		return max(min(wish, p.Max.X+over-width(t)), p.Min.X-over)
	}
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	kept := apart(ticks, 6, begin, width)
	for _, t := range kept {
		at := p.atX(t.Value)
		p.StrokeLine2(axisStyle, at, p.Min.Y, at, p.Min.Y-tickLength)
	}
	for _, t := range kept {
		p.FillText(style, vg.Point{X: begin(t), Y: p.Min.Y - tickLength - tickLine/2}, t.Label)
	}
	label := sans(textSize, ink)
	title = elide(title, label, p.Size().X)
	label.XAlign = text.XCenter
	p.FillText(label, vg.Point{X: (p.Min.X + p.Max.X) / 2, Y: p.Min.Y - belowPane - titleLine/2 + 1}, title)
}

// ticksY returns the ticks of the vertical axis whose numbers do not touch one another in a
// pane of that height.
func ticksY(y axis, height vg.Length) []plot.Tick {
	return apart(y.ticks(), 0,
		func(t plot.Tick) vg.Length { return height * vg.Length(y.part(t.Value)) },
		func(plot.Tick) vg.Length { return tickLine + 1 })
}

// leftOf returns the room for the numbers of the vertical axis and its title.
func leftOf(y axis, height vg.Length, title string) vg.Length {
	room := vg.Length(0)
	for _, t := range ticksY(y, height) {
		room = max(room, tickStyle().Width(t.Label))
	}
	if title != "" {
		room += titleLine
	}
	return room + numbersAway
}

// axisY draws the lines of the grid for the vertical axis and, at its left, the numbers and
// the title. room is what leftOf says, or more.
func (p pane) axisY(title string, room vg.Length) {
	p.gridY(true)
	label := sans(textSize, ink)
	title = elide(title, label, p.Size().Y)
	label.Rotation = math.Pi / 2
	label.XAlign = text.XCenter
	if title != "" {
		p.FillText(label, vg.Point{X: p.Min.X - room + titleLine/2 - 2, Y: (p.Min.Y + p.Max.Y) / 2}, title)
	}
}

// gridY draws the lines of the grid for the vertical axis, and its numbers if wanted.
func (p pane) gridY(numbers bool) {
	ticks := ticksY(p.y, p.Size().Y)
	for _, t := range ticks {
		p.StrokeLine2(gridStyle, p.Min.X, p.atY(t.Value), p.Max.X, p.atY(t.Value))
	}
	if !numbers {
		return
	}
	style := right(tickStyle())
	for _, t := range ticks {
		p.FillText(style, vg.Point{X: p.Min.X - numbersAway, Y: p.atY(t.Value) + optical}, t.Label)
	}
}

// gridX draws the lines of the grid for the horizontal axis.
func (p pane) gridX() {
	for _, t := range p.x.ticks() {
		p.StrokeLine2(gridStyle, p.atX(t.Value), p.Min.Y, p.atX(t.Value), p.Max.Y)
	}
}

// shortened returns a text in a line no wider than w, and keeps the complete one in full if it
// is shortened.
func shortened(s string, style text.Style, w vg.Length, full map[string]string) string {
	whole := clean(s)
	short := elide(whole, style, w)
	if short != whole {
		full[short] = whole
	}
	return short
}

// discs draws a disc at each of the places.
func discs(c draw.Canvas, radius vg.Length, colour color.Color, places []vg.Point) {
	for _, at := range places {
		c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: radius, Shape: draw.CircleGlyph{}}, at)
	}
}

// discRadius returns the radius of so many discs: smaller for more of them, which would hide
// one another.
func discRadius(n int) vg.Length {
	switch {
	case n > 600:
		return 1.5
	case n > 300:
		return 1.75
	}
	return 2
}
