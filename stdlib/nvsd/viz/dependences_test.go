package viz

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testDependences is a grid of n panels, of which the second is of a categorical input.
func testDependences(n int) report.Dependences {
	c := report.Dependences{Title: "Partial dependence of y", Value: "mean prediction", Slope: "its slope per sd", Points: "observations"}
	for k := range n {
		p := report.DependencePanel{Input: fmt.Sprint("x", k+1), Levels: []string{"red", "green", "a long name of a colour"}, Y: []float64{1, 3, 2}}
		if k != 1 {
			p = report.DependencePanel{Input: p.Input, Rug: []float64{0.5, 0, 0.25, 1}}
			for i := range 11 {
				x := float64(i) / 10
				p.X, p.Y = append(p.X, x), append(p.Y, x*x+float64(k))
				p.Slope, p.SD = append(p.Slope, 2*x), append(p.SD, 0.1)
			}
		}
		c.Panels = append(c.Panels, p)
	}
	return c
}

func TestDependencesGolden(t *testing.T) {
	f, err := Dependences(testDependences(4))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/dependences.svg", f.SVG())
	legible(t, f)
	if want := "4 panels on one scale"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	for _, want := range []string{"x1", "x4", "red", "observations", "its slope per sd"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// More panels than 12 are counted, and so are ticks and numbers that are left out.
func TestDependencesCountWhatIsLeftOut(t *testing.T) {
	c := testDependences(15)
	c.More = 2
	c.Panels[0].Y[3] = math.NaN()
	c.Panels[2].Rug = slices.Repeat([]float64{0.5}, 300)
	f, err := Dependences(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"5 more inputs have no panel.", "60 of the 300 observations of an input are drawn as ticks.", "1 number is left out"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("%v, want %q", f, want)
		}
	}
	if !hasText(t, f, "x12") || hasText(t, f, "x13") {
		t.Error("of 15 panels, it is not the first 12 that are drawn")
	}
	legible(t, f)
}

// Panels of one column have the same numbers at their left only.
func TestDependencesShareTheirScale(t *testing.T) {
	f, err := Dependences(testDependences(3))
	if err != nil {
		t.Fatal(err)
	}
	times := 0
	for _, e := range texts(t, f) {
		if e.content == "3" {
			times++
		}
	}
	if times != 1 {
		t.Errorf("the number 3 stands at %d axes of three panels of one scale", times)
	}
}

// Shortened texts carry the complete ones, from whichever form is written first.
func TestDependencesShortenTexts(t *testing.T) {
	c := testDependences(3)
	long := strings.Repeat("a long name ", 10) + "x"
	c.Panels[0].Input, c.Panels[1].Levels[2] = long, long+"y"
	f, err := Dependences(c)
	if err != nil {
		t.Fatal(err)
	}
	whole := map[string]bool{}
	for _, e := range texts(t, f) {
		whole[e.title] = true
	}
	if !whole[long] || !whole[long+"y"] {
		t.Errorf("shortened texts carry %v", whole)
	}
}

func TestDependencesRefuse(t *testing.T) {
	two := []float64{1, 2}
	for what, panels := range map[string][]report.DependencePanel{
		"nothing":        nil,
		"no values":      {{}},
		"lengths":        {{X: two, Y: two[:1]}},
		"slopes":         {{X: two, Y: two, Slope: two[:1]}},
		"a band":         {{X: two, Y: two, Slope: two, SD: two[:1]}},
		"levels":         {{Levels: []string{"a"}, Y: two}},
		"nothing finite": {{X: two, Y: []float64{math.NaN(), math.Inf(1)}}},
	} {
		if _, err := Dependences(report.Dependences{Panels: panels}); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}
