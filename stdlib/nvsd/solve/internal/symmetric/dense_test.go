package symmetric

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestDenseProducts(t *testing.T) {
	var work DenseWork
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 140).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		A := mat.NewDense(n, d, nil)
		A.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, A)
		m := New(n)
		for i := range n {
			for j := range n {
				m.Row(i)[j] = rng.NormFloat64()
			}
		}
		m.SetOuter(A, &work)
		var outer, product mat.Dense
		outer.Mul(A, A.T())
		for i := range n {
			for j := i; j < n; j++ {
				if diff := m.Row(i)[j] - outer.At(i, j); diff > 1e-12 || diff < -1e-12 {
					t.Fatalf("entry %d, %d of A A' is %v, want %v", i, j, m.Row(i)[j], outer.At(i, j))
				}
			}
		}
		C, width := m.DenseRows(d)
		m.MulDense(C, A, &work)
		product.Mul(&outer, A)
		for i := range n {
			for b := range d {
				if diff := C[i*width+b] - product.At(i, b); diff > 1e-9 || diff < -1e-9 {
					t.Fatalf("entry %d, %d of S B is %v, want %v", i, b, C[i*width+b], product.At(i, b))
				}
			}
		}
	})
}
