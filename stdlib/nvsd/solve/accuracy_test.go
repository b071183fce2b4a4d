package solve_test

import (
	"fmt"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestHighAccuracy asks for small gaps where they are hard to get: close to
// tau_max, with singular matrices (the polynomials here have at most 34
// independent gradients at 80), and near interpolation.
func TestHighAccuracy(t *testing.T) {
	const n, d, tol = 20, 4, 1e-10
	for _, k := range []solve.Kernel{
		kern.Polynomial{Degree: 2, Offset: 1},
		kern.Polynomial{Degree: 3, Offset: 0.5},
		kern.Gaussian{Width: kern.Sigma(1.5)},
		kern.Linear{},
	} {
		for _, pen := range append(penalties, opaque{penalty.Lasso{}}) {
			t.Run(fmt.Sprint(k, pen), func(t *testing.T) {
				if _, known := pen.(opaque); known && k != kernels[3] {
					t.Skip("a penalty of which no more than its prox is known: one kernel is enough")
				}
				for seed := range uint64(3) {
					p := problem(t, k, pen, n, d, 100+seed)
					p.Nu = 0.01
					top := mustTauMax(t, p)
					for _, part := range []float64{1.5, 1.001, 0.97, 0.8, 0.5, 0.1, 0.01} {
						p.Tau = part * top
						mustSolve(t, p, tol)
					}
				}
			})
		}
	}
}
