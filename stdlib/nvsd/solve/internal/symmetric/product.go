package symmetric

import (
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

const (
	innerBlock  = 256 // of a sum: a panel of so many rows fits the first cache,
	columnBlock = 64  // and so many columns of it the second
)

// mulAdd adds a (rows x (to-from)) times the rows from <= i < to and the columns
// first <= k < last of b to c, as [panel.MulAdd] does for four rows; rows is a
// multiple of 4.
func mulAdd(c []float64, ldc int, a []float64, lda, rows int, b *panel.Matrix, from, to, first, last int) {
	for low := from; low < to; low += innerBlock {
		high := min(low+innerBlock, to)
		for left := first; left < last; left += columnBlock {
			right := min(left+columnBlock, last)
			for r := 0; r < rows; r += panel.Rows {
				panel.MulAdd(c[r*ldc+left-first:], ldc, a[r*lda+low-from:], lda, b, low, high, left, right)
			}
		}
	}
}

const (
	vectorTasks = 8   // that a product with a vector is split into
	vectorSplit = 448 // rows below which it is not
)

// vectorWork is the workspace of a product with a vector.
type vectorWork struct {
	from [vectorTasks + 1]int
	sums [vectorTasks][]float64
}

// mulVecUpper sets p = A v for the rows and columns from first on, of which it reads
// the upper triangle. Entry i of p and v is that of row origin+i; origin is a
// multiple of 4, and v is 0 before first. What p has before first is spoilt.
func (m *Matrix) mulVecUpper(p, v []float64, origin, first int, work *vectorWork) {
	first &^= 3
	size, tasks := m.ld-first, 1
	if size >= vectorSplit {
		tasks = vectorTasks
	}
	for t := range tasks { // of equal areas
		rest := float64(size) * math.Sqrt(float64(tasks-t)/float64(tasks))
		work.from[t] = m.ld - int(rest)&^3
	}
	work.from[0], work.from[tasks] = first, m.ld
	split(tasks, func(t int) {
		if t > 0 && len(work.sums[t]) < len(p) {
			work.sums[t] = make([]float64, len(p))
		}
		sum := p
		if t > 0 {
			sum = work.sums[t]
		}
		clear(sum[work.from[t]-origin:])
		for i := work.from[t]; i < work.from[t+1]; i += panel.Rows {
			m.mulVecUpperRows(sum[i-origin:], v[i-origin:], i)
		}
	})
	for t := 1; t < tasks; t++ {
		from := work.from[t] - origin
		to := p[from:]
		for i, s := range work.sums[t][from:len(p)] {
			to[i] += s
		}
	}
}

// mulVecUpperRows adds the part of four rows, and of the columns that they are, to a
// product.
func (m *Matrix) mulVecUpperRows(p, v []float64, i int) {
	a := m.data[i*m.ld+i:]
	factors := [panel.Rows]float64(v)
	var sums panel.RowSums
	panel.DotAddRows(&sums, v[4:m.ld-i], p[4:m.ld-i], &factors, a[4:], m.ld)
	for r := range panel.Rows {
		row := a[r*m.ld:][:panel.Rows]
		total := row[r] * v[r]
		for c := r + 1; c < panel.Rows; c++ {
			total += row[c] * v[c]
			p[c] += row[c] * v[r]
		}
		p[r] += total + sums.Total(r)
	}
}

// MulVec sets y = A x, where all entries of A have a meaning.
func (m *Matrix) MulVec(y, x []float64) {
	whole := m.n &^ 3
	for i := 0; i < m.n; i += panel.Rows {
		var sums panel.RowSums
		panel.DotRows(&sums, x[:whole], m.data[i*m.ld:], m.ld)
		for r := range min(panel.Rows, m.n-i) {
			y[i+r] = sums.Total(r)
			for c := whole; c < m.n; c++ {
				y[i+r] += m.data[(i+r)*m.ld+c] * x[c]
			}
		}
	}
}

// MulVecTrans sets y = A'x, where all entries of A have a meaning.
func (m *Matrix) MulVecTrans(y, x []float64) {
	whole := m.n &^ 3
	clear(y[:m.n])
	for i := 0; i < m.n; i += panel.Rows {
		var factors [panel.Rows]float64
		copy(factors[:], x[i:m.n])
		panel.AddRows(y[:whole], &factors, m.data[i*m.ld:], m.ld)
		for r := range min(panel.Rows, m.n-i) {
			for c := whole; c < m.n; c++ {
				y[c] += m.data[(i+r)*m.ld+c] * factors[r]
			}
		}
	}
}
