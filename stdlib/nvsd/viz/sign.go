package viz

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A sign is a mark for points, so that several kinds of points are told apart, also by people
// who do not see their colours.
type sign int

const (
	discSign sign = iota
	triangleSign
	crossSign
	squareSign
	plusSign
	diamondSign
	dotSign // small: of a seventh kind, or of all further kinds together
)

// maxSigns is the largest number of kinds of points with a sign each, if there are more than one
// more.
const maxSigns = int(dotSign)

// colour returns the colour of the points with the sign.
func (s sign) colour() tone {
	if s == dotSign {
		return faint
	}
	return palette(int(s))
}

// opacity returns the opacity of each of so many points: less of more of them.
func opacity(n int) float64 {
	switch {
	case n > 300:
		return 0.6
	case n > 60:
		return 0.8
	}
	return 1
}

// draw draws points in a colour. Only discs let through what is below them.
func (s sign) draw(c draw.Canvas, radius vg.Length, colour fadedTone, places []vg.Point) {
	switch s {
	case discSign:
		discs(c, radius, colour, places)
		return
	case dotSign:
		discs(c, radius*0.7, colour.tone, places)
		return
	}
	style := draw.LineStyle{Color: colour.tone, Width: 1}
	for _, at := range places {
		for _, stroke := range s.strokes(radius * 1.35) {
			for i := range stroke {
				stroke[i] = stroke[i].Add(at)
			}
			c.StrokeLines(style, stroke)
		}
	}
}

// strokes returns the lines of a sign about the origin, whose area is about the area of a
// disc.
func (s sign) strokes(radius vg.Length) [][]vg.Point {
	on := func(degrees float64) vg.Point {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return vg.Point{X: radius * vg.Length(cos), Y: radius * vg.Length(sin)}
	}
	around := func(degrees ...float64) [][]vg.Point {
		var corners []vg.Point
		for _, d := range append(degrees, degrees[0]) {
			corners = append(corners, on(d))
		}
		return [][]vg.Point{corners}
	}
	switch s {
	case triangleSign:
		return around(90, 210, 330)
	case squareSign:
		return around(45, 135, 225, 315)
	case diamondSign:
		return around(0, 90, 180, 270)
	case plusSign:
		return [][]vg.Point{{on(0), on(180)}, {on(90), on(270)}}
	}
	return [][]vg.Point{{on(45), on(225)}, {on(135), on(315)}}
}
