package blas

import (
	"gonum.org/v1/gonum/blas"
)

// smallTriangle is the order of the triangles that gonum solves.
const smallTriangle = 16

// Dtrsm sets B to the X of op(A) X = alpha B or X op(A) = alpha B for b, m x n,
// where op(A) is a triangle or its transpose.
func (i Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order, other := m, n
	if s == blas.Right {
		order, other = n, m
	}
	if order <= smallTriangle || other < 1 || alpha == 0 || !knows(tA) || s != blas.Left && s != blas.Right ||
		!isTriangle(ul) || d != blas.NonUnit && d != blas.Unit ||
		!holds(a, order, order, lda) || !holds(b, m, n, ldb) {
		i.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	// Whole panels in the first part.
	half := (order/2 + 7) &^ 7
	rest := order - half
	// The part of A beside the diagonal.
	beside := a[half:]
	if ul == blas.Lower {
		beside = a[half*lda:]
	}
	second := b[half:]
	if s == blas.Left {
		second = b[half*ldb:]
	}
	solve := func(isFirst bool, alpha float64) {
		order, a, b := half, a, b
		if !isFirst {
			order, a, b = rest, a[half*lda+half:], second
		}
		if s == blas.Left {
			i.Dtrsm(s, ul, tA, d, order, n, alpha, a, lda, b, ldb)
		} else {
			i.Dtrsm(s, ul, tA, d, m, order, alpha, a, lda, b, ldb)
		}
	}
	lower := (ul == blas.Lower) != isTransposed(tA)
	firstIsFirst := lower == (s == blas.Left)
	known, unknown, size := b, second, rest
	if !firstIsFirst {
		known, unknown, size = second, b, half
	}
	solve(firstIsFirst, alpha)
	if s == blas.Left {
		i.Dgemm(tA, blas.NoTrans, size, n, order-size, -1, beside, lda, known, ldb, alpha, unknown, ldb)
	} else {
		i.Dgemm(blas.NoTrans, tA, m, size, order-size, -1, known, ldb, beside, lda, alpha, unknown, ldb)
	}
	solve(!firstIsFirst, 1)
}
