package baseline

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An adapted kernel is paper 003, eq. (9), computed as it stands.
func TestAdaptedKernelIsItsFormula(t *testing.T) {
	X, _ := noisy(12, 1, 51)
	k, err := (&kernelSum{kernels: newSplineKernels(X), terms: []Component{{Name: "x", Inputs: []int{0}}}, n: 12}).grams(X)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	q, alpha := make([]float64, 12), make([]float64, 12)
	for i := range q {
		q[i], alpha[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	floats.Scale(1/floats.Norm(q, 2), q)
	for _, mu := range []float64{1e-6, 1, 1e4} {
		c, err := newAdaptedKernel(k[0], mu)
		if err != nil {
			t.Fatal(err)
		}
		c.turn(q)
		got := mat.NewSymDense(12, nil)
		c.matrix(got)

		m := mat.NewDense(12, 12, nil)
		m.Outer(-1, mat.NewVecDense(12, q), mat.NewVecDense(12, q))
		inner := mat.NewDense(12, 12, nil)
		for i := range 12 {
			m.Set(i, i, m.At(i, i)+1)
		}
		inner.Mul(m, k[0])
		for i := range 12 {
			inner.Set(i, i, inner.At(i, i)+1/mu)
		}
		var middle, want mat.Dense
		if err := middle.Solve(inner, m); err != nil {
			t.Fatal(err)
		}
		want.Mul(k[0], &middle)
		want.Mul(&want, k[0])
		want.Sub(k[0], &want)
		for i := range 12 {
			for j := range 12 {
				if off := math.Abs(got.At(i, j) - want.At(i, j)); off > 1e-12 {
					t.Errorf("mu %v: entry %d, %d is off by %v", mu, i, j, off)
				}
			}
		}

		// K a = K_D alpha, and the kernel between a training point and all is a row of K_D.
		var through, direct mat.VecDense
		through.MulVec(k[0], mat.NewVecDense(12, c.coefs(alpha)))
		direct.MulVec(got, mat.NewVecDense(12, alpha))
		within(t, "K a", far(t, through.RawVector().Data, direct.RawVector().Data), 1e-11)
		row := mat.Row(nil, 3, k[0])
		c.adapt(row)
		within(t, "a row", far(t, row, mat.Row(nil, 3, got)), 1e-12)
	}
}
