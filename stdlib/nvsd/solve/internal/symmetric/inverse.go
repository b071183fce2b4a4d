package symmetric

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// inverseTile is the number of columns and rows of the tiles that an inverse is found by.
const inverseTile = 64

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
}

// Inverse sets the entries on and above the diagonal of to, of the same size, to those of
// A^-1. Those below it are spoilt.
func (v *Inverter) Inverse(to *Matrix, f *Factor) {
	if v.upper == nil || v.upper.n != f.r.n {
		v.upper = New(f.r.n)
	}
	U, ld := v.upper, f.r.ld
	tiles := pieces(ld, inverseTile)
	split(tiles, func(task int) {
		f.invertColumns(U, task*inverseTile, min((task+1)*inverseTile, ld))
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

// invertColumns sets some columns of U to those of R^-1, row by row from below:
//
//	U_i = (e_i - sum_{k > i} R_ik U_k) / R_ii.
func (f *Factor) invertColumns(U *Matrix, first, last int) {
	n, ld := f.r.n, f.r.ld
	for i := range ld {
		clear(U.data[i*ld+first : i*ld+last])
	}
	for i := min(last, n) - 1; i >= 0; i-- {
		R := f.r.data[i*ld:][:ld]
		row := U.data[i*ld+first : i*ld+last]
		for g := i &^ (panel.Rows - 1); g < last; g += panel.Rows {
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
}
