package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// What is left of the target without the function is noise of the deviation that is said.
func TestFriedman(t *testing.T) {
	circuit := func(x []float64) float64 { return x[1]*x[2] - 1/(x[1]*x[3]) }
	for _, c := range []struct {
		name   string
		draw   func(n, d int, seed uint64) (*Frame, error)
		least  int
		noise  float64
		f      func(x []float64) float64
		ranges [4][2]float64
	}{
		{"Friedman1", Friedman1, 5, 1, func(x []float64) float64 {
			return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*math.Pow(x[2]-0.5, 2) + 10*x[3] + 5*x[4]
		}, [4][2]float64{{0, 1}, {0, 1}, {0, 1}, {0, 1}}},
		{"Friedman2", Friedman2, 4, 125, func(x []float64) float64 {
			return math.Sqrt(x[0]*x[0] + circuit(x)*circuit(x))
		}, [4][2]float64{{0, 100}, {40 * math.Pi, 560 * math.Pi}, {0, 1}, {1, 11}}},
		{"Friedman3", Friedman3, 4, 0.1, func(x []float64) float64 {
			return math.Atan(circuit(x) / x[0])
		}, [4][2]float64{{0, 100}, {40 * math.Pi, 560 * math.Pi}, {0, 1}, {1, 11}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const n, d = 4000, 8
			f, err := c.draw(n, d, 3)
			if err != nil {
				t.Fatal(err)
			}
			if f.D() != d || f.Source() != c.name {
				t.Errorf("%v", f)
			}
			left := f.Y()
			for i := range left {
				left[i] -= c.f(mat.Row(nil, i, f.X()))
			}
			if sd := stat.StdDev(left, nil); math.Abs(sd-c.noise) > 0.05*c.noise {
				t.Errorf("noise of deviation %v, want %v", sd, c.noise)
			}
			for a, r := range c.ranges {
				column := mat.Col(nil, a, f.X())
				low, high := column[0], column[0]
				for _, v := range column {
					low, high = min(low, v), max(high, v)
				}
				if wide := r[1] - r[0]; low < r[0] || high > r[1] || high-low < 0.99*wide {
					t.Errorf("x%d goes from %v to %v, want %v", a+1, low, high, r)
				}
			}
			if _, err := c.draw(n, c.least-1, 3); err == nil {
				t.Errorf("no error for %d inputs", c.least-1)
			}
		})
	}
}
