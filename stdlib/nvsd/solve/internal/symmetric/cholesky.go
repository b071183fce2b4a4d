package symmetric

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// A Factor is R, upper triangular with a positive diagonal, of R'R = A.
type Factor struct{ r *Matrix }

// Cholesky replaces the matrix, of which it reads the entries on and above the
// diagonal, by its factor. It reports whether the matrix is positive definite; the
// matrix is spoilt where it is not.
func (m *Matrix) Cholesky() (*Factor, bool) {
	for i := range m.n {
		clear(m.data[i*m.ld:][i&^3 : i]) // the loops pass over it, times 0
	}
	var update rowUpdate
	for from := 0; from < m.n; from += blockSize {
		last := min(from+blockSize, m.n)
		for i := from; i < last; i++ {
			if !m.factorRow(from, i) {
				return nil, false
			}
		}
		if last < m.n {
			update.apply(m, from)
		}
	}
	return &Factor{m}, true
}

// factorRow sets row i to the row of R, where the rows from from on are.
func (m *Matrix) factorRow(from, i int) bool {
	start := i &^ 3
	row := m.data[i*m.ld+start:][:m.ld-start]
	for g := from; g < i; g += panel.Rows {
		var factors [panel.Rows]float64
		for r := range min(panel.Rows, i-g) {
			factors[r] = -m.data[(g+r)*m.ld+i]
		}
		panel.AddRows(row, &factors, m.data[g*m.ld+start:], m.ld)
	}
	pivot := row[i-start]
	if !(pivot > 0) || math.IsInf(pivot, 1) {
		return false
	}
	root := math.Sqrt(pivot)
	row[i-start] = root
	floats.Scale(1/root, row[i-start+1:])
	return true
}

// rowUpdate is the workspace of updates A - R'R by a block of rows of R.
type rowUpdate struct {
	left  []float64 // -R', row by row
	right panel.Matrix
}

func (u *rowUpdate) apply(m *Matrix, from int) {
	if u.left == nil {
		u.left = make([]float64, blockSize*m.ld)
	}
	behind := from + blockSize
	cols := m.ld - behind
	u.right.Reshape(blockSize, cols)
	for c := range blockSize {
		row := m.data[(from+c)*m.ld+behind:][:cols]
		u.right.SetRow(c, row)
		for i, v := range row {
			u.left[i*blockSize+c] = -v
		}
	}
	split(pieces(cols, updateRows), func(task int) {
		low := task * updateRows
		high := min(low+updateRows, cols)
		mulAdd(m.data[(behind+low)*m.ld+behind+low:], m.ld, u.left[low*blockSize:], blockSize, high-low, &u.right, 0, blockSize, low, cols)
	})
}

// Solve replaces x by A^-1 x.
func (f *Factor) Solve(x []float64) {
	n, ld := f.r.n, f.r.ld
	whole := n &^ 3
	for i := 0; i < n; i += panel.Rows { // R'y = x
		rows, y := f.r.data[i*ld+i:], x[i:n]
		var factors [panel.Rows]float64
		for r := range min(panel.Rows, len(y)) {
			for c := range r {
				y[r] += rows[c*ld+r] * factors[c]
			}
			y[r] /= rows[r*ld+r]
			factors[r] = -y[r]
		}
		if i < whole {
			panel.AddRows(x[i+panel.Rows:whole], &factors, rows[panel.Rows:], ld)
			for r, factor := range factors {
				for c := whole; c < n; c++ {
					x[c] += rows[r*ld+c-i] * factor
				}
			}
		}
	}
	for i := (n - 1) &^ 3; i >= 0; i -= panel.Rows { // R x = y
		rows, y := f.r.data[i*ld+i:], x[i:n]
		var sums panel.RowSums
		if i < whole {
			panel.DotRows(&sums, x[i+panel.Rows:whole], rows[panel.Rows:], ld)
		}
		for r := min(panel.Rows, len(y)) - 1; r >= 0; r-- {
			y[r] -= sums.Total(r)
			for c := r + 1; c < min(panel.Rows, len(y)); c++ {
				y[r] -= rows[r*ld+c] * y[c]
			}
			for c := max(whole-i, panel.Rows); c < len(y); c++ {
				y[r] -= rows[r*ld+c] * y[c]
			}
			y[r] /= rows[r*ld+r]
		}
	}
}
