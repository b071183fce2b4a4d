package blas

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// TestDecompositions are gonum's, which call what is registered.
func TestDecompositions(t *testing.T) {
	defer blas64.Use(blas64.Implementation())
	blas64.Use(Implementation{})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{3, 17, 70, 150} {
		A := mat.NewDense(n, n, nil)
		A.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, A)
		var S mat.SymDense
		S.SymOuterK(1/float64(n), A)
		for i := range n {
			S.SetSym(i, i, S.At(i, i)+1)
		}
		near := func(what string, got, want mat.Matrix) {
			t.Helper()
			var difference mat.Dense
			difference.Sub(got, want)
			if worst := mat.Max(&difference) - mat.Min(&difference); !(worst <= 1e-13*float64(n)) {
				t.Errorf("%s of order %d: differs by %v", what, n, worst)
			}
		}

		var chol mat.Cholesky
		if !chol.Factorize(&S) {
			t.Fatalf("Cholesky of order %d: not positive definite", n)
		}
		var L mat.TriDense
		chol.LTo(&L)
		var product mat.Dense
		product.Mul(&L, L.T())
		near("Cholesky", &product, &S)

		var X mat.Dense
		if err := chol.SolveTo(&X, A); err != nil {
			t.Fatal(err)
		}
		product.Reset()
		product.Mul(&S, &X)
		near("solution", &product, A)

		var eigen mat.EigenSym
		if !eigen.Factorize(&S, true) {
			t.Fatalf("eigenvalues of order %d: not found", n)
		}
		var V, VD mat.Dense
		eigen.VectorsTo(&V)
		VD.Mul(&V, mat.NewDiagDense(n, eigen.Values(nil)))
		product.Reset()
		product.Mul(&VD, V.T())
		near("eigenvectors", &product, &S)

		var qr mat.QR
		qr.Factorize(A)
		var Q, R mat.Dense
		qr.QTo(&Q)
		qr.RTo(&R)
		product.Reset()
		product.Mul(&Q, &R)
		near("QR", &product, A)
		product.Reset()
		product.Mul(Q.T(), &Q)
		identity := mat.NewDiagDense(n, nil)
		for i := range n {
			identity.SetDiag(i, 1)
		}
		near("Q", &product, identity)

		var lu mat.LU
		lu.Factorize(A)
		if err := lu.SolveTo(&X, false, &S); err != nil {
			t.Fatal(err)
		}
		product.Reset()
		product.Mul(A, &X)
		var residual mat.Dense
		residual.Sub(&product, &S)
		if norm := mat.Norm(&residual, 2); !(norm <= 1e-14*float64(n)*mat.Norm(&X, 2)*mat.Norm(A, 2)) || math.IsNaN(norm) {
			t.Errorf("LU of order %d: residual %v", n, norm)
		}
	}
}
