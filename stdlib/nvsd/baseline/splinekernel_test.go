package baseline

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/mat"
)

// The kernel reproduces: <K(s, .), K(t, .)> = K(s, t) in the norm that it is of, and its
// functions have the mean 0.
func TestSplineKernelReproduces(t *testing.T) {
	at := []float64{0, 0.3, 0.71, 1}
	k := newSplineKernels(mat.NewDense(4, 1, at))
	const steps = 4000
	grid := make([]float64, steps+1)
	values := make([][]float64, len(at)) // K(., t) on the grid
	for i := range grid {
		grid[i] = float64(i) / steps
		row := make([]float64, len(at))
		k.row(row, 0, grid[i])
		for j, v := range row {
			values[j] = append(values[j], v)
		}
	}
	slope := func(f []float64) []float64 {
		d := make([]float64, steps+1)
		for i := 1; i < steps; i++ {
			d[i] = (f[i+1] - f[i-1]) * steps / 2
		}
		d[0], d[steps] = 2*d[1]-d[2], 2*d[steps-1]-d[steps-2]
		return d
	}
	for i, s := range at {
		if mean := integrate.Trapezoidal(grid, values[i]); math.Abs(mean) > 1e-8 {
			t.Errorf("K(., %v) has the mean %v", s, mean)
		}
		f2 := slope(slope(values[i]))
		row := make([]float64, len(at))
		k.row(row, 0, s)
		for j, u := range at {
			g2 := slope(slope(values[j]))
			product := make([]float64, steps+1)
			for l := range product {
				product[l] = f2[l] * g2[l]
			}
			rises := (values[i][steps] - values[i][0]) * (values[j][steps] - values[j][0]) // of the means of the derivatives
			if got := rises + integrate.Trapezoidal(grid, product); math.Abs(got-row[j]) > 1e-3 {
				t.Errorf("<K(%v, .), K(%v, .)> = %v, want %v", s, u, got, row[j])
			}
		}
	}
}
