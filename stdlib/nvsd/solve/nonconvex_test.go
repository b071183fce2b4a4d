package solve_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestNonconvexStationary: at what ADMM returns for a penalty that is not convex no
// direction leads down. It carries no certificate, and says why. Where the run was stopped early, the same test sees that there is a
// way down.
func TestNonconvexStationary(t *testing.T) {
	const n, d = 20, 4
	seen := 0
	for _, pen := range []penalty.Penalty{
		penalty.MCP{Knee: 2},
		penalty.SCAD{Knee: 1, A: 3.7},
		penalty.LogSum{Eps: 0.5},
		penalty.Separable(func(u float64) float64 { return math.Log1p(u) }),
	} {
		for _, k := range []kern.Kernel{kernels[0], kernels[1], kernels[3], kernels[4]} {
			what := name(k) + ", " + name(pen)
			p := problem(t, k, pen, n, d, 5)
			X, _ := sample(n, d, 5)
			p.Tau, p.Intercept = 1, true
			sol := mustADMM(t, solve.ADMM{Tol: 1e-9}, p)
			if sol.Certified() || sol.Certain != nil || !(sol.Residual <= 1e-9) || !strings.Contains(strings.Join(sol.Notes, "\n"), "no certified optimum") {
				t.Errorf("%s: certified %v, residual %v, notes %q", what, sol.Certified(), sol.Residual, sol.Notes)
			}
			near(t, what+": objective", sol.Objective, recompute(t, k, X, p, sol.Alpha, sol.B, sol.Intercept).objective, 1e-9)
			if down := steepest(t, k, X, p, sol); down > 1e-5 {
				t.Errorf("%s: a direction leads down, with slope %v", what, down)
			}
			early, _ := solve.ADMM{Tol: 1e-9, MaxIter: 5}.Solve(t.Context(), p, nil)
			if steepest(t, k, X, p, early) > 1e-3 {
				seen++
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d of 16 early ends are seen not to be stationary", seen)
	}
}

// steepest returns the slope of the objective in the steepest of some random
// directions that lead down from sol, relative to the objective.
func steepest(t *testing.T, k kern.Kernel, X *mat.Dense, p *solve.Problem, sol *solve.Solution) float64 {
	t.Helper()
	const far = 1e-4 // what is concave takes away a square of it
	n, d := X.Dims()
	here := recompute(t, k, X, p, sol.Alpha, sol.B, sol.Intercept).objective
	rng := rand.New(rand.NewPCG(1, 0))
	var down float64
	for range 20 {
		alpha, B := make([]float64, n), mat.NewDense(n, d, nil)
		for i := range alpha {
			alpha[i] = sol.Alpha[i] + far*rng.NormFloat64()
			for a := range d {
				B.Set(i, a, sol.B.At(i, a)+far*rng.NormFloat64())
			}
		}
		there := recompute(t, k, X, p, alpha, B, sol.Intercept).objective
		down = max(down, (here-there)/(far*max(1, here)))
	}
	return down
}
