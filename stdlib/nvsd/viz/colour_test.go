package viz

import (
	"image/color"
	"testing"
)

// Every colour can be seen on a white page and on the dark grounds of JupyterLab, of VS Code and of
// the exported page: texts at 4.5 times the contrast, marks at 3.
func TestTonesCanBeSeen(t *testing.T) {
	least := map[tone]float64{ink: 4.5, muted: 4.5, axisline: 3, faint: 3}
	for i := range 7 {
		least[palette(i)] = 4.5
	}
	for c, want := range least {
		if got := contrast(c.light, 0xffffff); got < want {
			t.Errorf("%s has %.2f times the contrast on white, want %v", c.name, got, want)
		}
		for _, ground := range []uint32{0x111111, 0x15181d, 0x1e1e1e} {
			if got := contrast(c.dark, ground); got < want {
				t.Errorf("%s has %.2f times the contrast on #%06x, want %v", c.name, got, ground, want)
			}
		}
	}
	for _, c := range []tone{gridline, band} {
		if contrast(c.light, 0xffffff) < 1.2 || contrast(c.dark, 0x1e1e1e) < 1.2 {
			t.Errorf("%s cannot be seen", c.name)
		}
	}
}

// A colour of a user's plot can be seen on a dark page, and one of an area stays itself.
func TestColoursOfUsersOnADarkPage(t *testing.T) {
	for _, c := range []color.Color{nil, color.Black, color.NRGBA{B: 0x80, A: 255}, color.NRGBA{R: 0x40, G: 0x10, A: 255}, color.Gray{Y: 0x30}} {
		if got, _ := toneOf(c, false); contrast(got.dark, paper.dark) < 3 {
			t.Errorf("a line of %v is drawn in #%06x on a dark page", c, got.dark)
		}
	}
	if got, _ := toneOf(color.NRGBA{B: 0x80, A: 255}, true); got.dark != 0x80 {
		t.Errorf("an area of dark blue becomes #%06x on a dark page", got.dark)
	}
	if got, _ := toneOf(color.White, true); got != paper {
		t.Errorf("a white area becomes %v", got)
	}
	if got, opacity := toneOf(color.NRGBA{R: 0xff, A: 51}, false); got.light != 0xff0000 || opacity != 0.2 {
		t.Errorf("red that is a fifth opaque is #%06x at %v", got.light, opacity)
	}
}

// The names stand for one colour each, since all figures of a page share them.
func TestTonesHaveDifferentNames(t *testing.T) {
	all := []tone{paper, ink, muted, gridline, axisline, faint, band, uponDark, uponLight}
	for i := range 7 {
		all = append(all, palette(i))
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.name] {
			t.Errorf("two colours are called %s", c.name)
		}
		seen[c.name] = true
	}
}
