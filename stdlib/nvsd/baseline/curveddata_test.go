package baseline

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func naiveSD(v []float64) float64 {
	mean, square := floats.Sum(v)/float64(len(v)), 0.0
	for _, x := range v {
		square += (x - mean) * (x - mean) / float64(len(v))
	}
	if slices.Min(v) == slices.Max(v) {
		return 0
	}
	return math.Sqrt(square)
}

// griddedData has values on a coarse grid, so that ties are common.
func griddedData(t *rapid.T, n, d int) (*mat.Dense, []float64) {
	draw := rapid.Map(rapid.IntRange(-6, 6), func(v int) float64 { return float64(v) / 4 })
	X := mat.NewDense(n, d, rapid.SliceOfN(draw, n*d, n*d).Draw(t, "X"))
	return X, rapid.SliceOfN(draw, n, n).Draw(t, "y")
}

// curvedData is a function of the first two inputs, and noise.
func curvedData(n, d int, seed uint64) (*mat.Dense, []float64) {
	random := rand.New(rand.NewPCG(seed, 0))
	X := mat.NewDense(n, d, nil)
	y := make([]float64, n)
	for i := range y {
		for a := range d {
			X.Set(i, a, 2*random.Float64()-1)
		}
		y[i] = X.At(i, 0) + 2*X.At(i, 0)*X.At(i, 1%d) + 0.1*random.NormFloat64()
	}
	return X, y
}
