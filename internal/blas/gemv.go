package blas

import (
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// Matrices with fewer rows, columns or entries are left to gonum.
const (
	fewestRows    = panel.Rows
	fewestColumns = 8
	fewestEntries = 64
)

// Dgemv sets y = alpha A x + beta y or y = alpha A' x + beta y for a, m x n.
func (i Implementation) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	inner, outer := n, m
	if isTransposed(tA) {
		inner, outer = m, n
	}
	if m < fewestRows || n < fewestColumns || m*n < fewestEntries || alpha == 0 || !knows(tA) ||
		incX < 1 || incY < 1 || !holds(a, m, n, lda) || !holds(x, inner, 1, incX) || !holds(y, outer, 1, incY) {
		i.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	sideBySide(x, inner, incX, y, outer, incY, func(x, y []float64) {
		scale(beta, y)
		if isTransposed(tA) {
			mulVecTransposedAdd(y, alpha, a, lda, x)
			return
		}
		mulVecAdd(y, 0, alpha, a, lda, m, x)
	})
}

// sideBySide calls do with the numbers of x and y, or with copies in which they are beside each other. What
// do makes of y is copied back.
func sideBySide(x []float64, inner, incX int, y []float64, outer, incY int, do func(x, y []float64)) {
	if incX == 1 && incY == 1 {
		do(x[:inner], y[:outer])
		return
	}
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	s.x, s.y = gather(s.x, inner, x, incX), gather(s.y, outer, y, incY)
	do(s.x, s.y)
	scatter(y, incY, s.y)
}

// mulVecAdd adds alpha A x to y for those rows of A, m x n, whose first is given
// and of which y has as many; m is four at least.
func mulVecAdd(y []float64, first int, alpha float64, a []float64, lda, m int, x []float64) {
	fours := len(y) &^ 3
	panel.MulVecAdd(y[:fours], alpha, a[first*lda:], lda, x)
	if fours < len(y) {
		// The rest with rows before or after it: it has fewer than four.
		var rest [panel.Rows]float64
		row := min(first+fours, m-panel.Rows)
		panel.MulVecAdd(rest[:], alpha, a[row*lda:], lda, x)
		for i, v := range rest[first+fours-row:][:len(y)-fours] {
			y[fours+i] += v
		}
	}
}

// mulVecTransposedAdd adds alpha A' x to y.
func mulVecTransposedAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	fours := len(x) &^ 3
	panel.MulVecTransposedAdd(y, alpha, a, lda, x[:fours])
	for i, v := range x[fours:] {
		panel.Axpy(alpha*v, a[(fours+i)*lda:][:len(y)], y)
	}
}

// Dger adds alpha x y' to a, m x n.
func (i Implementation) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if m < 1 || n < shortestAxpy || alpha == 0 || incX < 1 || incY != 1 ||
		!holds(a, m, n, lda) || !holds(x, m, 1, incX) || len(y) < n {
		i.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	if incX != 1 {
		s := pool.Get().(*scratch)
		defer pool.Put(s)
		s.x = gather(s.x, m, x, incX)
		x = s.x
	}
	panel.AddOuter(a, lda, alpha, x[:m], y[:n])
}

// scale multiplies v by beta. With 0, what v has does not matter.
func scale(beta float64, v []float64) {
	switch beta {
	case 0:
		clear(v)
	case 1:
	default:
		for i := range v {
			v[i] *= beta
		}
	}
}

// gather returns n numbers of x that are inc apart, in the memory of to if that
// is enough.
func gather(to []float64, n int, x []float64, inc int) []float64 {
	to = slices.Grow(to[:0], n)[:n]
	for i := range to {
		to[i] = x[i*inc]
	}
	return to
}

func scatter(y []float64, inc int, from []float64) {
	for i, v := range from {
		y[i*inc] = v
	}
}
