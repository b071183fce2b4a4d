// Command drawlogo draws the project's logo into a folder: as SVG, and from
// the same paths as PNG in the two sizes that Jupyter uses.
//
// The logo shows the derivative norms of four inputs, one of them large, and the
// tangent of the function in the direction of that input.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/vector"
)

// side is the width and height of the drawing.
const side = 64

// circle is the distance of the control points of a quarter circle from its
// ends, along the tangents, in radii.
const circle = 0.5523

// shape is a closed path in one colour.
type shape struct {
	fill color.NRGBA
	from point
	segs []segment
}

type point struct{ x, y float32 }

// segment is a cubic Bézier curve that starts at the end of the previous one.
type segment struct{ a, b, to point }

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: drawlogo FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	shapes := mark()
	files := map[string][]byte{"logo-svg.svg": []byte(svg(shapes))}
	for _, size := range []int{32, 64} {
		var b bytes.Buffer
		if err := png.Encode(&b, raster(shapes, size)); err != nil {
			return err
		}
		files[fmt.Sprintf("logo-%dx%d.png", size, size)] = b.Bytes()
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func mark() []shape {
	var (
		ground  = color.NRGBA{0x1b, 0x2a, 0x41, 0xff}
		quiet   = color.NRGBA{0x7d, 0x93, 0xb2, 0xff}
		bright  = color.NRGBA{0xff, 0xb0, 0x3b, 0xff}
		contour = color.NRGBA{0xf4, 0xf6, 0xfa, 0xff}
	)
	shapes := []shape{roundRect(ground, 0, 0, side, side, 14)}
	// Even coordinates are whole pixels in both sizes.
	const left, base, width, gap = 6, 56, 10, 4
	for i, height := range []float32{6, 22, 4, 10} {
		fill := quiet
		if i == 1 {
			fill = bright
		}
		shapes = append(shapes, roundRect(fill, float32(left+i*(width+gap)), base-height, width, height, 2))
	}
	// A curve, and its tangent over the tall bar.
	c := curve{point{10, 42}, point{14, 10}, point{38, 17}, point{56, 17}}
	const touch, reach = 0.38, 18
	p, d := c.at(touch), c.direction(touch)
	tangent := straight(point{p.x - reach*d.x, p.y - reach*d.y}, point{p.x + reach*d.x, p.y + reach*d.y})
	return append(shapes, stroke(contour, 4, c), stroke(bright, 3, tangent))
}

func roundRect(fill color.NRGBA, x, y, w, h, r float32) shape {
	k := r * (1 - circle)
	right, bottom := x+w, y+h
	return shape{fill, point{x + r, y}, []segment{
		line(point{x + r, y}, point{right - r, y}),
		{point{right - k, y}, point{right, y + k}, point{right, y + r}},
		line(point{right, y + r}, point{right, bottom - r}),
		{point{right, bottom - k}, point{right - k, bottom}, point{right - r, bottom}},
		line(point{right - r, bottom}, point{x + r, bottom}),
		{point{x + k, bottom}, point{x, bottom - k}, point{x, bottom - r}},
		line(point{x, bottom - r}, point{x, y + r}),
		{point{x, y + k}, point{x + k, y}, point{x + r, y}},
	}}
}

// curve is a cubic Bézier curve.
type curve struct{ p, a, b, q point }

func straight(p, q point) curve {
	s := line(p, q)
	return curve{p, s.a, s.b, q}
}

func (c curve) at(t float32) point {
	u := 1 - t
	w := [4]float32{u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t}
	return point{
		w[0]*c.p.x + w[1]*c.a.x + w[2]*c.b.x + w[3]*c.q.x,
		w[0]*c.p.y + w[1]*c.a.y + w[2]*c.b.y + w[3]*c.q.y,
	}
}

// direction returns the unit tangent.
func (c curve) direction(t float32) point {
	u := 1 - t
	w := [3]float32{u * u, 2 * t * u, t * t}
	x := w[0]*(c.a.x-c.p.x) + w[1]*(c.b.x-c.a.x) + w[2]*(c.q.x-c.b.x)
	y := w[0]*(c.a.y-c.p.y) + w[1]*(c.b.y-c.a.y) + w[2]*(c.q.y-c.b.y)
	norm := float32(math.Hypot(float64(x), float64(y)))
	return point{x / norm, y / norm}
}

// stroke returns the outline of a curve drawn with a round pen.
func stroke(fill color.NRGBA, width float32, c curve) shape {
	const steps = 24
	r := width / 2
	edge := func(t, side float32) point {
		p, d := c.at(t), c.direction(t)
		return point{p.x - side*r*d.y, p.y + side*r*d.x}
	}
	// cap is a half circle around an end, from one edge to the other.
	cap := func(t, side float32) []segment {
		p, d := c.at(t), c.direction(t)
		ahead := point{side * r * d.x, side * r * d.y}
		from, to := edge(t, side), edge(t, -side)
		tip := point{p.x + ahead.x, p.y + ahead.y}
		toward := func(p, by point, k float32) point { return point{p.x + k*by.x, p.y + k*by.y} }
		across := point{to.x - p.x, to.y - p.y}
		return []segment{
			{toward(from, ahead, circle), toward(tip, across, -circle), tip},
			{toward(tip, across, circle), toward(to, ahead, circle), to},
		}
	}
	s := shape{fill: fill, from: edge(0, 1)}
	for i := range steps {
		s.segs = append(s.segs, line(edge(float32(i)/steps, 1), edge(float32(i+1)/steps, 1)))
	}
	s.segs = append(s.segs, cap(1, 1)...)
	for i := steps; i > 0; i-- {
		s.segs = append(s.segs, line(edge(float32(i)/steps, -1), edge(float32(i-1)/steps, -1)))
	}
	s.segs = append(s.segs, cap(0, -1)...)
	return s
}

func line(from, to point) segment {
	third := func(t float32) point {
		return point{from.x + t*(to.x-from.x)/3, from.y + t*(to.y-from.y)/3}
	}
	return segment{third(1), third(2), to}
}

func svg(shapes []shape) string {
	var b strings.Builder
	b.WriteString("<!-- Code generated by install/internal/drawlogo. DO NOT EDIT. -->\n")
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`+"\n", side, side)
	for _, s := range shapes {
		fmt.Fprintf(&b, `<path fill="#%02x%02x%02x" d="M%.5g %.5g`, s.fill.R, s.fill.G, s.fill.B, s.from.x, s.from.y)
		for _, g := range s.segs {
			fmt.Fprintf(&b, "C%.5g %.5g %.5g %.5g %.5g %.5g", g.a.x, g.a.y, g.b.x, g.b.y, g.to.x, g.to.y)
		}
		b.WriteString("Z\"/>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func raster(shapes []shape, size int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	k := float32(size) / side
	for _, s := range shapes {
		r := vector.NewRasterizer(size, size)
		r.DrawOp = draw.Over
		r.MoveTo(k*s.from.x, k*s.from.y)
		for _, g := range s.segs {
			r.CubeTo(k*g.a.x, k*g.a.y, k*g.b.x, k*g.b.y, k*g.to.x, k*g.to.y)
		}
		r.ClosePath()
		r.Draw(img, img.Bounds(), image.NewUniform(s.fill), image.Point{})
	}
	return img
}
