package symmetric

import (
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// DenseWork is the workspace of products with dense matrices.
type DenseWork struct {
	left  []float64 // row by row, with rows of 0 up to a multiple of 4
	right panel.Matrix
}

// SetOuter sets the entries on and above the diagonal to those of A A', where A has as
// many rows. Those below it are spoilt.
func (m *Matrix) SetOuter(A *mat.Dense, work *DenseWork) {
	_, d := A.Dims()
	if size := m.ld * d; len(work.left) != size {
		work.left = make([]float64, size)
	}
	for i := range m.n {
		copy(work.left[i*d:], A.RawRowView(i))
	}
	work.right.SetTransposed(A)
	split(pieces(m.ld, inverseTile), func(task int) {
		low := task * inverseTile
		high := min(low+inverseTile, m.ld)
		for i := low; i < high; i++ {
			clear(m.data[i*m.ld+low : (i+1)*m.ld])
		}
		mulAdd(m.data[low*m.ld+low:], m.ld, work.left[low*d:], d, high-low, &work.right, 0, d, low, m.ld)
	})
}

// MulDense sets the rows of C, of a multiple of 4 numbers each, to those of S B, where S has the
// entries of m on and above its diagonal and B has d columns. What m has below its
// diagonal is set too.
func (m *Matrix) MulDense(C []float64, B *mat.Dense, work *DenseWork) {
	for i := range m.n {
		for j := range i {
			m.data[i*m.ld+j] = m.data[j*m.ld+i]
		}
	}
	m.MulWhole(C, B, work)
}

// MulWhole is [Matrix.MulDense] of a matrix that has its entries below the diagonal too.
func (m *Matrix) MulWhole(C []float64, B *mat.Dense, work *DenseWork) {
	_, d := B.Dims()
	width := panel.Padded(d)
	work.right.Set(B)
	split(pieces(m.ld, inverseTile), func(task int) {
		low := task * inverseTile
		high := min(low+inverseTile, m.ld)
		rows := C[low*width : high*width]
		clear(rows)
		mulAdd(rows, width, m.data[low*m.ld:], m.ld, high-low, &work.right, 0, m.n, 0, width)
	})
}

// DenseRows returns the memory that MulDense needs for d columns, and how many numbers of
// it are a row.
func (m *Matrix) DenseRows(d int) (rows []float64, width int) {
	width = panel.Padded(d)
	return make([]float64, m.ld*width), width
}
