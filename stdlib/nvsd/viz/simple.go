package viz

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// simple returns at most so many corners of a line as are needed to draw it. No corner that
// is left out is further from the line than is seen, unless that leaves too many.
func simple(line []vg.Point, most int) []vg.Point {
	const seen = vg.Length(0.1)
	corners := cornersOf(line, seen)
	for off := 2 * seen; len(corners) > most; off *= 2 {
		corners = cornersOf(line, off)
	}
	return corners
}

// cornersOf returns corners of a line from which no other corner is further off than a
// distance. (The algorithm of Ramer, Douglas and Peucker.) Of corners that are equally far
// off, but for rounding, the first counts as the furthest.
func cornersOf(line []vg.Point, off vg.Length) []vg.Point {
	if len(line) < 3 {
		return line
	}
	first, last := line[0], line[len(line)-1]
	const rounding = vg.Length(1e-6)
	furthest, distance := 0, vg.Length(0)
	for i := 1; i < len(line)-1; i++ {
		if d := fromSegment(line[i], first, last); d > distance+rounding {
			furthest, distance = i, d
		}
	}
	if distance <= off {
		return []vg.Point{first, last}
	}
	left := cornersOf(line[:furthest+1], off)
	return append(left[:len(left)-1:len(left)-1], cornersOf(line[furthest:], off)...)
}

// maxCorners is the most corners of one line, so that a chart stays small when it is
// written, in several forms.
const maxCorners = 100

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
