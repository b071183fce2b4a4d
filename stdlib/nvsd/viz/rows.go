package viz

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// rows plots bars from the top of the picture down, one in each unit of the y axis. The
// name stands at the left, the number at the end of the bar.
type rows struct {
	bars []Bar
	note string            // the last line if bars are left out
	full map[string]string // the complete names of shortened ones

	plain    bool     // the bars are of no inputs: all are full, and whole numbers are counts
	verdicts bool     // what is proved of the inputs is drawn
	level    *float64 // where a line crosses the bars; nil for nowhere
}

var (
	_ plot.Plotter    = (*rows)(nil)
	_ plot.GlyphBoxer = (*rows)(nil)
)

func (r *rows) lines() int {
	if r.note != "" {
		return len(r.bars) + 1
	}
	return len(r.bars)
}

// shorten shortens the names that are too long for their place.
func (r *rows) shorten() {
	short := make([]Bar, len(r.bars))
	for i, b := range r.bars {
		short[i] = b
		short[i].Name = elide(b.Name, r.nameStyle(b), maxLabel)
		if short[i].Name != b.Name {
			r.full[short[i].Name] = b.Name
		}
	}
	r.bars = short
}

// verdictWidth is the width of the sign of a verdict before the bar of an input.
const verdictWidth = vg.Length(14)

func (r *rows) beforeBars() vg.Length {
	if r.verdicts {
		return verdictWidth
	}
	return 0
}

// verdict draws the sign of the verdict on an input: a disc, a ring or a cross.
func verdict(c draw.Canvas, v report.Verdict, at vg.Point) {
	shape := draw.GlyphStyle{Color: muted, Radius: 3, Shape: draw.RingGlyph{}}
	switch v {
	case report.CertainlyIn:
		shape.Color, shape.Shape = ink, draw.CircleGlyph{}
	case report.CertainlyOut:
		shape.Shape = draw.CrossGlyph{}
	}
	c.SetColor(shape.Color)
	shape.Shape.DrawGlyph(&c, shape, at) // the canvas itself draws no glyph outside of the axes
}

// key returns the key to the marks of all bars, with the number of each.
func (r *rows) key(all []Bar) []entry {
	selected := countSelected(all)
	entries := []entry{
		{mark: full, text: fmt.Sprintf("selected (%d)", selected)},
		{mark: hatched, text: fmt.Sprintf("not selected (%d)", len(all)-selected)},
	}
	if !r.verdicts {
		return entries
	}
	for _, v := range []report.Verdict{report.CertainlyIn, report.Undecided, report.CertainlyOut} {
		n := 0
		for _, b := range all {
			if b.Verdict == v || v == report.Undecided && b.Verdict == report.NoVerdict {
				n++
			}
		}
		entries = append(entries, entry{
			mark: func(c draw.Canvas, box vg.Rectangle) {
				verdict(c, v, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2})
			},
			text:  fmt.Sprintf("%s (%d)", v, n),
			glyph: true,
		})
	}
	return entries
}

func (r *rows) nameStyle(b Bar) text.Style {
	switch {
	case r.plain:
		return right(sans(textSize, ink))
	case b.Selected:
		return right(bold(sans(textSize, ink)))
	}
	return right(sans(textSize, muted))
}

// number returns the number at the end of a bar.
func (r *rows) number(b Bar) string {
	if r.plain && b.Norm == math.Trunc(b.Norm) {
		return number(b.Norm)
	}
	return measured(b.Norm)
}

func numberStyle() text.Style { return sans(smallSize, muted) }

// optical is the distance by which a text is raised, so that its small letters and not the
// box of the font stand at the middle of the bar.
const optical = vg.Length(0.8)

func (r *rows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	left := x(0)
	for i, b := range r.bars {
		mid := y(-float64(i))
		box := vg.Rectangle{
			Min: vg.Point{X: left, Y: mid - barHeight/2},
			Max: vg.Point{X: x(b.Norm), Y: mid + barHeight/2},
		}
		if b.Selected || r.plain {
			full(c, box)
		} else {
			hatched(c, box)
		}
		if r.verdicts {
			verdict(c, b.Verdict, vg.Point{X: left - verdictWidth/2, Y: mid})
		}
		c.FillText(r.nameStyle(b), vg.Point{X: left - labelGap - r.beforeBars(), Y: mid + optical}, b.Name)
		number := r.number(b)
		at := box.Max.X + labelGap
		if r.level != nil {
			at = beyond(x(*r.level), at, numberStyle().Width(number))
		}
		c.FillText(numberStyle(), vg.Point{X: at, Y: mid + optical}, number)
	}
	if r.note != "" {
		c.FillText(numberStyle(), vg.Point{X: left + labelGap, Y: y(-float64(len(r.bars)))}, r.note)
	}
	c.StrokeLine2(draw.LineStyle{Color: axisline, Width: 0.75}, left, c.Min.Y, left, c.Max.Y)
}

// beyond returns the place for a text of a width that should begin at a given place: there,
// or beyond a line that would cross it.
func beyond(line, at, width vg.Length) vg.Length {
	const clear = labelGap / 2
	if line < at-clear || line > at+width+clear {
		return at
	}
	return line + labelGap
}

// tickHalf is more than half the width of the first number of the axis. Its centre stands
// below the right edge of the names.
const tickHalf = vg.Length(14)

// GlyphBoxes returns the boxes of the names and numbers, which may reach beyond the axes.
func (r *rows) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var names, numbers vg.Length
	for _, b := range r.bars {
		names = max(names, r.beforeBars()+r.nameStyle(b).Width(b.Name))
		numbers = max(numbers, numberStyle().Width(r.number(b)))
	}
	return besideRows(names, labelGap+numbers)
}

// besideRows returns the boxes for rows with names left of the axis and texts right of the
// drawing. names and texts are their largest widths.
//
// The right box stands at the end of the axis, wherever the rows end. The plot shrinks the
// axis for the box that reaches furthest before the shrinking. If several texts end near
// each other, another one of them may reach furthest after it.
func besideRows(names, texts vg.Length) []plot.GlyphBox {
	return []plot.GlyphBox{
		{Rectangle: vg.Rectangle{Min: vg.Point{X: -labelGap - max(names, tickHalf)}}},
		{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: texts}}},
	}
}

// full fills a bar.
func full(c draw.Canvas, box vg.Rectangle) {
	c.SetColor(accent)
	c.Fill(box.Path())
}

// hatched outlines a bar and fills it with slanted lines.
func hatched(c draw.Canvas, box vg.Rectangle) {
	w, h := box.Size().X, box.Size().Y
	if w <= 0 {
		return
	}
	line := draw.LineStyle{Color: axisline, Width: 0.75}
	const step = vg.Length(4)
	for s := step - h; s < w; s += step {
		from, to := max(s, 0), min(s+h, w)
		c.StrokeLine2(line, box.Min.X+from, box.Min.Y+from-s, box.Min.X+to, box.Min.Y+to-s)
	}
	outline := box.Path()
	c.SetLineStyle(line)
	c.Stroke(outline)
}

// leastAxis is the least length of the axis of rows, beside the longest names.
const leastAxis = vg.Length(250)

// newRowPlot returns a plot of lines below each other over an axis from 0 to top, with its
// grid.
func newRowPlot(axis string, top float64, lines int) *plot.Plot {
	p := newPlot(elide(clean(axis), sans(textSize, ink), leastAxis))
	p.HideY()
	p.X.Min, p.X.Max = 0, top
	p.X.Tick.Marker = steps{}
	if top == 0 {
		p.X.Max = 1
		p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}}
	}
	p.Y.Min, p.Y.Max = -float64(lines)+0.5, 0.5
	grid := plotter.NewGrid()
	grid.Horizontal.Color = nil
	grid.Vertical = draw.LineStyle{Color: gridline, Width: 0.75}
	p.Add(grid)
	return p
}
