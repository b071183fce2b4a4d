// Package blas gives gonum the inner loops of package panel: those of products
// of matrices and vectors of float64, of which nearly all others consist.
//
// The numbers do not depend on the processor, nor on how many of them there are.
// Which loop an operation takes depends on its sizes alone.
package blas

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// Implementation is gonum's implementation, but for the operations that package
// panel makes faster. It is for blas64.Use.
//
// It leaves to gonum what is small, and what has arguments of which gonum panics.
// Gonum skips products with a factor 0. This implementation skips them where the
// other factor is not finite, so that both give NaN in the same places.
type Implementation struct{ gonum.Implementation }

// scratch is memory for one operation.
type scratch struct {
	a    [panel.Rows * stripStride]float64
	b    panel.Matrix
	x, y []float64
}

var pool = sync.Pool{New: func() any { return new(scratch) }}

// holds reports whether a slice has all of a rows x cols matrix.
func holds(a []float64, rows, cols, ld int) bool {
	return ld >= cols && len(a) >= (rows-1)*ld+cols
}

// holdsOp reports whether a slice has all of a matrix whose op is rows x cols.
func holdsOp(a []float64, t blas.Transpose, rows, cols, ld int) bool {
	if isTransposed(t) {
		rows, cols = cols, rows
	}
	return holds(a, rows, cols, ld)
}

func isTriangle(ul blas.Uplo) bool { return ul == blas.Lower || ul == blas.Upper }

func isTransposed(t blas.Transpose) bool { return t != blas.NoTrans }

func knows(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}
