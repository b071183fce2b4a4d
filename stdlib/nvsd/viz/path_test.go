package viz

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
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
		{"no positive tau", []float64{0, math.NaN()}, line(1, 1), "needs a positive tau, there is none among 2"},
		{"lengths", []float64{1, 2}, line(1), "1 norms for 2 taus"},
		{"negative tau", []float64{1, -2}, line(1, 1), "tau 2 of the path is -2"},
		{"negative norm", []float64{1, 2}, line(1, -1), `"a" at tau 2 is -1`},
	} {
		if _, err := Path("t", tc.taus, tc.lines, 0); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %s", tc.name, err, tc.says)
		}
	}
}

// What cannot be drawn of a path is left out, and the caption counts it.
func TestPathLeavesOut(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		name  string
		taus  []float64
		lines []Line
		says  string
	}{
		{"fits before the first entry", []float64{8, 4, 2, 1}, []Line{{Name: "a", Norms: []float64{0, 0, 0, 1}}}, "Fits at a larger tau, without inputs, are not drawn: 2."},
		{"norms", []float64{4, 2, 1}, []Line{{Name: "a", Norms: []float64{nan, 1, inf}}, {Name: "b", Norms: []float64{1, 2, 3}}}, "2 norms are left out"},
		{"all norms of an input", []float64{4, 2}, []Line{{Name: "a", Norms: []float64{nan, nan}}, {Name: "b", Norms: []float64{0, 1}}}, "2 norms are left out"},
		{"one fit is drawn", []float64{4}, []Line{{Name: "a", Norms: []float64{1}}}, "over tau from 4 to 4"},
		{"equal taus are one", []float64{4, 4}, []Line{{Name: "a", Norms: []float64{1, 1}}}, "over tau from 4 to 4"},
		{"no input ever in", []float64{4, 2}, []Line{{Name: "a", Norms: []float64{0, 0}}}, "last with 0"},
	} {
		f, err := Path("t", tc.taus, tc.lines, 0)
		if err != nil || !strings.Contains(f.String(), tc.says) {
			t.Errorf("%s: error %v, in words %v, want %q", tc.name, err, f, tc.says)
		}
	}
}

// The chosen tau is told with its number of inputs, and the ends of the steps with theirs.
func TestPathCountsInputs(t *testing.T) {
	taus, lines := testPath()
	f := must(t)(Draw(report.Lines{
		Title: "t", Measure: "norm", Weight: "tau", Weights: taus, Lines: lines, Chosen: 0.125, Certain: []int{0, 0, 1, 1, 2, 2, 2, 2, 2},
	}))
	for _, want := range []string{"tau = 0.125: 3 inputs in, 2 selected", "in", "certainly in", "inputs", "age stays at 0"} {
		if !hasText(t, f, want) {
			t.Errorf("nothing in the picture says %q", want)
		}
	}
	for _, tau := range taus {
		for a := range lines {
			lines[a].In = append(lines[a].In, a == 0 && tau < 0.5)
		}
	}
	lines[1].Selected, lines[2].Selected = false, false
	f = must(t)(Path("t", taus, lines, 0.125))
	if !hasText(t, f, "tau = 0.125: 1 input in") {
		t.Error("what is in is not what the line says")
	}
}

// The step from one tau to the next is wide where norms change.
func TestPathIsWideWhereNormsChange(t *testing.T) {
	s := newSpacing([]float64{16, 8, 4, 2, 1}, []float64{0, 0, 0, 5})
	for j := range 3 {
		if early, late := s.at[j+1]-s.at[j], s.at[4]-s.at[3]; late < 2*early {
			t.Errorf("the last step is %v long, where all changes, and step %d is %v", late, j, early)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		weights := rapid.SliceOfNDistinct(rapid.Float64Range(1e-300, 1e300), 2, 20, rapid.ID).Draw(rt, "weights")
		slices.Sort(weights)
		slices.Reverse(weights)
		s := newSpacing(weights, rapid.SliceOfN(rapid.Float64Range(0, 1e300/20), len(weights)-1, len(weights)-1).Draw(rt, "changes"))
		last := -1.0
		for _, w := range weights {
			if at := s.part(w); !(at >= last && at <= 1) {
				rt.Fatalf("%v stands at %v, after %v", w, at, last)
			}
			last = s.part(w)
		}
		if s.part(weights[0]) != 0 || s.part(weights[len(weights)-1]) != 1 {
			rt.Fatal("the axis does not go from 0 to 1")
		}
	})
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

// TestRestOfAPath: what the lines without a name reach is said where the axis has their norms.
func TestRestOfAPath(t *testing.T) {
	c := report.Lines{Measure: "norm", Weight: "tau", Weights: []float64{2, 1}}
	for a := range maxNamed + 5 {
		c.Lines = append(c.Lines, Line{Name: string(rune('a' + a)), Norms: []float64{0, float64(100 - a)}})
	}
	for scale, want := range map[report.Scale]string{
		report.Linear: ">5 more, none above 88<", report.Log: ">5 more, none above 88<", report.Relative: ">5 more<",
	} {
		c.Scale = scale
		f, err := Draw(c)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(f.SVG(), want) {
			t.Errorf("scale %q: no %q", scale, want)
		}
	}
}
