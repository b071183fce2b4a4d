package problem

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestNearRows: rows that are there again with a little noise are seen, and nothing else is: rows of
// few values, in order of time, with heavy tails, equal rows.
func TestNearRows(t *testing.T) {
	again := func(times int, noise float64) func(rng *rand.Rand, X *mat.Dense) {
		return func(rng *rand.Rand, X *mat.Dense) {
			n, d := X.Dims()
			for i := range n {
				for a := range d {
					if i < n/times {
						X.Set(i, a, rng.NormFloat64())
					} else {
						X.Set(i, a, X.At(i%(n/times), a)+noise*rng.NormFloat64())
					}
				}
			}
		}
	}
	each := func(draw func(rng *rand.Rand, i, a int) float64) func(rng *rand.Rand, X *mat.Dense) {
		return func(rng *rand.Rand, X *mat.Dense) {
			n, d := X.Dims()
			for i := range n {
				for a := range d {
					X.Set(i, a, draw(rng, i, a))
				}
			}
		}
	}
	for name, c := range map[string]struct {
		draw func(rng *rand.Rand, X *mat.Dense)
		near bool
	}{
		"twice, noise 1e-3":      {again(2, 1e-3), true},
		"twice, noise 1e-8":      {again(2, 1e-8), true},
		"five times, noise 1e-6": {again(5, 1e-6), true},
		"equal rows":             {again(2, 0), false},
		"normal":                 {each(func(rng *rand.Rand, i, a int) float64 { return rng.NormFloat64() }), false},
		"two values":             {each(func(rng *rand.Rand, i, a int) float64 { return float64(rng.IntN(2)) }), false},
		"two values and a normal": {each(func(rng *rand.Rand, i, a int) float64 {
			if a == 0 {
				return rng.NormFloat64()
			}
			return float64(rng.IntN(2))
		}), false},
		"heavy tails":         {each(func(rng *rand.Rand, i, a int) float64 { return rng.NormFloat64() / rng.NormFloat64() }), false},
		"a curve in time":     {each(func(rng *rand.Rand, i, a int) float64 { return float64((i + 1) * (a + 1)) }), false},
		"rounded to a tenth":  {each(func(rng *rand.Rand, i, a int) float64 { return float64(int(10*rng.NormFloat64())) / 10 }), false},
		"a half of them zero": {each(func(rng *rand.Rand, i, a int) float64 { return max(0, rng.NormFloat64()) }), false},
	} {
		for _, size := range [][2]int{{40, 1}, {60, 3}, {200, 5}, {400, 20}} {
			for seed := range uint64(5) {
				X := mat.NewDense(size[0], size[1], nil)
				c.draw(rand.New(rand.NewPCG(seed, 9)), X)
				if got := len(nearRowWarnings(X)) > 0; got != c.near && !(c.near && size[1] == 1) {
					t.Errorf("%s, %v, seed %d: seen %v", name, size, seed, got)
				}
			}
		}
	}
}
