package viz

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Mark is a value that bars are compared with.
type Mark struct {
	Value float64 // at least 0
	Text  string  // what it is, with its number
}

// Compared draws bars as [Norms] does, and a dashed line across them at the
// mark. what names the values that the bars stand for, in a phrase such as
// "selection frequencies"; they are the Norm of a Bar.
//
// It is an error when there is no bar, or a value is negative or not finite.
func Compared(title, axis, what string, bars []Bar, mark Mark) (*Figure, error) {
	if !(mark.Value >= 0) || !drawable(mark.Value) {
		return nil, fmt.Errorf("viz: the mark %q is at %v: marks are finite, below 1e300 and at least 0", mark.Text, mark.Value)
	}
	return barChart(title, axis, what, bars, &mark)
}

var markLine = draw.LineStyle{Color: ink, Width: 1, Dashes: []vg.Length{4, 2.5}}

// Plot draws the line across a plot.
func (m *Mark) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(markLine, x(m.Value), c.Min.Y, x(m.Value), c.Max.Y)
}

// dashed is the line in a key.
func dashed(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(markLine, box.Min.X, mid, box.Max.X, mid)
}
