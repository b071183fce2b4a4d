package viz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// What is left out of a line is not seen, and its ends stay.
func TestSimple(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) vg.Point {
			return vg.Point{X: vg.Length(rapid.Float64Range(0, 10).Draw(rt, "x")), Y: vg.Length(rapid.Float64Range(0, 1).Draw(rt, "y"))}
		}), 2, 40).Draw(rt, "line")
		got := simple(line, maxCorners)
		if got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
			rt.Fatalf("%v ends elsewhere than %v", got, line)
		}
		for _, p := range line {
			nearest := vg.Length(100)
			for k := range got[1:] {
				nearest = min(nearest, fromSegment(p, got[k], got[k+1]))
			}
			if nearest > 0.1+1e-9 {
				rt.Fatalf("%v is %v away from %v", p, nearest, got)
			}
		}
		if few := simple(line, 5); len(few) > 5 {
			rt.Fatalf("%d corners, where 5 are the most", len(few))
		}
	})
}

// Which corners stay does not hinge on the last bits of the points.
func TestSimpleTies(t *testing.T) {
	want := []vg.Point{{X: 0, Y: 0}, {X: 4, Y: 0.15}, {X: 9, Y: 0}}
	for _, lower := range []vg.Length{0, 1e-12, -1e-12} {
		if got := simple([]vg.Point{want[0], want[1], {X: 5, Y: 0.15 - lower}, want[2]}, maxCorners); !slices.Equal(got, want) {
			t.Errorf("one of two equal corners %v lower: %v, want %v", lower, got, want)
		}
	}
}

// A path of many inputs stays small, however they move, and says how many lines it draws.
func TestPathStaysSmall(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	chart := report.Lines{Title: "t", Measure: "norm", Weight: "tau"}
	for j := range 200 {
		chart.Weights = append(chart.Weights, 1/float64(1+j))
	}
	for a := range 500 {
		line := Line{Name: fmt.Sprint("x", a)}
		for range chart.Weights {
			line.Norms = append(line.Norms, random.Float64())
		}
		chart.Lines = append(chart.Lines, line)
	}
	f := must(t)(Draw(chart))
	const most = 40_000
	if n := len(f.SVG()); n > most {
		t.Errorf("%d bytes, want at most %d", n, most)
	}
	legible(t, f)
	if want := "Of the 488 lines without a name the "; !strings.Contains(f.String(), want) {
		t.Errorf("the caption is without %q: %v", want, f)
	}
}
