package solve_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// BenchmarkADMMPath is BenchmarkPath50 by ADMM, the eigendecomposition included.
func BenchmarkADMMPath(b *testing.B) {
	const taus, decades, tol = 50, 3, 1e-6
	for name, k := range map[string]kern.Kernel{
		"poly3": kern.Polynomial{Degree: 3, Offset: 1},
		"gauss": kern.Gaussian{Width: kern.Sigma(4)},
	} {
		for _, inner := range exactInners {
			b.Run(name+"/"+string(inner), func(b *testing.B) {
				X, y := e1(110, 18, 1)
				rounds := 0
				for b.Loop() {
					p := &solve.Problem{Op: operator(b, k, X), Y: y, Penalty: penalty.Lasso{}, Nu: 0.1}
					top := mustTauMax(b, p)
					var sol *solve.Solution
					rounds = 0
					for i := range taus {
						p.Tau = top * math.Pow(10, -decades*float64(i)/(taus-1))
						var err error
						sol, err = (solve.ADMM{Tol: tol, Inner: inner}).Solve(b.Context(), p, sol)
						if err != nil {
							b.Fatal(err)
						}
						rounds += sol.Iterations
					}
				}
				b.ReportMetric(float64(rounds), "rounds/op")
			})
		}
	}
}
