package score

import (
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"gonum.org/v1/gonum/stat"
)

// RegressionMetrics measure predictions of a target against the truth.
type RegressionMetrics struct {
	RMSE float64 // root mean squared error
	SE   float64 // standard error of RMSE over the observations (delta method); 0 for one observation
	MAE  float64 // mean absolute error
	R2   float64 // 1 - sum (y - v)^2 / sum (y - mean y)^2; NaN where y is constant
}

// measure compares predictions v with the truth y.
func measure(v, y []float64) RegressionMetrics {
	squares := make([]float64, len(y))
	var e RegressionMetrics
	var sse, sst float64
	mean := stat.Mean(y, nil)
	for i, t := range y {
		r := v[i] - t
		squares[i] = r * r
		sse += r * r
		sst += (t - mean) * (t - mean)
		e.MAE += math.Abs(r) / float64(len(y))
	}
	e.RMSE = math.Sqrt(sse / float64(len(y)))
	if len(y) > 1 && e.RMSE > 0 {
		e.SE = stat.StdDev(squares, nil) / math.Sqrt(float64(len(y))) / (2 * e.RMSE)
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
func pairedDifference(v, w, y []float64) (difference, se float64) {
	a, b := RMSE(v, y), RMSE(w, y)
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
	return a - b, stat.StdDev(parts, nil) / math.Sqrt(float64(len(y)))
}

// RMSE returns the root mean squared error of predictions v of y.
func RMSE(v, y []float64) float64 { return measure(v, y).RMSE }

// AreClasses reports whether all values are -1 or +1.
func AreClasses(y []float64) bool {
	return !slices.ContainsFunc(y, func(v float64) bool { return math.Abs(v) != 1 })
}
