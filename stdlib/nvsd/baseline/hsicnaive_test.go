package baseline

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// naiveHSIC is the products of the matrices of the definition.
func naiveHSIC(s HSICLasso, X *mat.Dense, y []float64) (gram [][]float64, target []float64, square float64) {
	n, d := X.Dims()
	bars := make([][]float64, d+1)
	for k := range bars {
		column := y
		if k < d {
			column = mat.Col(nil, k, X)
		}
		sd := naiveSD(column)
		K := make([][]float64, n)
		for i := range K {
			K[i] = make([]float64, n)
			for j := range K[i] {
				u := 0.0
				if sd > 0 {
					u = (column[i] - column[j]) / sd
				}
				K[i][j] = math.Exp(-u * u / 2)
				if k == d && s.Categories {
					same := 0
					for _, v := range y {
						if v == y[i] {
							same++
						}
					}
					K[i][j] = 0
					if y[i] == y[j] {
						K[i][j] = 1 / float64(same)
					}
				}
			}
		}
		for i := range K {
			for j := range K {
				row, col, whole := 0.0, 0.0, 0.0
				for l := range K {
					row += K[i][l] / float64(n)
					col += K[l][j] / float64(n)
					for m := range K {
						whole += K[l][m] / float64(n*n)
					}
				}
				bars[k] = append(bars[k], K[i][j]-row-col+whole)
			}
		}
		if norm := floats.Norm(bars[k], 2); !s.Unnormalised && norm > 1e-9 {
			floats.Scale(1/norm, bars[k])
		}
	}
	for k := range d {
		gram = append(gram, nil)
		for l := range d {
			gram[k] = append(gram[k], floats.Dot(bars[k], bars[l]))
		}
		target = append(target, floats.Dot(bars[k], bars[d]))
	}
	return gram, target, floats.Dot(bars[d], bars[d])
}

// bestSubset is the least objective over all sets of inputs that have a solution >= 0.
func bestSubset(gram [][]float64, target []float64, square, lambda float64) float64 {
	d := len(target)
	best := square / 2
	for set := 1; set < 1<<d; set++ {
		var in []int
		for k := range d {
			if set>>k&1 == 1 {
				in = append(in, k)
			}
		}
		A, b := mat.NewSymDense(len(in), nil), mat.NewVecDense(len(in), nil)
		for i, k := range in {
			for j, l := range in {
				A.SetSym(i, j, gram[k][l])
			}
			b.SetVec(i, target[k]-lambda)
		}
		var factor mat.Cholesky
		if !factor.Factorize(A) || factor.Cond() > 1e10 {
			continue // a part of the set does as well
		}
		var beta mat.VecDense
		if factor.SolveVecTo(&beta, b) != nil || mat.Min(&beta) < 0 {
			continue
		}
		best = min(best, square/2-mat.Dot(&beta, b)/2)
	}
	return best
}
