package viz

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func testPath() ([]float64, []Line) {
	lines := []Line{{Name: "age"}, {Name: "bmi", Selected: true}, {Name: "bp", Selected: true}, {Name: "s1"}}
	var taus []float64
	for k := range 9 {
		tau := math.Pow(2, -float64(k))
		taus = append(taus, tau)
		for a := range lines {
			lines[a].Norms = append(lines[a].Norms, float64(a)*max(0, 0.5-tau/2))
		}
	}
	return taus, lines
}

func TestPathGolden(t *testing.T) {
	taus, lines := testPath()
	f, err := Path("Derivative norms along the path", taus, lines, 0.125)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/path.svg", f.SVG())
}

func TestPathLeavesOutTauZero(t *testing.T) {
	taus, lines := testPath()
	want, err := Path("t", taus, lines, 0)
	if err != nil {
		t.Fatal(err)
	}
	for a := range lines {
		lines[a].Norms = append(lines[a].Norms, 99)
	}
	got, err := Path("t", append(taus, 0), lines, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got.SVG() != want.SVG() {
		t.Error("a tau of 0 changes the picture")
	}
}

func TestPathRefuses(t *testing.T) {
	line := func(norms ...float64) []Line { return []Line{{Name: "a", Norms: norms}} }
	for _, tc := range []struct {
		name  string
		taus  []float64
		lines []Line
		says  string
	}{
		{"nothing", []float64{1, 2}, nil, "no input"},
		{"one tau", []float64{1}, line(1), "two different"},
		{"equal taus", []float64{1, 1}, line(1, 1), "two different"},
		{"no positive tau", []float64{0}, line(1), "two different"},
		{"lengths", []float64{1, 2}, line(1), "1 norms for 2 taus"},
		{"negative tau", []float64{1, -2}, line(1, 1), "tau 2 of the path is -2"},
		{"NaN norm", []float64{1, 2}, line(1, math.NaN()), `"a" at tau 2 is NaN`},
	} {
		if _, err := Path("t", tc.taus, tc.lines, 0); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %s", tc.name, err, tc.says)
		}
	}
}

func TestPathStaysInsideThePicture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		taus := rapid.SliceOfNDistinct(rapid.Float64Range(1e-9, 1e9), 2, 12, rapid.ID).Draw(rt, "taus")
		lines := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Line {
			return Line{
				Name:     rapid.StringN(0, 60, 150).Draw(rt, "name"),
				Norms:    rapid.SliceOfN(rapid.Float64Range(0, 1e9), len(taus), len(taus)).Draw(rt, "norms"),
				Selected: rapid.Bool().Draw(rt, "selected"),
			}
		}), 1, 30).Draw(rt, "lines")
		f, err := Path("t", taus, lines, taus[rapid.IntRange(0, len(taus)-1).Draw(rt, "chosen")])
		if err != nil {
			rt.Fatal(err)
		}
		inside(rt, f)
	})
}
