package viz

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// simple returns those corners of a line that are needed to draw it: no corner that is left
// out is further from the line than is seen. (The algorithm of Ramer, Douglas and Peucker.)
func simple(line []vg.Point) []vg.Point {
	if len(line) < 3 {
		return line
	}
	first, last := line[0], line[len(line)-1]
	furthest, distance := 0, vg.Length(0)
	for i := 1; i < len(line)-1; i++ {
		if d := fromSegment(line[i], first, last); d > distance {
			furthest, distance = i, d
		}
	}
	const seen = vg.Length(0.1)
	if distance <= seen {
		return []vg.Point{first, last}
	}
	left := simple(line[:furthest+1])
	return append(left[:len(left)-1:len(left)-1], simple(line[furthest:])...)
}

// fromSegment returns the distance of a point from the segment between a and b.
func fromSegment(p, a, b vg.Point) vg.Length {
	along, from := b.Sub(a), p.Sub(a)
	square := along.Dot(along)
	if square == 0 {
		return vg.Length(math.Hypot(float64(from.X), float64(from.Y)))
	}
	part := max(0, min(1, from.Dot(along)/square))
	off := from.Sub(along.Scale(part))
	return vg.Length(math.Hypot(float64(off.X), float64(off.Y)))
}
