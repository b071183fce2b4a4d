package viz

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Points draws values of either sign as points, one in each row, in the given order. The
// axis need not contain 0. If there are more than 30 values, the first 30 are drawn and a
// line counts the others.
//
// A value that is not finite is left out, and the caption says so. It is an error when no
// value is left.
func Points(title, axis string, all []Point) (*Figure, error) {
	if len(all) == 0 {
		return nil, errEmpty
	}
	d := &dots{full: map[string]string{}}
	lo, hi := math.Inf(1), math.Inf(-1)
	var words []string
	for _, v := range all {
		if !drawable(v.Value) {
			continue
		}
		name := clean(v.Name)
		words = append(words, name+" "+number(v.Value))
		if len(d.all) == maxBars {
			continue
		}
		lo, hi = min(lo, v.Value), max(hi, v.Value)
		short := elide(name, whiskerName, maxLabel)
		if short != name {
			d.full[short] = name
		}
		d.all = append(d.all, Point{Name: short, Value: v.Value})
	}
	if len(words) == 0 {
		return nil, errNoNumber(len(all))
	}
	bad := len(all) - len(words)
	if rest := len(words) - len(d.all); rest > 0 {
		d.note = fmt.Sprintf("and %d more", rest)
		words = append(slices.Clip(words[:maxBars]), d.note)
	}

	p := newRowPlot(axis, hi, d.lines())
	p.X.Min, p.X.Max = withRoom(lo, hi)
	p.X.Tick.Marker = steps{}
	p.Add(d)
	head := header{title: clean(title)}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + rowHeight*vg.Length(d.lines()) + axisHeight(p),
		draw:    func(c draw.Canvas) { p.Draw(head.draw(c)) },
		caption: leftOutNote(bad, "value", "values"),
		title:   clean(title),
		desc:    "Points: " + strings.Join(words, ", ") + ".",
		full:    d.full,
	}, nil
}

// dots plots points from the top of the picture down, one in each unit of the y axis. The
// name stands at the left, the number at the right of the point.
type dots struct {
	all  []Point
	note string            // the last line if points are left out
	full map[string]string // the complete names of shortened ones
}

var (
	_ plot.Plotter    = (*dots)(nil)
	_ plot.GlyphBoxer = (*dots)(nil)
)

func (d *dots) lines() int {
	if d.note != "" {
		return len(d.all) + 1
	}
	return len(d.all)
}

func (d *dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	left := c.Min.X
	c.StrokeLine2(draw.LineStyle{Color: axisline, Width: 0.75}, left, c.Min.Y, left, c.Max.Y)
	for i, v := range d.all {
		mid := y(-float64(i))
		dot(c, x(v.Value), mid)
		c.FillText(whiskerName, vg.Point{X: left - labelGap, Y: mid + optical}, v.Name)
		c.FillText(numberStyle(), vg.Point{X: x(v.Value) + 1.5*labelGap, Y: mid + optical}, measured(v.Value))
	}
	if d.note != "" {
		c.FillText(numberStyle(), vg.Point{X: left + labelGap, Y: y(-float64(len(d.all)))}, d.note)
	}
}

// GlyphBoxes returns the boxes of the names and numbers, which may reach beyond the axes.
func (d *dots) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var names, numbers vg.Length
	for _, v := range d.all {
		names = max(names, whiskerName.Width(v.Name))
		numbers = max(numbers, numberStyle().Width(measured(v.Value)))
	}
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) { // their numbers stand below the ends of the axis
		half := p.X.Tick.Label.Width(tick.Label) / 2
		names, numbers = max(names, half), max(numbers, half)
	}
	return besideRows(names, 1.5*labelGap+numbers)
}
