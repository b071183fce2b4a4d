package choose

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"

// LeaveOutMean returns the leave-one-out residuals of the model without f.
func LeaveOutMean(ds *problem.Design) []float64 {
	rest := make([]float64, len(ds.Y))
	for i, y := range ds.Y {
		rest[i] = y - ds.Mean
	}
	if !ds.Spec.Intercept.Fitted() {
		return rest
	}
	return awayFromMean(rest, ds.Repeats, ds.Weights)
}
