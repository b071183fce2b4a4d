package solve

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestConjugateLeastNorm: on a singular system, asked for more than rounding
// allows, it still returns the solution of least norm.
func TestConjugateLeastNorm(t *testing.T) {
	const size, rank = 40, 15
	rng := rand.New(rand.NewPCG(1, 0))
	F := mat.NewDense(size, rank, nil)
	F.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, F)
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
	x := make([]float64, size)
	apply := func(dst, src []float64) { mat.NewVecDense(size, dst).MulVec(A, mat.NewVecDense(size, src)) }
	plain := func(dst, src []float64) { copy(dst, src) }
	residual, steps := conjugate(t.Context(), x, b.RawVector().Data, apply, plain, 0, 100*size)
	if e := floats.Distance(x, want.RawVector().Data, 2); e > 1e-8 {
		t.Errorf("off by %v with residual %v after %d steps", e, residual, steps)
	}
	residual, steps = conjugate(t.Context(), x, make([]float64, size), apply, plain, 0, 10)
	if residual != 0 || steps != 0 || floats.Norm(x, 2) != 0 {
		t.Errorf("the system with right side 0: %v, residual %v after %d steps", x, residual, steps)
	}
}
