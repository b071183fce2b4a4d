package viz

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Compared draws bars as [Norms] does, and a dashed line across them at the mark. The values
// are the Norm of each bar, and what names them in a phrase, such as "selection
// frequencies".
//
// It is an error when there is no bar, or when a value is negative or not finite.
func Compared(title, axis, what string, bars []Bar, mark Mark) (*Figure, error) {
	return drawBars(report.Bars{Title: title, Axis: axis, What: what, Bars: bars, Level: &mark})
}

var markStyle = draw.LineStyle{Color: ink, Width: 1, Dashes: []vg.Length{4, 2.5}}

// markLine plots the line of a mark across a number of bars, and not across the note below
// them.
type markLine struct {
	at   float64
	bars int
}

var _ plot.Plotter = markLine{}

func (m markLine) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(markStyle, x(m.at), y(0.5-float64(m.bars)), x(m.at), c.Max.Y)
}

// dashed draws the line of a mark in the key.
func dashed(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(markStyle, box.Min.X, mid, box.Max.X, mid)
}
