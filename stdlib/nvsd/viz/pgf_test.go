package viz

import (
	"image/color"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Whatever a canvas can draw is drawn in LaTeX, texts as they are.
func TestPGF(t *testing.T) {
	f := &Figure{width: 100, height: 100, title: "t", draw: func(c draw.Canvas) {
		c.SetColor(color.NRGBA{R: 0xff, A: 51})
		c.Fill(c.Rectangle.Path())
		c.SetLineDash([]vg.Length{1}, 1)
		var p vg.Path
		p.Move(vg.Point{X: 20, Y: 20})
		p.QuadTo(vg.Point{X: 30, Y: 40}, vg.Point{X: 40, Y: 20})
		p.Arc(vg.Point{X: 40, Y: 30}, 10, 0, 2)
		c.Stroke(p)
		dot(c, 50, 50)
		c.Push()
		c.Rotate(0.5)
		c.FillText(bold(sans(9, ink)), vg.Point{X: 20, Y: 20}, `50 % & \more_`)
		c.Pop()
	}}
	pgf := f.PGF()
	for _, want := range []string{
		`\vK{FF0000}`, `\vO0.2;`, `,{1pt}{1pt},1;`, `\vM20,20;\vC`, `\vL50,30;\vA0,114.59,10;`,
		`\def\vr{3.5}\vD50,50;\vF`, `,28.65,`, `{\bfseries 50 \% \& \textbackslash{}more\_`,
	} {
		if !strings.Contains(pgf, want) {
			t.Errorf("the PGF has no %s:\n%s", want, pgf)
		}
	}
	for _, m := range regexp.MustCompile(`\\v[A-Z]`).FindAllString(pgf, -1) {
		if !strings.Contains(pgf, `\def`+m) {
			t.Errorf("%s is not defined", m)
		}
	}
}
