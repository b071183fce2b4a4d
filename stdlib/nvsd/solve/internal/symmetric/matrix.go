// Package symmetric has the eigendecomposition and the Cholesky factor of
// symmetric matrices of some hundred to some thousand rows, on the loops of
// package panel and on all processors.
//
// The numbers are the same to the bit at any GOMAXPROCS: how work is split
// depends on the size alone, and so does the order in which anything is summed.
package symmetric

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// A Matrix is n x n, in rows and columns of 0 up to a multiple of 4.
type Matrix struct {
	n, ld int
	data  []float64
}

// New returns a matrix of 0.
func New(n int) *Matrix {
	ld := panel.Padded(n)
	return &Matrix{n: n, ld: ld, data: make([]float64, ld*ld)}
}

// Of returns the upper triangle of S.
func Of(S mat.Symmetric) *Matrix {
	m := New(S.SymmetricDim())
	for i := range m.n {
		row := m.Row(i)
		for j := i; j < m.n; j++ {
			row[j] = S.At(i, j)
		}
	}
	return m
}

// Row returns row i, which is no copy.
func (m *Matrix) Row(i int) []float64 { return m.data[i*m.ld:][:m.n:m.n] }

// Dense returns the matrix in the same memory.
func (m *Matrix) Dense() *mat.Dense {
	return mat.NewDense(m.ld, m.ld, m.data).Slice(0, m.n, 0, m.n).(*mat.Dense)
}

// largest returns the largest absolute value on and above the diagonal; NaN or
// +Inf where there is one.
func (m *Matrix) largest() float64 {
	var top float64
	for i := range m.n {
		for _, v := range m.Row(i)[i:] {
			top = math.Max(top, math.Abs(v))
		}
	}
	return top
}
