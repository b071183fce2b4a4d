package symmetric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The solution x of (A + shift I) x = b leaves a rest of the size of rounding, whatever the
// matrix is made of, and Q is orthogonal.
func TestTridiagonalSolves(t *testing.T) {
	for name, make := range some {
		for _, n := range []int{1, 2, 3, 31, 32, 33, 67, 130} {
			rng := rand.New(rand.NewPCG(uint64(n), 7))
			A := make(rng, n)
			size := mat.Norm(A, 2)
			shift := 2*size + 1e-3 // more than any eigenvalue below 0
			x, b := random(rng, n), random(rng, n)
			form, err := Of(A).Tridiagonal()
			if err != nil {
				t.Fatal(err)
			}
			copy(x, b)
			form.Turn(x)
			if d := math.Abs(floats.Norm(x, 2) - floats.Norm(b, 2)); d > 1e-13*floats.Norm(b, 2) {
				t.Errorf("%s, n = %d: Q' changes a length by %.3g", name, n, d)
			}
			if !form.Solve(x, shift) {
				t.Errorf("%s, n = %d: not positive definite at the shift %.3g", name, n, shift)
			}
			form.TurnBack(x)
			var rest mat.VecDense
			rest.MulVec(A, mat.NewVecDense(n, x))
			floats.AddScaled(rest.RawVector().Data, shift, x)
			floats.Sub(rest.RawVector().Data, b)
			if d := mat.Norm(&rest, 2); d > 1e-13*floats.Norm(b, 2) {
				t.Errorf("%s, n = %d: the rest is %.3g beside %.3g", name, n, d, floats.Norm(b, 2))
			}
		}
	}
}

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// A + shift I is positive definite if the shift is more than the lowest eigenvalue is below 0,
// and else not. The eigenvectors are those of Eigen, to the bit, and may be had twice.
func TestTridiagonalKnowsTheLeastEigenvalue(t *testing.T) {
	for _, n := range []int{2, 5, 40, 129} {
		A := some["random"](rand.New(rand.NewPCG(uint64(n), 1)), n)
		form, err := Of(A).Tridiagonal()
		if err != nil {
			t.Fatal(err)
		}
		V := Of(A)
		values, err := V.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []float64{0.999, 1.001} {
			if got, want := form.Solve(make([]float64, n), -part*values[0]), part > 1; got != want {
				t.Errorf("n = %d: positive definite at %g of the least eigenvalue: %v", n, part, got)
			}
		}
		for range 2 {
			again, its, err := form.Eigen()
			if err != nil || fmt.Sprint(its) != fmt.Sprint(values) || !mat.Equal(again.Dense(), V.Dense()) {
				t.Errorf("n = %d: other eigenvectors, %v", n, err)
			}
		}
	}
}
