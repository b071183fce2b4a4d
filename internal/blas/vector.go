package blas

import "github.com/nvsd-kernel/nvsd-kernel/internal/panel"

// Vectors that are shorter are left to gonum.
const (
	shortestDot  = 8
	shortestAxpy = 8
)

// Ddot returns the inner product of x and y.
func (i Implementation) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if n < shortestDot || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		return i.Implementation.Ddot(n, x, incX, y, incY)
	}
	return panel.Dot(x[:n], y)
}

// Daxpy adds alpha x to y.
func (i Implementation) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if n < shortestAxpy || alpha == 0 || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		i.Implementation.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	panel.Axpy(alpha, x[:n], y)
}
