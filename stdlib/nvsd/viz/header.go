package viz

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A header is the title above a plot and the key to its marks.
type header struct {
	title   string
	entries []entry
}

// An entry is one mark of the key and its meaning.
type entry struct {
	mark func(draw.Canvas, vg.Rectangle)
	text string
}

const (
	titleHeight = vg.Length(20)
	keyHeight   = vg.Length(20)
	swatch      = vg.Length(22)
)

func (h header) height() vg.Length {
	if len(h.entries) == 0 {
		return titleHeight
	}
	return titleHeight + keyHeight
}

// draw draws the header at the top of c and returns the rest.
func (h header) draw(c draw.Canvas) draw.Canvas {
	title := bold(sans(titleSize, ink))
	mid := c.Max.Y - titleHeight/2
	c.FillText(title, vg.Point{X: c.Min.X, Y: mid}, elide(h.title, title, c.Size().X))

	x, mid := c.Min.X, c.Max.Y-titleHeight-keyHeight/2+2
	key := sans(smallSize, ink)
	for _, e := range h.entries {
		e.mark(c, vg.Rectangle{
			Min: vg.Point{X: x, Y: mid - barHeight/2},
			Max: vg.Point{X: x + swatch, Y: mid + barHeight/2},
		})
		x += swatch + labelGap
		c.FillText(key, vg.Point{X: x, Y: mid}, e.text)
		x += key.Width(e.text) + 3*labelGap
	}
	return draw.Crop(c, 0, 0, 0, -h.height())
}
