package viz

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testSurface is a saddle on a grid of n x n, with points along a line and far corners.
func testSurface(n int) report.Surface {
	s := report.Surface{
		Title: "y over a and b", XAxis: "a", YAxis: "b", ZAxis: "predicted y", Points: "observations", Note: "The other inputs are held.",
		PointsX: []float64{0, 1, 2.5, 4}, PointsY: []float64{-1, 0, 0.5, 1},
	}
	for i := range n {
		u := float64(i) / float64(n-1)
		s.X, s.Y = append(s.X, 4*u), append(s.Y, 2*u-1)
	}
	for _, x := range s.X {
		var z, far []float64
		for _, y := range s.Y {
			z, far = append(z, (x-2)*y), append(far, math.Abs(x/2-1-y))
		}
		s.Z, s.Far = append(s.Z, z), append(s.Far, far)
	}
	return s
}

func TestSurfaceGolden(t *testing.T) {
	f, err := Surface(testSurface(9))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/surface.svg", f.SVG())
	legible(t, f)
	if want := "It is least, -2 at (0, 1), and largest, 2 at (0, -1). The other inputs are held."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	for _, want := range []string{"observations", "far from all of them: a guess", "1.5", "-1.5"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// A surface that is nearby everywhere has no veil, and one of no points no key.
func TestSurfaceWithoutPoints(t *testing.T) {
	s := testSurface(5)
	s.Far, s.PointsX, s.PointsY = nil, nil, nil
	f, err := Surface(s)
	if err != nil {
		t.Fatal(err)
	}
	if hasText(t, f, "observations") || hasText(t, f, "far from all of them: a guess") {
		t.Error("the key explains marks that are not there")
	}
}

func TestSurfaceLeavesOut(t *testing.T) {
	s := testSurface(9)
	s.Z[3][3], s.PointsX[0] = math.NaN(), math.Inf(1)
	f, err := Surface(s)
	if err != nil {
		t.Fatal(err)
	}
	if want := "2 numbers are left out"; !strings.Contains(f.String(), want) {
		t.Errorf("%v, want %q", f, want)
	}
}

func TestSurfaceRefuses(t *testing.T) {
	for what, change := range map[string]func(*report.Surface){
		"one x":         func(s *report.Surface) { s.X, s.Z, s.Far = s.X[:1], s.Z[:1], s.Far[:1] },
		"falling x":     func(s *report.Surface) { s.X[2] = -5 },
		"NaN in y":      func(s *report.Surface) { s.Y[2] = math.NaN() },
		"a missing row": func(s *report.Surface) { s.Z = s.Z[1:] },
		"a short row":   func(s *report.Surface) { s.Z[1] = s.Z[1][1:] },
		"distances":     func(s *report.Surface) { s.Far = s.Far[1:] },
		"points":        func(s *report.Surface) { s.PointsX = nil },
		"nothing finite": func(s *report.Surface) {
			s.X, s.Y, s.Far, s.Z = s.X[:2], s.Y[:2], nil, [][]float64{{math.NaN(), math.NaN()}, {math.NaN(), math.Inf(1)}}
		},
	} {
		s := testSurface(5)
		change(&s)
		if _, err := Surface(s); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}
