package viz

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An errorLine draws one series of errors: its points, the lines between them, and their
// bars.
type errorLine struct {
	points []errorPoint // along the axis
	kind   int          // of the points
}

func (s errorLine) draw(p pane) {
	line := make([]vg.Point, len(s.points))
	for i, e := range s.points {
		line[i] = p.at(e.weight, e.error)
		if e.low < e.high {
			errorBar(p.Canvas, line[i].X, p.atY(e.low), p.atY(e.high))
		}
	}
	p.StrokeLines(s.style(), simple(line, maxCorners))
	for _, at := range line {
		s.point(p.Canvas, at)
	}
}

func (s errorLine) style() draw.LineStyle { return draw.LineStyle{Color: palette(s.kind), Width: 1.25} }

// errorBar draws a line with ends.
func errorBar(c draw.Canvas, x, low, high vg.Length) {
	const half = 2.5
	line := draw.LineStyle{Color: axisline, Width: 1}
	c.StrokeLine2(line, x, low, x, high)
	c.StrokeLine2(line, x-half, low, x+half, low)
	c.StrokeLine2(line, x-half, high, x+half, high)
}

func (s errorLine) point(c draw.Canvas, at vg.Point) {
	shapes := [maxSeries]draw.GlyphDrawer{draw.CircleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.SquareGlyph{}, draw.PlusGlyph{}}
	c.DrawGlyph(draw.GlyphStyle{Color: palette(s.kind), Radius: 2.75, Shape: shapes[s.kind]}, at)
}

func (s errorLine) key(c draw.Canvas, box vg.Rectangle) {
	mid := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	c.StrokeLine2(s.style(), box.Min.X, mid.Y, box.Max.X, mid.Y)
	s.point(c, mid)
}

// A choice is the number of a place that is marked by a line.
type choice int

func (k choice) style() draw.LineStyle {
	dashes := [maxChoices][]vg.Length{{2, 2}, {6, 2.5}, {6, 2, 2, 2}}
	return draw.LineStyle{Color: ink, Width: 1, Dashes: dashes[k]}
}

func (k choice) key(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(k.style(), box.Min.X, mid, box.Max.X, mid)
}
