// Package dependence tests whether a target depends on an input, by a smooth function of the ranks of
// the input, or on the product of two inputs.
package dependence

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// mostFunctions is the largest number of functions of an input.
const mostFunctions = 14

// Basis returns an orthonormal basis, a row each, of functions of an input without their means:
// cosines of the ranks of one column, and several columns themselves, which are overwritten. There
// are at most 14, and a sixth of the rows. It is nil for an input that does not vary.
func Basis(columns [][]float64) *mat.Dense {
	count := min(mostFunctions, len(columns[0])/6)
	if len(columns) == 1 {
		return cosines(columns[0], count)
	}
	return orthonormal(columns[:min(count, len(columns))])
}

// cosines returns an orthonormal basis, a row each, of cos(pi k rank/n), k = 1, ..., count,
// over the rows of an input, without their means. Equal values have equal ranks.
func cosines(x []float64, count int) *mat.Dense {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(a, b)) })
	rank := make([]float64, n)
	for from := 0; from < n; {
		to := from + 1
		for to < n && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			rank[i] = float64(from+to) / float64(2*n)
		}
		from = to
	}
	rows := make([][]float64, count)
	for k := range rows {
		rows[k] = make([]float64, n)
	}
	for i, r := range rank {
		before, now := 1.0, math.Cos(math.Pi*r)
		twice := 2 * now
		for k := range rows {
			rows[k][i] = now
			before, now = now, twice*now-before // Chebyshev's recurrence
		}
	}
	return orthonormal(rows)
}

// orthonormal returns an orthonormal basis, a row each, of some rows without their means. It overwrites
// them. A row that depends on earlier ones is left out; without any it returns nil.
func orthonormal(rows [][]float64) *mat.Dense {
	var kept [][]float64
	for _, row := range rows {
		before := floats.Norm(row, 2)
		for range 2 { // once more, for what rounding left
			floats.AddConst(-stat.Mean(row, nil), row)
			for _, earlier := range kept {
				floats.AddScaled(row, -floats.Dot(earlier, row), earlier)
			}
		}
		if after := floats.Norm(row, 2); after > 1e-3*before {
			floats.Scale(1/after, row)
			kept = append(kept, row)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return mat.NewDense(len(kept), len(kept[0]), slices.Concat(kept...))
}

// PValue returns the least p-value of the F tests of residuals on the first 4, 8 and all
// rows of a basis, times the number of tests. It is 1 for no basis.
func PValue(basis *mat.Dense, residuals []float64) float64 {
	if basis == nil {
		return 1
	}
	n, rows := float64(len(residuals)), basis.RawMatrix().Rows
	mean := stat.Mean(residuals, nil)
	var total, explained float64
	for _, r := range residuals {
		total += (r - mean) * (r - mean)
	}
	sizes := slices.Compact([]int{min(4, rows), min(8, rows), rows})
	p := 1.0
	for k := range rows {
		part := floats.Dot(basis.RawRowView(k), residuals)
		explained += part * part
		df, rest := float64(k+1), n-float64(k+2)
		if !slices.Contains(sizes, k+1) || rest < 1 {
			continue
		}
		left := math.Max(total-explained, 1e-12*total)
		if left > 0 {
			p = min(p, float64(len(sizes))*distuv.F{D1: df, D2: rest}.Survival(explained/df/(left/rest)))
		}
	}
	return p
}
