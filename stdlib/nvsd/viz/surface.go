package viz

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Surface draws a function of two inputs as areas between contours, in the colours of the
// bar at its right. Contours have their numbers where there is room for them. A grey veil
// lies over what is far from all points.
//
// Values and points that are not finite are left out, and of more than 600 points a fixed
// sample is drawn; the caption says so. It is an error when an axis has not two different
// numbers that rise, when sizes disagree, and when no value is finite.
func Surface(chart report.Surface) (*Figure, error) {
	s := surface{chart: chart}
	if err := s.check(); err != nil {
		return nil, err
	}
	s.measure()
	head := header{title: clean(chart.Title), entries: s.key()}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + overSurface + surfaceHeight + belowPane + titleLine,
		draw:    func(c draw.Canvas) { s.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    s.inWords(),
		caption: sentences(chart.Note, sampledNote(len(s.px), maxMarks, chart.Points), leftOutNote(s.bad, "number", "numbers")),
	}, nil
}

const (
	surfaceHeight = vg.Length(330)
	overSurface   = vg.Length(6) // so that no number at its upper edge touches the title
)

// surface is the layout of a surface.
type surface struct {
	chart  report.Surface
	x, y   scale
	lo, hi float64 // the least and the largest value
	shades shades
	px, py []float64 // the points in the picture
	far    bool      // whether a part is far from them
	bad    int       // numbers that are not finite
}

func (s *surface) check() error {
	c := s.chart
	for _, axis := range [][]float64{c.X, c.Y} {
		rises := len(axis) > 1
		for i, v := range axis {
			rises = rises && drawable(v) && (i == 0 || v > axis[i-1])
		}
		if !rises {
			return fmt.Errorf("viz: a surface needs two numbers or more on each axis, which rise: there are %v", axis)
		}
	}
	for _, grid := range []struct {
		name   string
		values [][]float64
	}{{"values", c.Z}, {"distances", c.Far}} {
		if grid.values == nil && grid.name == "distances" {
			continue
		}
		if len(grid.values) != len(c.X) || slices.ContainsFunc(grid.values, func(row []float64) bool { return len(row) != len(c.Y) }) {
			return fmt.Errorf("viz: the %s of a surface are %d rows: one for each of %d x is needed, as long as the %d y", grid.name, len(grid.values), len(c.X), len(c.Y))
		}
	}
	if len(c.PointsX) != len(c.PointsY) {
		return fmt.Errorf("viz: the points of a surface have %d x and %d y", len(c.PointsX), len(c.PointsY))
	}
	if !slices.ContainsFunc(slices.Concat(c.Z...), drawable) {
		return fmt.Errorf("viz: no value of the surface %q is finite", c.Title)
	}
	return nil
}

func (s *surface) measure() {
	c := s.chart
	s.x, s.y = scale{lo: c.X[0], hi: c.X[len(c.X)-1]}, scale{lo: c.Y[0], hi: c.Y[len(c.Y)-1]}
	s.lo, s.hi = math.Inf(1), math.Inf(-1)
	for i, row := range c.Z {
		for j, v := range row {
			if !drawable(v) {
				s.bad++
				continue
			}
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
			s.far = s.far || c.Far != nil && c.Far[i][j] > 1
		}
	}
	s.shades = newShades(s.lo, s.hi)
	for i, x := range c.PointsX {
		y := c.PointsY[i]
		if !drawable(x) || !drawable(y) {
			s.bad++
		} else if x >= s.x.lo && x <= s.x.hi && y >= s.y.lo && y <= s.y.hi {
			s.px, s.py = append(s.px, x), append(s.py, y)
		}
	}
}

func (s *surface) key() []entry {
	var entries []entry
	if len(s.px) > 0 {
		entries = append(entries, entry{mark: onePin, text: clean(s.chart.Points), glyph: true})
	}
	if s.far {
		entries = append(entries, entry{mark: veiled, text: "far from all of them: a guess"})
	}
	return entries
}

func (s *surface) draw(c draw.Canvas) {
	xTitle, yTitle, zTitle := clean(s.chart.XAxis), clean(s.chart.YAxis), clean(s.chart.ZAxis)
	left := leftOf(s.y, surfaceHeight, yTitle)
	c.Max.Y -= overSurface
	box := vg.Rectangle{
		Min: vg.Point{X: c.Min.X + left, Y: c.Max.Y - surfaceHeight},
		Max: vg.Point{X: c.Max.X - s.shades.barRoom(zTitle), Y: c.Max.Y},
	}
	p := newPane(c, box, s.x, s.y)
	p.axisY(yTitle, left)
	p.axisX(xTitle)
	grid := p.field(s.chart)
	lines := s.fill(p, grid)
	if s.far {
		far := grid
		far.z = make([][]float64, len(grid.z))
		for i, row := range s.chart.Far {
			far.z[i] = slices.Clone(row)
			for j := range row {
				if !drawable(grid.z[i][j]) {
					far.z[i][j] = 0
				}
			}
		}
		rings := far.region(1)
		p.SetColor(veil)
		p.Fill(regionPath(rings))
	}
	var points []vg.Point
	for _, i := range sampled(len(s.px), maxMarks) {
		points = append(points, p.at(s.px[i], s.py[i]))
	}
	labels := placeLabels(lines, points, p.Rectangle)
	for _, line := range lines {
		line.stroke(p.Canvas, labels)
	}
	pins(p.Canvas, discRadius(len(points)), points)
	for _, label := range labels {
		label.draw(p.Canvas)
	}
	s.shades.drawBar(c, box, zTitle)
}

// field returns the surface in the places of the pane.
func (p pane) field(c report.Surface) field {
	f := field{z: c.Z}
	for _, x := range c.X {
		f.x = append(f.x, p.atX(x))
	}
	for _, y := range c.Y {
		f.y = append(f.y, p.atY(y))
	}
	return f
}

// fill draws the areas, each over those of lower values, and returns the contours between
// them.
func (s *surface) fill(p pane, grid field) []contourLine {
	p.SetColor(s.shades.colour(0))
	p.Fill(regionPath(grid.region(math.Inf(-1))))
	var lines []contourLine
	for k, limit := range s.shades.limits {
		colour := s.shades.colour(k + 1)
		rings := grid.region(limit.Value)
		p.SetColor(colour)
		p.Fill(regionPath(rings))
		for _, r := range rings {
			for _, line := range r.contours() {
				lines = append(lines, contourLine{points: line, text: limit.Label, colour: upon(colour)})
			}
		}
	}
	return lines
}

// pins draws points that are seen on every colour: light discs with a dark edge.
func pins(c draw.Canvas, radius vg.Length, places []vg.Point) {
	discs(c, radius+0.6, uponLight, places)
	discs(c, radius-0.2, uponDark, places)
}

// onePin draws a point in the key.
func onePin(c draw.Canvas, box vg.Rectangle) {
	pins(c, 2, []vg.Point{{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}})
}

// veiled draws the veil in the key, over a colour of the middle.
func veiled(c draw.Canvas, box vg.Rectangle) {
	c.SetColor(viridis(0.5))
	c.Fill(box.Path())
	box.Min.X += box.Size().X / 2
	c.SetColor(veil)
	c.Fill(box.Path())
}

func (s *surface) inWords() string {
	c := s.chart
	words := fmt.Sprintf("Surface of %s over %s from %s to %s and %s from %s to %s. ", clean(c.ZAxis),
		clean(c.XAxis), number(s.x.lo), number(s.x.hi), clean(c.YAxis), number(s.y.lo), number(s.y.hi))
	at := func(want float64) string {
		for i, row := range c.Z {
			if j := slices.Index(row, want); j >= 0 {
				return fmt.Sprintf("%s at (%s, %s)", number(want), number(c.X[i]), number(c.Y[j]))
			}
		}
		return number(want)
	}
	return words + fmt.Sprintf("It is least, %s, and largest, %s.", at(s.lo), at(s.hi))
}
