package symmetric

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

const (
	inverseTile = 64 // columns and rows of the tiles that an inverse is found by
	inverseRows = 32 // rows of the blocks in which the columns of a tile are found
)

// LogDet returns log det A.
func (f *Factor) LogDet() float64 {
	var sum float64
	for i := range f.r.n {
		sum += math.Log(f.r.Row(i)[i])
	}
	return 2 * sum
}

// An Inverter is the workspace of inverses.
type Inverter struct {
	upper *Matrix // R^-1
	right panel.Matrix
	known []panel.Matrix // of each tile
}

// Inverse sets the entries on and above the diagonal of to, of the same size, to those of
// A^-1. Those below it are spoilt.
func (v *Inverter) Inverse(to *Matrix, f *Factor) {
	if v.upper == nil || v.upper.n != f.r.n {
		v.upper = New(f.r.n)
	}
	U, ld := v.upper, f.r.ld
	tiles := pieces(ld, inverseTile)
	if len(v.known) != tiles {
		v.known = make([]panel.Matrix, tiles)
	}
	split(tiles, func(task int) {
		f.invertColumns(U, &v.known[task], task*inverseTile, min((task+1)*inverseTile, ld))
	})
	v.right.SetTransposed(mat.NewDense(ld, ld, U.data))
	split(tiles, func(task int) { // U U', whose entry i, j has the terms from max(i, j) on
		low := task * inverseTile
		high := min(low+inverseTile, ld)
		for i := low; i < high; i++ {
			clear(to.data[i*ld+low : (i+1)*ld])
		}
		for first := low; first < ld; first += inverseTile {
			last := min(first+inverseTile, ld)
			mulAdd(to.data[low*ld+first:], ld, U.data[low*ld+first:], ld, high-low, &v.right, first, ld, first, last)
		}
	})
}

// invertColumns sets some columns of U to those of R^-1, by blocks of rows from below:
//
//	U_i = (e_i - sum_{k > i} R_ik U_k) / R_ii.
//
// known is memory for the rows that are found.
func (f *Factor) invertColumns(U *Matrix, known *panel.Matrix, first, last int) {
	n, ld := f.r.n, f.r.ld
	for i := range ld {
		clear(U.data[i*ld+first : i*ld+last])
	}
	known.Reshape(last, last-first)
	for low := (last - 1) / inverseRows * inverseRows; low >= 0; low -= inverseRows {
		high := min(low+inverseRows, last)
		mulAdd(U.data[low*ld+first:], ld, f.r.data[low*ld+high:], ld, high-low, known, high, last, 0, last-first)
		for i := min(high, n) - 1; i >= low; i-- {
			f.invertRow(U, i, high, first, last)
		}
		for i := low; i < high; i++ {
			known.SetRow(i, U.data[i*ld+first:i*ld+last])
		}
	}
}

// invertRow finishes some columns of row i, which has the terms of the sum from row high on.
func (f *Factor) invertRow(U *Matrix, i, high, first, last int) {
	n, ld := f.r.n, f.r.ld
	R, row := f.r.data[i*ld:][:ld], U.data[i*ld+first:i*ld+last]
	floats.Scale(-1/R[i], row)
	for g := i &^ (panel.Rows - 1); g < high; g += panel.Rows {
		var factors [panel.Rows]float64
		for r := range factors {
			if k := g + r; k > i && k < n {
				factors[r] = -R[k] / R[i]
			}
		}
		panel.AddRows(row, &factors, U.data[g*ld+first:], ld)
	}
	if i >= first {
		row[i-first] = 1 / R[i]
	}
}
