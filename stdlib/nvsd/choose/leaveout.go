package choose

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// LeaveOutMean returns the leave-one-out residuals of the model without f.
func LeaveOutMean(ds *problem.Design) []float64 {
	rest, mean := make([]float64, len(ds.Y)), loss.Response(ds.Spec.Loss, ds.Mean)
	for i, y := range ds.Y {
		rest[i] = y - mean
	}
	if !ds.Spec.Intercept.Fitted() {
		return rest
	}
	return awayFromMean(rest, ds.Repeats, ds.Weights)
}
