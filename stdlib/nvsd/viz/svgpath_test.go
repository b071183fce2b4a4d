package viz

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Paths are written with few digits, and each point is where it is to a hundredth, however many
// are before it.
func TestSVGPath(t *testing.T) {
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	var third vg.Path
	third.Move(at(0, 100))
	for _, part := range []vg.Length{1, 2, 3} {
		third.Line(at(part/3, 100-part/3))
	}
	for _, tc := range []struct {
		want string
		draw func(p *vg.Path)
	}{
		{"M1 99h3v-2l-.5 1z", func(p *vg.Path) {
			p.Move(at(1, 1))
			p.Line(at(4, 1))
			p.Line(at(4, 3))
			p.Line(at(3.5, 2))
			p.Close()
		}},
		{"M0 0l.33 .33 .34 .34 .33 .33", func(p *vg.Path) { *p = third }},
		{"M2 90zm1 0l-1.25-1", func(p *vg.Path) {
			p.Move(at(2, 10))
			p.Close()
			p.Move(at(3, 10))
			p.Line(at(1.75, 11))
		}},
		{"M10 100c0-1 1-2 2-2", func(p *vg.Path) {
			p.Move(at(10, 0))
			p.CubeTo(at(10, 1), at(11, 2), at(12, 2))
		}},
		{"M60 50a10 10 0 1 0 0 .01z", func(p *vg.Path) {
			p.Arc(at(50, 50), 10, 0, 2*math.Pi)
			p.Close()
		}},
		{"M0 100l60-50a10 10 0 0 0-10-10", func(p *vg.Path) {
			p.Move(at(0, 0))
			p.Arc(at(50, 50), 10, 0, math.Pi/2)
		}},
	} {
		var path vg.Path
		tc.draw(&path)
		w := svgPath{height: 100}
		w.add(path)
		if got := w.out.String(); got != tc.want {
			t.Errorf("the path is %s, want %s", got, tc.want)
		}
	}
}
