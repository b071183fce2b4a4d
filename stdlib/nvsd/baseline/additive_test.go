package baseline

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// points are the data of a reference file.
type points struct {
	X     [][]float64
	Y     []float64
	XTest [][]float64 `json:"X_test"`
}

// noisy returns n points of d inputs in [0, 1] whose first two matter.
func noisy(n, d int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.Float64())
		}
		y[i] = 3 + 5*X.At(i, 0) + math.Sin(2*math.Pi*X.At(i, d/2)) + 0.3*rng.NormFloat64()
	}
	return X, y
}

func letters(d int) []string {
	names := make([]string, d)
	for a := range names {
		names[a] = strings.Repeat("x", a/26) + string(rune('a'+a%26))
	}
	return names
}

// far returns the largest difference.
func far(t *testing.T, got, want []float64) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	return floats.Distance(got, want, math.Inf(1))
}

// within fails where a difference is more than tol, NaN included.
func within(t *testing.T, what string, difference, tol float64) {
	t.Helper()
	if !(difference <= tol) {
		t.Errorf("%s differs by %.2g, more than %.2g", what, difference, tol)
	} else {
		t.Logf("%s differs by %.1g", what, difference)
	}
}
