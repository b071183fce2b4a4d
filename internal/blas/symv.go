package blas

import (
	"gonum.org/v1/gonum/blas"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// smallestSymmetric is the order below which a symmetric matrix is left to gonum.
const smallestSymmetric = 12

// Dsymv sets y = alpha A x + beta y for a symmetric A, n x n, of which a has a
// triangle.
func (i Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if n < smallestSymmetric || alpha == 0 || !isTriangle(ul) || incX < 1 || incY < 1 ||
		!holds(a, n, n, lda) || !holds(x, n, 1, incX) || !holds(y, n, 1, incY) {
		i.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	sideBySide(x, n, incX, y, n, incY, func(x, y []float64) {
		scale(beta, y)
		mulSymmetricAdd(ul, y, alpha, a, lda, x)
	})
}

// mulSymmetricAdd adds alpha A x to y. The odd rows come where they leave whole fours beside the
// others.
func mulSymmetricAdd(ul blas.Uplo, y []float64, alpha float64, a []float64, lda int, x []float64) {
	n := len(x)
	odd := n % panel.Rows
	if ul == blas.Upper {
		for row := range odd {
			symmetricRow(alpha, a[row*lda:], x, y, row, row+1, n)
		}
		for row := odd; row < n; row += panel.Rows {
			symmetricRows(ul, alpha, a, lda, x, y, row, row+panel.Rows, n)
		}
		return
	}
	for row := 0; row < n-odd; row += panel.Rows {
		symmetricRows(ul, alpha, a, lda, x, y, row, 0, row)
	}
	for row := n - odd; row < n; row++ {
		symmetricRow(alpha, a[row*lda:], x, y, row, 0, row)
	}
}

// symmetricRow adds alpha A x to y for the entries of A that are in a row, on the
// diagonal or in the columns from <= k < to, and for those opposite of them.
func symmetricRow(alpha float64, a, x, y []float64, row, from, to int) {
	sum := float64(a[row]*x[row]) + panel.Dot(a[from:to], x[from:to])
	panel.Axpy(alpha*x[row], a[from:to], y[from:to])
	y[row] += float64(alpha * sum)
}

// symmetricRows is symmetricRow for four rows, where to - from is a multiple of
// four.
func symmetricRows(ul blas.Uplo, alpha float64, a []float64, lda int, x, y []float64, row, from, to int) {
	var sums panel.RowSums
	var factors [panel.Rows]float64
	for r := range factors {
		factors[r] = alpha * x[row+r]
		for k := range panel.Rows {
			i, j := r, k
			if (i > j) == (ul == blas.Upper) {
				i, j = j, i
			}
			sums[r][k] = a[(row+i)*lda+row+j] * x[row+k]
		}
	}
	if from < to {
		panel.DotAddRows(&sums, x[from:to], y[from:to], &factors, a[row*lda+from:], lda)
	}
	for r := range panel.Rows {
		y[row+r] += float64(alpha * sums.Total(r))
	}
}
