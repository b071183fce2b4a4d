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
	if incX != 1 || incY != 1 {
		s := pool.Get().(*scratch)
		defer pool.Put(s)
		if incX != 1 {
			s.x = gather(s.x, inner, x, incX)
			x = s.x
		}
		if incY != 1 {
			s.y = gather(s.y, outer, y, incY)
			defer scatter(y, incY, s.y)
			y = s.y
		}
	}
	if isTransposed(tA) {
		addColumns(m, n, alpha, a, lda, x, beta, y[:n])
		return
	}
	dots(m, n, alpha, a, lda, x[:n], beta, y)
}

// dots sets y = alpha A x + beta y.
func dots(m, n int, alpha float64, a []float64, lda int, x []float64, beta float64, y []float64) {
	set := func(i int, sum float64) {
		sum *= alpha
		if beta != 0 {
			sum += float64(beta * y[i])
		}
		y[i] = sum
	}
	fours := n &^ 3
	row := 0
	for ; row+panel.Rows <= m; row += panel.Rows {
		var s panel.RowSums
		panel.DotRows(&s, x[:fours], a[row*lda:], lda)
		for r := range panel.Rows {
			sum := s.Total(r)
			for k, v := range a[(row+r)*lda+fours:][:n-fours] {
				sum += float64(v * x[fours+k])
			}
			set(row+r, sum)
		}
	}
	for ; row < m; row++ {
		set(row, panel.Dot(x, a[row*lda:]))
	}
}

// addColumns sets y = alpha A' x + beta y.
func addColumns(m, n int, alpha float64, a []float64, lda int, x []float64, beta float64, y []float64) {
	scale(beta, y)
	fours := n &^ 3
	row := 0
	for ; row+panel.Rows <= m; row += panel.Rows {
		var f [panel.Rows]float64
		for r := range f {
			f[r] = alpha * x[row+r]
		}
		panel.AddRows(y[:fours], &f, a[row*lda:], lda)
		for k := fours; k < n; k++ {
			at := a[row*lda+k:]
			y[k] += (float64(f[0]*at[0]) + float64(f[1]*at[lda])) + (float64(f[2]*at[2*lda]) + float64(f[3]*at[3*lda]))
		}
	}
	for ; row < m; row++ {
		panel.Axpy(alpha*x[row], a[row*lda:][:n], y)
	}
}

// Dger adds alpha x y' to a, m x n.
func (i Implementation) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if m < 1 || n < shortestAxpy || alpha == 0 || incX < 1 || incY != 1 ||
		!holds(a, m, n, lda) || !holds(x, m, 1, incX) || len(y) < n {
		i.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	for row := range m {
		panel.Axpy(alpha*x[row*incX], y[:n], a[row*lda:])
	}
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
