package choose

import (
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// DefaultRidgeNus returns the nus that kernel ridge regression chooses from if the Spec has
// no RidgeNus: 10^0, 10^-0.5, ..., 10^-10 times scale. scale is the mean of k(z_i, z_i) over
// the training inputs in use.
func DefaultRidgeNus(scale float64) []float64 {
	nus := make([]float64, 21)
	for k := range nus {
		nus[k] = scale * math.Pow(10, -float64(k)/2)
	}
	return nus
}

// A RidgeFit is a kernel ridge regression and its error.
type RidgeFit struct {
	problem.Function
	Kernel kern.Kernel
	Nu     float64
	RMSE   float64 // by the criterion

	Warnings []string
}
