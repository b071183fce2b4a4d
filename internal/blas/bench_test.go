package blas

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// float64s is what these benchmarks need of an implementation.
type float64s interface {
	blas.Float64Level1
	blas.Float64Level2
	blas.Float64Level3
}

// BenchmarkBLAS times each operation beside gonum's, which is its assembly unless
// the build has the tag safe.
func BenchmarkBLAS(b *testing.B) {
	const sizes = 4
	rng := rand.New(rand.NewPCG(1, 1))
	numbers := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	for _, op := range []struct {
		name string
		run  func(impl float64s, n int, a, b, c []float64)
	}{
		{"Gemm/NN", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n)
		}},
		{"Gemm/NT", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemm(blas.NoTrans, blas.Trans, n, n, n, 1, a, n, b, n, 0, c, n)
		}},
		{"Gemm/TN", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemm(blas.Trans, blas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n)
		}},
		{"Gemm/TT", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemm(blas.Trans, blas.Trans, n, n, n, 1, a, n, b, n, 0, c, n)
		}},
		{"Gemv/N", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemv(blas.NoTrans, n, n, 1, a, n, b, 1, 0, c[:n], 1)
		}},
		{"Gemv/T", func(impl float64s, n int, a, b, c []float64) {
			impl.Dgemv(blas.Trans, n, n, 1, a, n, b, 1, 0, c[:n], 1)
		}},
		{"Symv", func(impl float64s, n int, a, b, c []float64) {
			impl.Dsymv(blas.Upper, n, 1, a, n, b, 1, 0, c[:n], 1)
		}},
		{"Ger", func(impl float64s, n int, a, b, c []float64) {
			impl.Dger(n, n, 1e-9, a, 1, b, 1, c, n)
		}},
		{"Dot", func(impl float64s, n int, a, b, c []float64) {
			c[0] = impl.Ddot(n, a, 1, b, 1)
		}},
		{"Axpy", func(impl float64s, n int, a, b, c []float64) {
			impl.Daxpy(n, 1e-9, a, 1, c, 1)
		}},
		{"Syrk/N", func(impl float64s, n int, a, b, c []float64) {
			impl.Dsyrk(blas.Upper, blas.NoTrans, n, n, 1, a, n, 0, c, n)
		}},
		{"Syrk/T", func(impl float64s, n int, a, b, c []float64) {
			impl.Dsyrk(blas.Upper, blas.Trans, n, n, 1, a, n, 0, c, n)
		}},
		{"Trsm/LeftUpperN", func(impl float64s, n int, a, b, c []float64) {
			copy(c, b)
			impl.Dtrsm(blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, c, n)
		}},
		{"Trsm/LeftUpperT", func(impl float64s, n int, a, b, c []float64) {
			copy(c, b)
			impl.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, n, n, 1, a, n, c, n)
		}},
		{"Trsm/RightLowerT", func(impl float64s, n int, a, b, c []float64) {
			copy(c, b)
			impl.Dtrsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, n, n, 1, a, n, c, n)
		}},
	} {
		for _, n := range [sizes]int{5, 20, 100, 500} {
			x, y, z := numbers(n*n), numbers(n*n), numbers(n*n)
			for i := range n {
				x[i*n+i] += 2 * float64(n) // what is solved stays finite
			}
			for _, impl := range []struct {
				name string
				float64s
			}{{"here", Implementation{}}, {"gonum", gonum.Implementation{}}} {
				b.Run(fmt.Sprintf("%s/%d/%s", op.name, n, impl.name), func(b *testing.B) {
					for b.Loop() {
						op.run(impl.float64s, n, x, y, z)
					}
				})
			}
		}
	}
}
