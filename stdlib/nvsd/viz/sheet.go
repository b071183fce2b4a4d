package viz

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A sheet is a canvas that records drawing as a list of shapes, from which each form of a figure
// is written. The shapes have all transformations in them.
type sheet struct {
	width, height vg.Length
	shapes        []shape
	lost          int // marks that are nowhere, since a coordinate is not finite
	state         pen
	saved         []pen
}

var _ vg.CanvasSizer = (*sheet)(nil)

// A shape is the result of one drawing call: an area, a line, discs, a text or a picture.
// Its coordinates are in points, from the lower left corner.
type shape struct {
	kind   kind
	colour color.Color
	path   vg.Path // of an area or a line; its curves have two controls

	width  vg.Length   // of a line
	dashes []vg.Length // of a line
	offset vg.Length   // of the dashes

	at     vg.Point  // the beginning of a text's base line, the centre of a disc
	radius vg.Length // of a disc
	text   string
	face   font.Face // of the size that is drawn
	turn   float64   // of a text, in radians against the clock

	image image.Image
	box   vg.Rectangle // of a picture
}

// A kind is a type of shapes.
type kind int

const (
	area kind = iota
	line
	disc
	words
	picture
)

// A pen is the state of a canvas.
type pen struct {
	colour        color.Color
	width, offset vg.Length
	dashes        []vg.Length
	a, b, c, d    float64 // a point (x, y) is drawn at (ax + cy + e, bx + dy + f)
	e, f          vg.Length
}

func newSheet(width, height vg.Length) *sheet {
	s := &sheet{width: width, height: height, state: pen{a: 1, d: 1}}
	vg.Initialize(s)
	return s
}

func (s *sheet) Size() (width, height vg.Length) { return s.width, s.height }
func (s *sheet) SetColor(c color.Color)          { s.state.colour = c }
func (s *sheet) SetLineWidth(w vg.Length)        { s.state.width = w }
func (s *sheet) SetLineDash(dashes []vg.Length, at vg.Length) {
	s.state.dashes, s.state.offset = dashes, at
}
func (s *sheet) Push() { s.saved = append(s.saved, s.state) }

func (s *sheet) Pop() {
	last := len(s.saved) - 1
	s.state, s.saved = s.saved[last], s.saved[:last]
}

func (s *sheet) Translate(pt vg.Point) {
	moved := s.state.place(pt)
	s.state.e, s.state.f = moved.X, moved.Y
}

func (s *sheet) Scale(x, y float64) {
	p := &s.state
	p.a, p.b, p.c, p.d = p.a*x, p.b*x, p.c*y, p.d*y
}

func (s *sheet) Rotate(rad float64) {
	p := &s.state
	sin, cos := math.Sincos(rad)
	p.a, p.b, p.c, p.d = p.a*cos+p.c*sin, p.b*cos+p.d*sin, p.c*cos-p.a*sin, p.d*cos-p.b*sin
}

// place returns the position of a point on the sheet.
func (p *pen) place(pt vg.Point) vg.Point {
	x, y := float64(pt.X), float64(pt.Y)
	return vg.Point{X: vg.Length(p.a*x+p.c*y) + p.e, Y: vg.Length(p.b*x+p.d*y) + p.f}
}

// scale returns the factor by which lengths grow.
func (p *pen) scale() vg.Length { return vg.Length(math.Sqrt(math.Abs(p.a*p.d - p.b*p.c))) }

func (s *sheet) Stroke(path vg.Path) {
	if s.state.width <= 0 || len(path) == 0 {
		return
	}
	drawn := s.known(s.state.flatten(path))
	scale := s.state.scale()
	dashes := make([]vg.Length, len(s.state.dashes))
	for i, d := range s.state.dashes {
		dashes[i] = d * scale
	}
	s.shapes = append(s.shapes, shape{
		kind: line, colour: s.state.colour, path: drawn,
		width: s.state.width * scale, dashes: dashes, offset: s.state.offset * scale,
	})
}

func (s *sheet) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	if c, ok := circle(path); !ok {
		s.shapes = append(s.shapes, shape{kind: area, colour: s.state.colour, path: s.known(s.state.flatten(path))})
	} else if at := s.state.place(c.Pos); !finite(at) {
		s.lost++
	} else {
		s.shapes = append(s.shapes, shape{kind: disc, colour: s.state.colour, at: at, radius: c.Radius * s.state.scale()})
	}
}

func (s *sheet) FillString(face font.Face, at vg.Point, text string) {
	at = s.state.place(at)
	if face.Font.Size == 0 || text == "" || !finite(at) {
		return
	}
	face.Font.Size *= s.state.scale()
	s.shapes = append(s.shapes, shape{
		kind: words, colour: s.state.colour, at: at, text: text, face: face, turn: math.Atan2(s.state.b, s.state.a),
	})
}

func (s *sheet) DrawImage(box vg.Rectangle, img image.Image) {
	s.shapes = append(s.shapes, shape{kind: picture, image: img, box: vg.Rectangle{Min: s.state.place(box.Min), Max: s.state.place(box.Max)}})
}

// finite reports whether a point is at a place.
func finite(pt vg.Point) bool {
	return !math.IsNaN(float64(pt.X+pt.Y)) && !math.IsInf(float64(pt.X), 0) && !math.IsInf(float64(pt.Y), 0)
}

// known returns a path without the points that are nowhere, and counts them. It has a gap there.
func (s *sheet) known(path vg.Path) vg.Path {
	out := make(vg.Path, 0, len(path))
	gap := false
	for _, comp := range path {
		switch {
		case comp.Type != vg.CloseComp && !finite(comp.Pos):
			if !gap || comp.Type != vg.ArcComp { // an arc is one with the move to its beginning
				s.lost++
			}
			gap = true
			continue
		case gap && (comp.Type == vg.LineComp || comp.Type == vg.CurveComp):
			comp = vg.PathComp{Type: vg.MoveComp, Pos: comp.Pos}
		case gap && comp.Type == vg.CloseComp:
			continue
		}
		gap = false
		out = append(out, comp)
	}
	return out
}

// circle returns the one component of a path that is a whole circle.
func circle(path vg.Path) (c vg.PathComp, ok bool) {
	for _, comp := range path {
		switch comp.Type {
		case vg.ArcComp:
			if ok || math.Abs(comp.Angle) < 2*math.Pi {
				return c, false
			}
			c, ok = comp, true
		case vg.LineComp, vg.CurveComp:
			return c, false
		}
	}
	return c, ok
}

// flatten returns a path on the sheet, its curves with two controls. A stretched arc is drawn as
// one of a circle.
func (p *pen) flatten(path vg.Path) vg.Path {
	out := make(vg.Path, len(path))
	var last vg.Point // before the transformation
	for i, comp := range path {
		pos := comp.Pos
		switch comp.Type {
		case vg.CurveComp:
			first, second := comp.Control[0], comp.Control[len(comp.Control)-1]
			if len(comp.Control) == 1 {
				first = last.Add(first.Sub(last).Scale(2. / 3))
				second = pos.Add(second.Sub(pos).Scale(2. / 3))
			}
			comp.Control = []vg.Point{p.place(first), p.place(second)}
		case vg.ArcComp:
			pos = onCircle(comp, comp.Start+comp.Angle)
			comp.Radius *= p.scale()
			if p.a*p.d < p.b*p.c { // a mirror
				comp.Start, comp.Angle = -comp.Start, -comp.Angle
			}
			comp.Start += math.Atan2(p.b, p.a)
		}
		comp.Pos = p.place(comp.Pos)
		out[i], last = comp, pos
	}
	return out
}

// onCircle returns a point of the circle of an arc.
func onCircle(arc vg.PathComp, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: arc.Pos.X + arc.Radius*vg.Length(cos), Y: arc.Pos.Y + arc.Radius*vg.Length(sin)}
}

// asCurves returns a path with each arc as curves of at most a quarter of a circle.
func asCurves(path vg.Path) vg.Path {
	out := make(vg.Path, 0, len(path))
	for _, comp := range path {
		if comp.Type != vg.ArcComp {
			out = append(out, comp)
			continue
		}
		if len(out) == 0 {
			out.Move(onCircle(comp, comp.Start))
		} else {
			out.Line(onCircle(comp, comp.Start))
		}
		parts := max(1, math.Ceil(math.Abs(comp.Angle)/(math.Pi/2)-1e-9))
		step := comp.Angle / parts
		reach := 4. / 3 * math.Tan(step/4)
		for k := range int(parts) {
			from, to := comp.Start+float64(k)*step, comp.Start+float64(k+1)*step
			out.CubeTo(
				onCircle(comp, from).Add(tangent(comp, from).Scale(vg.Length(reach))),
				onCircle(comp, to).Add(tangent(comp, to).Scale(vg.Length(-reach))),
				onCircle(comp, to))
		}
	}
	return out
}

// tangent returns the derivative of the point of a circle by its angle.
func tangent(arc vg.PathComp, angle float64) vg.Point {
	return onCircle(arc, angle+math.Pi/2).Sub(arc.Pos)
}

// paintShapes draws shapes on a canvas.
func paintShapes(c vg.Canvas, shapes []shape) {
	for _, s := range shapes {
		c.SetColor(s.colour)
		switch s.kind {
		case area:
			c.Fill(s.path)
		case line:
			c.SetLineWidth(s.width)
			c.SetLineDash(s.dashes, s.offset)
			c.Stroke(s.path)
		case disc:
			var p vg.Path
			p.Move(vg.Point{X: s.at.X + s.radius, Y: s.at.Y})
			p.Arc(s.at, s.radius, 0, 2*math.Pi)
			p.Close()
			c.Fill(p)
		case words:
			c.Push()
			c.Translate(s.at)
			c.Rotate(s.turn)
			c.FillString(s.face, vg.Point{}, s.text)
			c.Pop()
		case picture:
			c.DrawImage(s.box, s.image)
		}
	}
}
