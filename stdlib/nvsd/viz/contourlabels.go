package viz

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A contourLine is a contour with its number.
type contourLine struct {
	points []vg.Point
	text   string
	colour color.Color // that is seen on the area above it
}

// A contourLabel is the number of a contour at its place.
type contourLabel struct {
	box    vg.Rectangle
	text   string
	colour color.Color
}

func contourStyle(c color.Color) text.Style {
	style := sans(smallSize, c)
	style.XAlign = text.XCenter
	return style
}

// placeLabels returns the labels of those contours that have room for one: inside the
// drawing, on a part that is long and not much bent, and off all points and other labels.
func placeLabels(lines []contourLine, points []vg.Point, inside vg.Rectangle) []contourLabel {
	var labels []contourLabel
	for _, line := range lines {
		if label, ok := line.label(labels, points, inside); ok {
			labels = append(labels, label)
		}
	}
	return labels
}

// label returns the label of one contour, at the place that leaves most of the contour to
// either side.
func (l contourLine) label(others []contourLabel, points []vg.Point, inside vg.Rectangle) (best contourLabel, ok bool) {
	style := contourStyle(l.colour)
	half := vg.Point{X: style.Width(l.text)/2 + 3, Y: tickLine / 2}
	total := l.length()
	const long = 4 // a contour that is shorter than so many labels has none
	if total < 2*long*half.X {
		return contourLabel{}, false
	}
	least := vg.Length(math.Inf(1))
	passed := vg.Length(0)
	for k, at := range l.points {
		if k > 0 {
			passed += distance(l.points[k-1], at)
		}
		box := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
		off := passed - total/2
		if off < 0 {
			off = -off
		}
		if off < least && within(box, inside) && l.straight(box) && free(box, others, points) {
			least, best, ok = off, contourLabel{box, l.text, l.colour}, true
		}
	}
	return best, ok
}

func (l contourLine) length() vg.Length {
	total := vg.Length(0)
	for k := 1; k < len(l.points); k++ {
		total += distance(l.points[k-1], l.points[k])
	}
	return total
}

func distance(a, b vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)))
}

// straight reports whether the contour passes through a box once and does not turn within it.
func (l contourLine) straight(box vg.Rectangle) bool {
	length, from, to := vg.Length(0), vg.Point{}, vg.Point{}
	for k := 1; k < len(l.points); k++ {
		enter, leave, ok := clip(l.points[k-1], l.points[k], box)
		if !ok {
			continue
		}
		if length == 0 {
			from = enter
		}
		length, to = length+distance(enter, leave), leave
	}
	return length < 1.15*distance(from, to)
}

func within(box, outer vg.Rectangle) bool {
	return box.Min.X > outer.Min.X && box.Max.X < outer.Max.X && box.Min.Y > outer.Min.Y && box.Max.Y < outer.Max.Y
}

func free(box vg.Rectangle, others []contourLabel, points []vg.Point) bool {
	for _, o := range others {
		if box.Min.X < o.box.Max.X && o.box.Min.X < box.Max.X && box.Min.Y < o.box.Max.Y && o.box.Min.Y < box.Max.Y {
			return false
		}
	}
	const radius = 3 // more than that of a point
	for _, p := range points {
		if p.X > box.Min.X-radius && p.X < box.Max.X+radius && p.Y > box.Min.Y-radius && p.Y < box.Max.Y+radius {
			return false
		}
	}
	return true
}

// stroke draws the contour but where there are labels.
func (l contourLine) stroke(c draw.Canvas, labels []contourLabel) {
	style := draw.LineStyle{Color: l.colour, Width: 0.5}
	line := l.points[:1:1]
	end := func() {
		if len(line) > 1 {
			c.StrokeLines(style, line)
		}
	}
	for k := 1; k < len(l.points); k++ {
		from, to := l.points[k-1], l.points[k]
		hidden := false
		for _, label := range labels {
			enter, leave, ok := clip(from, to, label.box)
			if !ok {
				continue
			}
			if enter != from {
				line = append(line, enter)
			}
			end()
			line = []vg.Point{leave}
			hidden = leave == to
			from = leave
		}
		if !hidden {
			line = append(line, to)
		}
	}
	end()
}

// clip returns the part of a segment that is in a box, if there is one (Liang and Barsky
// 1984).
func clip(from, to vg.Point, box vg.Rectangle) (enter, leave vg.Point, ok bool) {
	first, last := vg.Length(0), vg.Length(1)
	d := to.Sub(from)
	for _, side := range [4][2]vg.Length{
		{-d.X, from.X - box.Min.X}, {d.X, box.Max.X - from.X}, {-d.Y, from.Y - box.Min.Y}, {d.Y, box.Max.Y - from.Y},
	} {
		speed, room := side[0], side[1]
		switch {
		case speed == 0 && room < 0:
			return enter, leave, false
		case speed < 0:
			first = max(first, room/speed)
		case speed > 0:
			last = min(last, room/speed)
		}
	}
	if first >= last {
		return enter, leave, false
	}
	on := func(part vg.Length) vg.Point {
		switch part {
		case 0:
			return from
		case 1:
			return to
		}
		return vg.Point{X: from.X + part*d.X, Y: from.Y + part*d.Y}
	}
	return on(first), on(last), true
}

func (l contourLabel) draw(c draw.Canvas) {
	c.FillText(contourStyle(l.colour), vg.Point{X: (l.box.Min.X + l.box.Max.X) / 2, Y: (l.box.Min.Y+l.box.Max.Y)/2 + optical}, l.text)
}
