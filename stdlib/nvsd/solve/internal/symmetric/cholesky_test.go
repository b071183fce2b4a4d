package symmetric

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// regularised is a kernel's matrix plus shift I.
func regularised(rng *rand.Rand, n int, shift float64) *mat.SymDense {
	S := gaussian(rng, n, 3, 1)
	for i := range n {
		S.SetSym(i, i, S.At(i, i)+shift)
	}
	return S
}

// TestCholesky holds the factor to the matrix, and solutions to their residuals,
// which are of a few roundings however close to singular the matrix is.
func TestCholesky(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 150).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		S := regularised(rng, n, math.Pow(10, rapid.Float64Range(-10, 2).Draw(t, "shift")))
		m := upper(S)
		f, ok := m.Cholesky()
		if !ok {
			t.Fatal("the matrix counts as not positive definite")
		}
		R := mat.NewTriDense(n, mat.Upper, nil)
		x, b := make([]float64, n), make([]float64, n)
		for i := range n {
			for j := i; j < n; j++ {
				R.SetTri(i, j, f.r.Row(i)[j])
			}
			b[i] = rng.NormFloat64()
		}
		var RR mat.Dense
		RR.Mul(R.T(), R)
		tol := (10 + float64(n)) * 0x1p-52 * mat.Norm(S, 1)
		if !mat.EqualApprox(&RR, S, tol) {
			t.Error("R'R is not the matrix")
		}
		copy(x, b)
		f.Solve(x)
		var rest mat.VecDense
		rest.MulVec(S, mat.NewVecDense(n, x))
		for i, v := range b {
			if !(math.Abs(rest.AtVec(i)-v) <= tol*floats.Norm(x, 2)) {
				t.Errorf("entry %d of A x is %v, want %v", i, rest.AtVec(i), v)
			}
		}
	})
}

func TestCholeskyNotDefinite(t *testing.T) {
	for _, n := range []int{1, 2, 33, 130} {
		for _, at := range []int{0, n / 2, n - 1} {
			for _, v := range []float64{-1e-3, math.NaN(), math.Inf(1)} {
				S := regularised(rand.New(rand.NewPCG(1, 1)), n, 1)
				S.SetSym(at, at, v)
				if _, ok := upper(S).Cholesky(); ok {
					t.Errorf("n = %d: a matrix with %v on its diagonal at %d counts as positive definite", n, v, at)
				}
			}
		}
	}
}

// TestCholeskyProcessors wants the same bits from one processor and from two.
func TestCholeskyProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	S := regularised(rand.New(rand.NewPCG(1, 1)), 300, 1e-3)
	var factors [2]*Factor
	for i := range factors {
		runtime.GOMAXPROCS(i + 1)
		factors[i], _ = upper(S).Cholesky()
	}
	for i := range S.SymmetricDim() {
		if !slices.Equal(factors[0].r.Row(i)[i:], factors[1].r.Row(i)[i:]) {
			t.Fatalf("row %d differs between one processor and two", i)
		}
	}
}
