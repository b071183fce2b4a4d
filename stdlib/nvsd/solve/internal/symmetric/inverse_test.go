package symmetric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestInverse multiplies inverses with their matrices: what is missing of the identity is
// of a few roundings of the condition.
func TestInverse(t *testing.T) {
	var inverter Inverter
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 150).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		S := regularised(rng, n, math.Pow(10, rapid.Float64Range(-8, 2).Draw(t, "shift")))
		f, ok := upper(S).Cholesky()
		if !ok {
			t.Fatal("the matrix counts as not positive definite")
		}
		to := New(n)
		for i := range to.data {
			to.data[i] = math.NaN()
		}
		inverter.Inverse(to, f)
		inverse := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				inverse.SetSym(i, j, to.Row(i)[j])
			}
		}
		var product mat.Dense
		product.Mul(S, inverse)
		tol := float64(10+n) * 0x1p-52 * mat.Norm(S, 1) * mat.Norm(inverse, 1)
		for i := range n {
			product.Set(i, i, product.At(i, i)-1)
		}
		if rest := mat.Norm(&product, 1); !(rest <= tol) {
			t.Errorf("A A^-1 is %.3g from the identity, more than %.3g", rest, tol)
		}
		var chol mat.Cholesky
		if !chol.Factorize(S) {
			t.Fatal("not definite to the peer")
		}
		if want := chol.LogDet(); math.Abs(f.LogDet()-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Errorf("log det is %v, want %v", f.LogDet(), want)
		}
	})
}

// TestInverseProcessors wants the same bits from one processor and from four.
func TestInverseProcessors(t *testing.T) {
	f, _ := Of(regularised(rand.New(rand.NewPCG(2, 1)), 203, 0.1)).Cholesky()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var results [2]*Matrix
	for k, processors := range []int{1, 4} {
		runtime.GOMAXPROCS(processors)
		results[k] = New(203)
		new(Inverter).Inverse(results[k], f)
	}
	if !slices.Equal(results[0].data, results[1].data) {
		t.Error("the inverse depends on the number of processors")
	}
}

// BenchmarkInverse compares the inverse from a factor with gonum's.
func BenchmarkInverse(b *testing.B) {
	for _, n := range []int{100, 200, 500} {
		S := regularised(rand.New(rand.NewPCG(1, 1)), n, 1e-3)
		b.Run(fmt.Sprintf("inverse/n=%d", n), func(b *testing.B) {
			f, _ := Of(S).Cholesky()
			var inverter Inverter
			to := New(n)
			for b.Loop() {
				inverter.Inverse(to, f)
			}
		})
		b.Run(fmt.Sprintf("gonum/n=%d", n), func(b *testing.B) {
			var c mat.Cholesky
			c.Factorize(S)
			to := mat.NewSymDense(n, nil)
			for b.Loop() {
				if err := c.InverseTo(to); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
