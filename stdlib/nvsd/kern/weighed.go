package kern

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
)

// weighedRows are rows of a matrix with their weights.
type weighedRows struct {
	mat.Matrix
	weights []float64
}

// Weighed returns X (n x d) with weights of its rows, for [Resolve] and [WithWidth]: a [WidthRule] takes a row of weight 2 for two
// equal rows, and a row of weight 1 or less for one that has no equal. Weights are not negative, and length n; nil returns X itself. The
// values are shared with X.
func Weighed(X mat.Matrix, weights []float64) mat.Matrix {
	if weights == nil {
		return X
	}
	return weighedRows{X, weights}
}

// weightsOf returns the weights of the rows of X, nil if it has none.
func weightsOf(X mat.Matrix) []float64 {
	if rows, is := X.(weighedRows); is {
		return rows.weights
	}
	return nil
}

// A neighbour is a row at a distance from another one.
type neighbour struct{ distance, weight float64 }

// weighedRule returns the width that the rule gives on rows with weights. Distances of 0 count if zeros do.
func (r WidthRule) weighedRule(X mat.Matrix, weights []float64, zeros bool) float64 {
	x := mat.DenseCopyOf(X)
	n, _ := x.Dims()
	var means, sum float64
	var pool, by []float64
	near := make([]neighbour, 0, n)
	for i, own := range weights {
		near = near[:0]
		others := weights
		if r == MedianDistance { // of pairs, each once
			others = weights[:i]
			near = append(near, neighbour{0, max(own-1, 0) / 2})
		} else {
			near = append(near, neighbour{0, max(own-1, 0)}) // its equals
		}
		for j, weight := range others {
			if j != i {
				near = append(near, neighbour{math.Sqrt(2 * halfSquare(x.RawRowView(i), x.RawRowView(j))), weight})
			}
		}
		near = slices.DeleteFunc(near, func(b neighbour) bool { return b.weight == 0 || !zeros && b.distance == 0 })
		if len(near) == 0 || own == 0 {
			continue
		}
		if r != MedianDistance {
			near = nearest(near)
		}
		sum += own
		means += own * near[len(near)-1].distance
		if r != Mean20thNN {
			for _, b := range near {
				pool, by = append(pool, b.distance), append(by, own*b.weight)
			}
		}
	}
	switch {
	case sum == 0:
		return 0
	case r == Mean20thNN:
		return means / sum
	}
	return weighed.Median(pool, by)
}

// nearest returns the neighbours by rising distance, as many as weigh 20 together, of which the last counts in part.
func nearest(near []neighbour) []neighbour {
	slices.SortFunc(near, func(a, b neighbour) int { return cmp.Compare(a.distance, b.distance) })
	left := float64(neighbours)
	for k := range near {
		if near[k].weight >= left {
			near[k].weight = left
			return near[:k+1]
		}
		left -= near[k].weight
	}
	return near
}
