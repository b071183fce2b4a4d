package viz

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Numbers at the ends of float64 are drawn inside the picture, or refused.
func TestExtremeNumbersAreDrawnOrRefused(t *testing.T) {
	for _, v := range [][]float64{
		{-1e308, 1e308}, {-1e300, 1e300}, {1e299, 1e300}, {1e308, 1.7e308}, {math.SmallestNonzeroFloat64, 1e-320}, {-1e-320, 0},
		{1e-300, 1e300}, {0, 0}, {1, 1 + 1e-15},
	} {
		size := []float64{math.Abs(v[0]), math.Abs(v[1])}
		for name, draw := range map[string]func() (*Figure, error){
			"points": func() (*Figure, error) {
				return Points("t", "y", []Point{{Name: "a", Value: v[0]}, {Name: "b", Value: v[1]}})
			},
			"errors": func() (*Figure, error) {
				return Errors("t", "tau", "y", size, []Series{{Name: "a", Y: size, SE: size}})
			},
			"curves": func() (*Figure, error) { return Curves("t", "x", []float64{0, 1}, Panel{Label: "y", Y: v}) },
			"intervals": func() (*Figure, error) {
				return Intervals("t", "x", "point", "line", []Interval{{Name: "a", Value: size[0], Low: size[0], High: size[0]}, {Name: "b", Value: size[1], Low: 0, High: size[1]}})
			},
			"norms": func() (*Figure, error) {
				return Norms("t", "x", []Bar{{Name: "a", Norm: size[0], Selected: true}, {Name: "b", Norm: size[1], Selected: false}})
			},
			"grouped bars": func() (*Figure, error) {
				return GroupedBars(report.GroupedBars{Title: "t", Axis: "x", Groups: []string{"a", "b"}, Series: []Series{{Name: "s", Y: size, SE: size}}})
			},
			"path": func() (*Figure, error) { return Path("t", size, []Line{{Name: "a", Norms: size}}, 0) },
		} {
			f, err := draw()
			if err != nil {
				t.Logf("%s of %v: %v", name, v, err)
				continue
			}
			t.Run(name, func(t *testing.T) { inside(t, f) })
		}
	}
}
