package viz

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// FromPlot returns a plot as a figure. width and height are in points, and as those of the other
// figures where both are 0. What the plot has as plot.New makes it is drawn in the style of the
// package: fonts, colours and lines of axes and texts, ticks, and no ground; a grid lies below
// the data. What the plot decides itself stays, and the plot is not changed. What has a
// coordinate that is NaN or infinite is left out, and counted in the caption.
func FromPlot(p *plot.Plot, width, height float64) *Figure {
	if width == 0 && height == 0 {
		width, height = defaultWidth.Points(), pathHeight.Points()
	}
	own := housePlot(p)
	f := &Figure{
		width: vg.Length(width), height: vg.Length(height),
		draw: func(c draw.Canvas) {
			gridBelow(own, c)
			own.Draw(c)
		},
		title: clean(p.Title.Text),
	}
	if f.title == "" {
		f.title = "plot"
	}
	if p.X.Label.Text != "" && p.Y.Label.Text != "" {
		f.desc = clean(p.Y.Label.Text + " over " + p.X.Label.Text + ".")
	}
	s := newSheet(f.width, f.height)
	f.drawIn(draw.New(s))
	f.caption = leftOutNote(s.lost, "mark", "marks")
	return f
}

// housePlot returns a copy of a plot in the style of the package where the plot has left the defaults.
func housePlot(p *plot.Plot) *plot.Plot {
	own, usual := *p, plot.New()
	if own.BackgroundColor == usual.BackgroundColor {
		own.BackgroundColor = nil
	}
	houseText(&own.Title.TextStyle, usual.Title.TextStyle, bold(sans(titleSize, ink)))
	if own.Title.Padding == 0 {
		own.Title.Padding = labelGap
	}
	houseText(&own.Legend.TextStyle, usual.Legend.TextStyle, sans(smallSize, ink))
	houseAxis(&own.X, usual.X)
	houseAxis(&own.Y, usual.Y)
	return &own
}

// houseText gives a text the font and the colour of the package, each where it is the usual one.
func houseText(s *text.Style, usual, house text.Style) {
	if s.Font == usual.Font {
		s.Font = house.Font
	}
	if s.Color == usual.Color {
		s.Color = house.Color
	}
}

func houseAxis(a *plot.Axis, usual plot.Axis) {
	houseText(&a.Label.TextStyle, usual.Label.TextStyle, sans(textSize, ink))
	houseText(&a.Tick.Label, usual.Tick.Label, sans(smallSize, muted))
	houseLine(&a.LineStyle, usual.LineStyle)
	houseLine(&a.Tick.LineStyle, usual.Tick.LineStyle)
	if a.Tick.Length == usual.Tick.Length {
		a.Tick.Length = 5
	}
	if a.Label.Padding == 0 {
		a.Label.Padding = 3
	}
	a.Min, a.Max = known(a.Min, 0), known(a.Max, 1)
	if a.Tick.Marker != usual.Tick.Marker {
		return
	}
	switch a.Scale.(type) {
	case plot.LinearScale:
		a.Tick.Marker = steps{}
	case plot.LogScale:
		a.Tick.Marker = decades{}
	}
}

// known returns v, or another number in the place of NaN.
func known(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}

func houseLine(s *draw.LineStyle, usual draw.LineStyle) {
	if s.Color == usual.Color && s.Width == usual.Width {
		s.Color, s.Width = color.Color(axisline), 0.75
	}
}

// gridBelow draws a line of the grid at each labelled tick of the axes.
func gridBelow(p *plot.Plot, c draw.Canvas) {
	data := p.DataCanvas(c) // which also makes the ranges of the axes valid
	x, y := p.Transforms(&data)
	style := draw.LineStyle{Color: gridline, Width: 0.75}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" && t.Value >= p.X.Min && t.Value <= p.X.Max {
			data.StrokeLine2(style, x(t.Value), data.Min.Y, x(t.Value), data.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" && t.Value >= p.Y.Min && t.Value <= p.Y.Max {
			data.StrokeLine2(style, data.Min.X, y(t.Value), data.Max.X, y(t.Value))
		}
	}
}
