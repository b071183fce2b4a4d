package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestConjugateResiduals: on a singular system the residual never rises, is what
// it is said to be, and the end is the solution of least norm.
func TestConjugateResiduals(t *testing.T) {
	const size, rank = 40, 15
	rng := rand.New(rand.NewPCG(1, 0))
	F := mat.NewDense(size, rank, nil)
	F.Apply(func(_, j int, _ float64) float64 { return math.Pow(10, -float64(j)/6) * rng.NormFloat64() }, F)
	A := mat.NewSymDense(size, nil)
	A.SymOuterK(1, F)
	want := mat.NewVecDense(size, nil) // in the range of A, so of least norm
	c := mat.NewVecDense(rank, nil)
	for i := range rank {
		c.SetVec(i, rng.NormFloat64())
	}
	want.MulVec(F, c)
	var b mat.VecDense
	b.MulVec(A, want)
	x, last := make([]float64, size), math.Inf(1)
	apply := func(dst, src []float64) { mat.NewVecDense(size, dst).MulVec(A, mat.NewVecDense(size, src)) }
	conjugateResiduals(t.Context(), x, b.RawVector().Data, apply, func(x, r []float64) bool {
		exact := make([]float64, size)
		apply(exact, x)
		floats.SubTo(exact, b.RawVector().Data, exact)
		now := floats.Norm(r, 2)
		if now > last*(1+1e-12) || floats.Distance(exact, r, 2) > 1e-10 {
			t.Errorf("residual %v after %v, off by %v", now, last, floats.Distance(exact, r, 2))
		}
		last = now
		return false
	}, 100*size)
	if e := floats.Distance(x, want.RawVector().Data, 2); e > 1e-6 {
		t.Errorf("off by %v", e)
	}
}
