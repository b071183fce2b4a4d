package viz

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// fieldOf returns a function of two numbers from -1 to 1 on a grid of n x n nodes.
func fieldOf(n int, f func(x, y float64) float64) field {
	var out field
	for i := range n {
		out.x = append(out.x, vg.Length(-1+2*float64(i)/float64(n-1)))
		out.z = append(out.z, make([]float64, n))
	}
	out.y = out.x
	for i := range n {
		for j := range n {
			out.z[i][j] = f(float64(out.x[i]), float64(out.y[j]))
		}
	}
	return out
}

// areaOf returns the area within the rings, of which holes are taken off.
func areaOf(rings []ring) float64 {
	area := vg.Length(0)
	for _, r := range rings {
		for k, p := range r.points {
			q := r.points[(k+1)%len(r.points)]
			area += (p.X*q.Y - q.X*p.Y) / 2
		}
	}
	return float64(area)
}

func TestRegions(t *testing.T) {
	for _, tc := range []struct {
		name     string
		f        func(x, y float64) float64
		level    float64
		area     float64
		rings    int
		contours int
	}{
		{"all", func(x, _ float64) float64 { return x }, math.Inf(-1), 4, 1, 0},
		{"nothing", func(x, _ float64) float64 { return x }, 2, 0, 0, 0},
		{"a half", func(x, _ float64) float64 { return x }, 0.013, 2 * 0.987, 1, 1},
		{"a triangle", func(x, y float64) float64 { return x + y }, 1, 0.5, 1, 1},
		{"a disc", func(x, y float64) float64 { return -math.Hypot(x, y) }, -0.5, math.Pi / 4, 1, 1},
		{"around a hole", math.Hypot, 0.5, 4 - math.Pi/4, 2, 1},
		{"two corners", func(x, y float64) float64 { return x * y }, 0.5, 2 * (0.5 + 0.5*math.Log(0.5)), 2, 2},
		{"without what is NaN", func(x, y float64) float64 {
			if x > 0.01 {
				return math.NaN()
			}
			return 0
		}, math.Inf(-1), 2, 1, 0},
	} {
		rings := fieldOf(201, tc.f).region(tc.level)
		if got := areaOf(rings); math.Abs(got-tc.area) > 1e-3 {
			t.Errorf("%s: the area is %v, want %v", tc.name, got, tc.area)
		}
		lines := 0
		for _, r := range rings {
			lines += len(r.contours())
		}
		if len(rings) != tc.rings || lines != tc.contours {
			t.Errorf("%s: %d rings and %d contours, want %d and %d", tc.name, len(rings), lines, tc.rings, tc.contours)
		}
	}
}

// Whatever the field, regions of higher levels lie in those of lower ones, and their areas are
// not larger than the grid.
func TestRegionsShrink(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(rt, "n")
		value := rapid.SampledFrom([]float64{-1, 0, 0.25, 1, 2, math.NaN(), math.Inf(1)})
		f := fieldOf(n, func(float64, float64) float64 { return value.Draw(rt, "z") })
		last := 4 + 1e-9
		for _, level := range []float64{math.Inf(-1), -0.5, 0, 0.5, 1, 1.5, 3} {
			area := areaOf(f.region(level))
			if area < -1e-9 || area > last+1e-9 {
				rt.Fatalf("at %v the area is %v, and %v below", level, area, last)
			}
			last = area
		}
	})
}
