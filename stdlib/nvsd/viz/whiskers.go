package viz

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// whiskers plots intervals from the top of the picture down, one in each unit of the y axis.
// The name stands at the left, the value at the right of the line.
type whiskers struct {
	all  []Interval
	note string            // the last line if intervals are left out
	full map[string]string // the complete names of shortened ones
}

var (
	_ plot.Plotter    = (*whiskers)(nil)
	_ plot.GlyphBoxer = (*whiskers)(nil)
)

func (w *whiskers) lines() int {
	if w.note != "" {
		return len(w.all) + 1
	}
	return len(w.all)
}

func (w *whiskers) shorten() {
	for i, v := range w.all {
		if short := elide(v.Name, whiskerName, maxLabel); short != v.Name {
			w.full[short] = v.Name
			w.all[i].Name = short
		}
	}
}

var whiskerName = right(sans(textSize, ink))

func (w *whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	left := x(0)
	c.StrokeLine2(draw.LineStyle{Color: axisline, Width: 0.75}, left, c.Min.Y, left, c.Max.Y)
	for i, v := range w.all {
		mid := y(-float64(i))
		whisker(c, x(v.Low), x(v.High), mid)
		dot(c, x(v.Value), mid)
		c.FillText(whiskerName, vg.Point{X: left - 1.5*labelGap, Y: mid + optical}, v.Name)
		c.FillText(numberStyle(), vg.Point{X: x(max(v.Value, v.High)) + 1.5*labelGap, Y: mid + optical}, measured(v.Value))
	}
	if w.note != "" {
		c.FillText(numberStyle(), vg.Point{X: left + labelGap, Y: y(-float64(len(w.all)))}, w.note)
	}
}

// GlyphBoxes returns the boxes of the names and numbers, which may reach beyond the axes.
func (w *whiskers) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var names, numbers vg.Length
	for _, v := range w.all {
		names = max(names, whiskerName.Width(v.Name))
		numbers = max(numbers, numberStyle().Width(measured(v.Value)))
	}
	return besideRows(names+0.5*labelGap, 1.5*labelGap+numbers)
}

func whisker(c draw.Canvas, low, high, mid vg.Length) {
	const half = 3
	line := draw.LineStyle{Color: axisline, Width: 1.5}
	c.StrokeLine2(line, low, mid, high, mid)
	c.StrokeLine2(line, low, mid-half, low, mid+half)
	c.StrokeLine2(line, high, mid-half, high, mid+half)
}

func dot(c draw.Canvas, x, y vg.Length) {
	c.DrawGlyph(draw.GlyphStyle{Color: accent, Radius: 3.5, Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: y})
}

func dotKey(c draw.Canvas, box vg.Rectangle) {
	dot(c, (box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2)
}

func whiskerKey(c draw.Canvas, box vg.Rectangle) {
	whisker(c, box.Min.X, box.Max.X, (box.Min.Y+box.Max.Y)/2)
}
