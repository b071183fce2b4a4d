package viz

import (
	"unicode/utf8"

	"gonum.org/v1/plot/text"
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
	mark  func(draw.Canvas, vg.Rectangle)
	text  string
	glyph bool // the mark is a point, and not as wide as a swatch

	spaced bool // the text has room for the characters of a terminal, which are wider
}

const (
	titleHeight = vg.Length(20)
	keyHeight   = vg.Length(20)
	swatch      = vg.Length(22)
	glyphWidth  = vg.Length(7)
)

func (h header) height() vg.Length {
	return titleHeight + keyHeight*vg.Length(len(h.lines()))
}

// headerWidth is the width of all headers.
const headerWidth = defaultWidth - 2*margin

func keyStyle() text.Style { return sans(smallSize, ink) }

// begin returns the place where the text begins, and width where it ends.
func (e entry) begin() vg.Length {
	if e.glyph {
		return glyphWidth + labelGap
	}
	return swatch + labelGap
}

func (e entry) width() vg.Length {
	width := e.begin() + keyStyle().Width(e.text)
	if e.spaced {
		width = max(width, e.begin()+vg.Length(utf8.RuneCountInString(e.text))*defaultWidth/terminalColumns)
	}
	return width
}

// lines returns the entries in lines as wide as the header. A text that is longer than a
// line is shortened.
func (h header) lines() [][]entry {
	var lines [][]entry
	free := vg.Length(0)
	for _, e := range h.entries {
		e.text = elide(e.text, keyStyle(), headerWidth-e.begin())
		if len(lines) == 0 || e.width() > free {
			lines = append(lines, nil)
			free = headerWidth
		}
		last := len(lines) - 1
		lines[last] = append(lines[last], e)
		free -= e.width() + betweenEntries
	}
	return lines
}

const betweenEntries = 3 * labelGap

// draw draws the header at the top of c and returns the rest.
func (h header) draw(c draw.Canvas) draw.Canvas {
	title := bold(sans(titleSize, ink))
	mid := c.Max.Y - titleHeight/2
	c.FillText(title, vg.Point{X: c.Min.X, Y: mid}, elide(h.title, title, headerWidth))

	for k, line := range h.lines() {
		x, mid := c.Min.X, c.Max.Y-titleHeight-keyHeight*(vg.Length(k)+0.5)+2
		for _, e := range line {
			e.mark(c, vg.Rectangle{
				Min: vg.Point{X: x, Y: mid - barHeight/2},
				Max: vg.Point{X: x + e.begin() - labelGap, Y: mid + barHeight/2},
			})
			c.FillText(keyStyle(), vg.Point{X: x + e.begin(), Y: mid}, e.text)
			x += e.width() + betweenEntries
		}
	}
	return draw.Crop(c, 0, 0, 0, -h.height())
}
