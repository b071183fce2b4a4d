package score

import (
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// RegressionMetrics measure predictions of a target against the truth.
type RegressionMetrics struct {
	RMSE float64 // root mean squared error
	SE   float64 // standard error of RMSE over the rows (delta method); 0 for one row
	MAE  float64 // mean absolute error
	R2   float64 // 1 - sum (y - v)^2 / sum (y - mean y)^2; NaN where y is constant
}

// measure compares predictions v with the truth y. Rows have weights, of which 2 is the row twice; nil if all have 1.
func measure(v, y, weights []float64) RegressionMetrics {
	squares, count := make([]float64, len(y)), weighed.Total(weights, len(y))
	var e RegressionMetrics
	var sse, sst float64
	mean := stat.Mean(y, weights)
	for i, t := range y {
		r, w := v[i]-t, weighed.At(weights, i)
		squares[i] = r * r
		sse += w * r * r
		sst += w * (t - mean) * (t - mean)
		e.MAE += w * math.Abs(r) / count
	}
	e.RMSE = math.Sqrt(sse / count)
	if len(y) > 1 && e.RMSE > 0 {
		e.SE = meanSE(squares, weights) / (2 * e.RMSE)
	}
	e.R2 = math.NaN()
	if !lists.Constant(y) {
		e.R2 = 1 - sse/sst
	}
	return e
}

// pairedDifference returns the RMSE of predictions v of y less that of the predictions w, and the standard
// error of the difference by the delta method: observation i contributes the difference of its
// squared errors, each over twice its RMSE.
func pairedDifference(v, w, y, weights []float64) (difference, se float64) {
	a, b := RMSE(v, y, weights), RMSE(w, y, weights)
	part := func(v []float64, i int, rmse float64) float64 {
		if rmse == 0 {
			return 0
		}
		return (v[i] - y[i]) * (v[i] - y[i]) / (2 * rmse)
	}
	parts := make([]float64, len(y))
	for i := range y {
		parts[i] = part(v, i, a) - part(w, i, b)
	}
	return a - b, meanSE(parts, weights)
}

// meanSE returns the standard error of the mean of v by the weights of the rows; nil if all have 1. A row is one observation,
// whatever its weight: copies of it would tell nothing new.
func meanSE(v, weights []float64) float64 {
	if weights != nil {
		v = floats.MulTo(make([]float64, len(v)), weights, v)
		floats.Scale(float64(len(v))/floats.Sum(weights), v)
	}
	return stat.StdDev(v, nil) / math.Sqrt(float64(len(v)))
}

// RMSE returns the root mean squared error of predictions v of y, by the weights of the rows; nil if all have 1.
func RMSE(v, y, weights []float64) float64 { return measure(v, y, weights).RMSE }

// AreClasses reports whether all values are -1 or +1.
func AreClasses(y []float64) bool {
	return !slices.ContainsFunc(y, func(v float64) bool { return math.Abs(v) != 1 })
}
