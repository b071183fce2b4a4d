package viz

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// An svgPath writes the d of a <path>. Every point but the first is relative to the one before, which
// takes fewer digits. Points are rounded to a hundredth before their differences are taken, so that
// no error adds up.
type svgPath struct {
	out         strings.Builder
	height      vg.Length
	begun       bool
	command     byte       // the last one
	at, subpath hundredths // where the path is, and where its part began
}

// hundredths is a point of an SVG, which has its origin at the top.
type hundredths struct{ x, y int }

func (p *svgPath) rounded(pt vg.Point) hundredths {
	return hundredths{inHundredths(pt.X), inHundredths(p.height - pt.Y)}
}

func inHundredths(v vg.Length) int { return int(math.Round(100 * v.Points())) }

// write writes a command with its numbers. A command that is repeated is not written again.
func (p *svgPath) write(command byte, numbers ...int) {
	repeated := command == p.command && command != 'm'
	if !repeated {
		p.out.WriteByte(command)
		p.command = command
	}
	for i, v := range numbers {
		text := inPoints(v)
		if (i > 0 || repeated) && text[0] != '-' {
			p.out.WriteByte(' ')
		}
		p.out.WriteString(text)
	}
}

// inPoints returns a number of hundredths as one of points, without a 0 before the decimals.
func inPoints(v int) string {
	s := strconv.FormatFloat(float64(v)/100, 'f', -1, 64)
	if v > -100 && v < 100 && v != 0 {
		s = strings.Replace(s, "0", "", 1)
	}
	return s
}

func (p *svgPath) move(to hundredths) {
	if p.begun {
		p.write('m', to.x-p.at.x, to.y-p.at.y)
	} else {
		p.write('M', to.x, to.y)
	}
	p.begun, p.at, p.subpath = true, to, to
}

func (p *svgPath) line(to hundredths) {
	switch dx, dy := to.x-p.at.x, to.y-p.at.y; {
	case dy == 0:
		p.write('h', dx)
	case dx == 0:
		p.write('v', dy)
	default:
		p.write('l', dx, dy)
	}
	p.at = to
}

func (p *svgPath) curve(first, second, to hundredths) {
	from := p.at
	p.write('c', first.x-from.x, first.y-from.y, second.x-from.x, second.y-from.y, to.x-from.x, to.y-from.y)
	p.at = to
}

// dot writes a line so short that with round ends it is a disc.
func (p *svgPath) dot(at vg.Point) {
	p.move(p.rounded(at))
	p.line(hundredths{p.at.x + 1, p.at.y})
}

func (p *svgPath) add(path vg.Path) {
	for _, comp := range path {
		to := p.rounded(comp.Pos)
		switch comp.Type {
		case vg.MoveComp:
			p.move(to)
		case vg.LineComp:
			p.line(to)
		case vg.CurveComp:
			p.curve(p.rounded(comp.Control[0]), p.rounded(comp.Control[1]), to)
		case vg.ArcComp:
			p.arc(comp)
		case vg.CloseComp:
			p.write('z')
			p.at = p.subpath
		}
	}
}

// arc writes an arc, and the line to its beginning where the path is not there. A whole circle ends a
// hundredth before its beginning, for an arc of SVG cannot end there.
func (p *svgPath) arc(arc vg.PathComp) {
	angle := max(-2*math.Pi, min(2*math.Pi, arc.Angle))
	from, to := p.rounded(onCircle(arc, arc.Start)), p.rounded(onCircle(arc, arc.Start+angle))
	if !p.begun {
		p.move(from)
	} else if from != p.at {
		p.line(from)
	}
	large, sweep := 0, 0
	if math.Abs(angle) > math.Pi {
		large = 100
	}
	if angle < 0 { // in an SVG y falls
		sweep = 100
	}
	if to == from {
		to.y++
	}
	r := inHundredths(arc.Radius)
	p.write('a', r, r, 0, large, sweep, to.x-from.x, to.y-from.y)
	p.at = to
}
