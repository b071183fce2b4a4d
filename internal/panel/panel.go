// Package panel has the inner loops of products with n x n and n x d matrices of
// float64, where d may be small.
//
// The numbers do not depend on the processor. Every entry of a product is summed
// in the order of the inner dimension, each multiplication and each addition
// rounded, whether the loops are Go or vector instructions; the latter need AVX2,
// and the build tag purego leaves them out. Only the bits of a NaN may differ.
package panel

import "gonum.org/v1/gonum/mat"

// Rows is the number of rows that the left side of a product has.
const Rows = 4

// Padded returns n rounded up to a multiple of 4.
func Padded(n int) int { return (n + 3) &^ 3 }

// A Matrix is the right side of a product: rows x cols, with columns of 0 up to
// Padded(cols). It is stored by panels of 8 columns, the last of 4 if these are
// enough, one panel after the other and each row by row.
type Matrix struct {
	rows, cols int
	data       []float64
}

// Reshape makes m rows x cols, of anything, in the same memory if that is enough.
func (m *Matrix) Reshape(rows, cols int) {
	m.rows, m.cols = rows, cols
	size := rows * Padded(cols)
	if cap(m.data) < size {
		m.data = make([]float64, size)
	}
	m.data = m.data[:size]
}

// panel returns the panel that begins at a column, and the columns that it
// stores and has.
func (m *Matrix) panel(column int) (data []float64, width, used int) {
	width = min(8, Padded(m.cols)-column)
	return m.data[column*m.rows:][:width*m.rows], width, min(width, m.cols-column)
}

// Set copies A.
func (m *Matrix) Set(A *mat.Dense) {
	raw := A.RawMatrix()
	m.SetRaw(raw.Rows, raw.Cols, raw.Data, raw.Stride)
}

// SetRaw copies a rows x cols matrix, whose rows are ld numbers apart.
func (m *Matrix) SetRaw(rows, cols int, a []float64, ld int) {
	m.Reshape(rows, cols)
	for column := 0; column < cols; column += 8 {
		data, width, used := m.panel(column)
		if used == 8 {
			for i := range rows {
				*(*[8]float64)(data[8*i:]) = *(*[8]float64)(a[i*ld+column:])
			}
			continue
		}
		for i := range rows {
			to := data[i*width:][:width]
			clear(to[copy(to, a[i*ld+column:][:used]):])
		}
	}
}

// SetRow copies a row.
func (m *Matrix) SetRow(i int, row []float64) {
	for column := 0; column < m.cols; column += 8 {
		data, width, used := m.panel(column)
		to := data[i*width:][:width]
		clear(to[copy(to, row[column:column+used]):])
	}
}

// SetTransposed copies A'.
func (m *Matrix) SetTransposed(A *mat.Dense) {
	raw := A.RawMatrix()
	m.SetRawTransposed(raw.Cols, raw.Rows, raw.Data, raw.Stride)
}

// SetRawTransposed copies the transpose, rows x cols, of a matrix whose rows are
// ld numbers apart.
func (m *Matrix) SetRawTransposed(rows, cols int, a []float64, ld int) {
	m.Reshape(rows, cols)
	for column := 0; column < cols; column += 8 {
		data, width, used := m.panel(column)
		row := func(k int) []float64 { return a[(column+k)*ld:][:rows] }
		if used == 8 {
			a0, a1, a2, a3, a4, a5, a6, a7 := row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)
			for i := range rows {
				*(*[8]float64)(data[8*i:]) = [8]float64{a0[i], a1[i], a2[i], a3[i], a4[i], a5[i], a6[i], a7[i]}
			}
			continue
		}
		if used < width {
			clear(data)
		}
		for k := range used {
			for i, v := range row(k) {
				data[i*width+k] = v
			}
		}
	}
}

// Finite reports whether no entry is infinite or NaN.
func (m *Matrix) Finite() bool {
	for data := m.data; len(data) > 0; {
		n := min(len(data), len(zeros))
		if Dot(zeros[:n], data) != 0 {
			return false
		}
		data = data[n:]
	}
	return true
}

// zeros times a number that is not finite is NaN.
var zeros [512]float64

// SetRowsAdded sets m = factor (A + diag(alpha) X).
func (m *Matrix) SetRowsAdded(factor float64, A *mat.Dense, alpha []float64, X *mat.Dense) {
	rows, cols := A.Dims()
	m.Reshape(rows, cols)
	for column := 0; column < cols; column += 8 {
		data, width, used := m.panel(column)
		for i := range rows {
			to := data[i*width:][:width]
			a, x, c := A.RawRowView(i)[column:][:used], X.RawRowView(i)[column:][:used], alpha[i]
			for k, v := range a {
				to[k] = factor * (v + float64(c*x[k]))
			}
			clear(to[used:])
		}
	}
}

// MulAdd adds the product of a, 4 x (to-from), with the rows from <= i < to and
// the columns first <= k < last of b to c, 4 x (last-first). Rows of a and c
// are lda and ldc numbers apart; first is a multiple of 8, and last one of 8 or
// the number of b's padded columns.
func MulAdd(c []float64, ldc int, a []float64, lda int, b *Matrix, from, to, first, last int) {
	if from >= to || first >= last {
		return
	}
	inner := to - from
	_, _ = a[3*lda+inner-1], c[3*ldc+last-first-1]
	data := b.data[:last*b.rows]
	panels := (last - first) / 8
	if panels > 0 {
		mulAdd8(c, ldc, a, lda, data[first*b.rows+8*from:], 8*(b.rows-inner), inner, panels)
	}
	if (last-first)%8 != 0 {
		column := last - 4
		mulAdd4(c[column-first:], ldc, a, lda, data[column*b.rows+4*from:], inner)
	}
}

// Sums are running sums of which each lane has every fourth term.
type Sums [2][4]float64

// Total returns the i-th sum.
func (s *Sums) Total(i int) float64 { return (s[i][0] + s[i][1]) + (s[i][2] + s[i][3]) }

// Weigh replaces p by p o v. It adds the entries of p o u, with p as it was, to
// the first of the sums and those of p o v to the second. The length is a
// multiple of 4.
func Weigh(s *Sums, p, u, v []float64) {
	if len(p) == 0 {
		return
	}
	weigh(s, p, u[:len(p)], v[:len(p)])
}
