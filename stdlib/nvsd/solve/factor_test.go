package solve_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestHugeCoefficients: with a wide Gaussian on a line the coefficients are so
// large that evaluating them loses the certificate, and orthonormal coordinates
// do not.
func TestHugeCoefficients(t *testing.T) {
	const tol = 1e-10
	p := problem(t, kern.Gaussian{Width: kern.Sigma(5)}, penalty.Lasso{}, 30, 1, 3)
	top := mustTauMax(t, p)
	for _, part := range []float64{2, 0.5, 0.1} {
		p.Tau = part * top
		sol, err := solve.Newton{Tol: tol}.Solve(t.Context(), p, nil)
		if err != nil || !(sol.RelGap <= tol) {
			t.Errorf("at %v tau_max: %v", part, err)
			continue
		}
		if part > 1 && floats.Max(sol.Norms) != 0 {
			t.Errorf("at %v tau_max: norms %v", part, sol.Norms)
		}
	}
}
