package solve_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func mustADMM(t testing.TB, s solve.ADMM, p *solve.Problem) *solve.Solution {
	t.Helper()
	sol, err := s.Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatalf("%v, tau %v, %q: %v", p.Penalty, p.Tau, s.Inner, err)
	}
	return sol
}

var exactInners = []solve.Inner{solve.Eigen, solve.ConjugateGradients}

// TestADMMReachesOptimum: the bounds of ADMM and of the dual method enclose the
// same minimum, for every penalty and kernel, with an intercept and without.
func TestADMMReachesOptimum(t *testing.T) {
	const tol = 1e-8
	for _, k := range kernels {
		for i, pen := range append(penalties, opaque{penalty.Lasso{}}) {
			p := problem(t, k, pen, 20, 4, 3)
			p.Intercept = i%2 == 0
			top := mustTauMax(t, p)
			for _, part := range []float64{1.5, 0.5, 0.05} {
				p.Tau = part * top
				want := mustSolve(t, p, tol)
				for _, inner := range exactInners {
					sol := mustADMM(t, solve.ADMM{Tol: tol, Inner: inner}, p)
					if !sol.Certified() || sol.RelGap > tol || sol.Status != solve.Converged {
						t.Errorf("%s, %v: %s with gap %v", name(k), pen, sol.Status, sol.RelGap)
					}
					slack := 1e-12 * max(1, want.Objective)
					if sol.Objective < want.Dual-slack || want.Objective < sol.Dual-slack {
						t.Errorf("%s, %v, %v tau_max: [%v, %v] and [%v, %v] do not meet",
							name(k), pen, part, sol.Dual, sol.Objective, want.Dual, want.Objective)
					}
					allNear(t, "fitted", sol.Fitted, want.Fitted, 1e-3)
				}
			}
		}
	}
}

// TestADMMTauRidge is DENOVAS, whose ridge moves with tau.
func TestADMMTauRidge(t *testing.T) {
	p := problem(t, kernels[2], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, 20, 3, 5)
	p.Tau, p.TauRidge = 0.4, true
	near(t, "objective", mustADMM(t, solve.ADMM{Tol: 1e-9}, p).Objective, mustSolve(t, p, 1e-9).Objective, 1e-8)
}

// TestADMMTauZero is kernel ridge regression.
func TestADMMTauZero(t *testing.T) {
	for _, k := range kernels {
		p := problem(t, k, penalty.Lasso{}, 15, 3, 3)
		p.Intercept = true
		sol := mustADMM(t, solve.ADMM{}, p)
		isKernelRidge(t, k, p, sol, 1e-8)
	}
}

// TestADMMKappa: the optimum does not depend on where kappa begins, nor on the
// over-relaxation.
func TestADMMKappa(t *testing.T) {
	p := problem(t, kernels[3], penalty.ElasticNet{Mu: 0.7}, 20, 4, 9)
	p.Tau = 0.3 * mustTauMax(t, p)
	want := mustSolve(t, p, 1e-10)
	for _, kappa := range []float64{1e-6, 1e-2, 1, 1e4} {
		for _, relax := range []float64{0.5, 1, 1.9} {
			sol := mustADMM(t, solve.ADMM{Tol: 1e-9, Kappa: kappa, Relax: relax}, p)
			near(t, "objective", sol.Objective, want.Objective, 2e-9)
			allNear(t, "norms", sol.RawNorms, want.RawNorms, 1e-4)
		}
	}
}

// TestADMMZeros: what Phi leaves out at the end is what the dual ratios do.
func TestADMMZeros(t *testing.T) {
	for _, k := range kernels[:4] {
		p := problem(t, k, penalty.Lasso{}, 30, 4, 3)
		for _, part := range []float64{1.1, 0.7, 0.3} {
			p.Tau = part * mustTauMax(t, p)
			sol := mustADMM(t, solve.ADMM{Tol: 1e-10}, p)
			for a, zero := range sol.Split.Zeros() {
				clear := sol.Ratios[a] < 0.999 || sol.RawNorms[a] > 1e-3*sol.NormScale
				if clear && zero == sol.Active[a] {
					t.Errorf("%s at %v tau_max: input %d is zero in Phi: %v, active: %v, ratio %v", name(k), part, a, zero, sol.Active[a], sol.Ratios[a])
				}
			}
		}
	}
}

// TestADMMPath: a warm start goes on from the splitting with its kappa, reaches the
// same optima, and takes fewer rounds over the path.
func TestADMMPath(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 30, 4, 6)
	top := mustTauMax(t, p)
	warmRounds, coldRounds := 0, 0
	var warm *solve.Solution
	for step := range 20 {
		p.Tau = top * math.Pow(10, -2*float64(step)/19)
		s := solve.ADMM{Tol: 1e-8}
		next, err := s.Solve(t.Context(), p, warm)
		if err != nil {
			t.Fatal(err)
		}
		cold := mustADMM(t, s, p)
		near(t, "objective", next.Objective, cold.Objective, 2e-8)
		warmRounds, coldRounds = warmRounds+next.Iterations, coldRounds+cold.Iterations
		warm = next
	}
	if warmRounds >= coldRounds {
		t.Errorf("%d rounds with warm starts, %d without", warmRounds, coldRounds)
	}
	// At the optimum there is nothing to be done.
	again, err := solve.ADMM{Tol: 1e-8}.Solve(t.Context(), p, warm)
	if err != nil || again.Iterations > 5 || again.Split.Kappa != warm.Split.Kappa {
		t.Errorf("from its own solution: %d rounds, kappa %v after %v, %v", again.Iterations, again.Split.Kappa, warm.Split.Kappa, err)
	}
	// Any other solver's solution is a start too.
	if _, err := (solve.ADMM{}).Solve(t.Context(), p, mustSolve(t, p, 1e-8)); err != nil {
		t.Error(err)
	}
	other := problem(t, kernels[2], penalty.Lasso{}, 24, 4, 11)
	if _, err := (solve.ADMM{}).Solve(t.Context(), other, warm); err == nil || !strings.Contains(err.Error(), "30 x 4") {
		t.Errorf("a warm start of another size: %v", err)
	}
}

func TestADMMCheck(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 16)
	ok.Tau = 0.1
	for _, c := range []struct {
		s    solve.ADMM
		want string
	}{
		{solve.ADMM{Tol: -1}, "tol"},
		{solve.ADMM{MaxIter: -1}, "max_iter"},
		{solve.ADMM{Descents: -1}, "Descents"},
		{solve.ADMM{Relax: 2}, "Relax"},
		{solve.ADMM{Relax: math.NaN()}, "Relax"},
		{solve.ADMM{Kappa: math.Inf(1)}, "Kappa"},
		{solve.ADMM{Inner: "lu"}, `"lu"`},
	} {
		if _, err := c.s.Solve(t.Context(), ok, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.s, err)
		}
	}
}

// TestADMMUnfinished: whoever stops a run gets the best so far, with its bounds.
func TestADMMUnfinished(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 25, 4, 14)
	p.Tau = 0.5
	want := mustSolve(t, p, 1e-10)
	for _, inner := range exactInners {
		sol, err := solve.ADMM{Tol: 1e-14, MaxIter: 7, Inner: inner}.Solve(t.Context(), p, nil)
		unfinished, ok := errors.AsType[*solve.Unfinished](err)
		if !ok || unfinished.Status != solve.MaxIter || sol.Iterations != 7 || unfinished.RelGap != sol.RelGap {
			t.Fatalf("after 7 rounds: %v", err)
		}
		if sol.Dual > want.Objective || sol.Objective < want.Dual || !(sol.RelGap < 1) {
			t.Errorf("bounds %v, %v around %v", sol.Dual, sol.Objective, want.Objective)
		}
	}
}

// TestADMMDegenerate are problems at the edges of what makes sense.
func TestADMMDegenerate(t *testing.T) {
	for _, k := range kernels {
		for _, inner := range exactInners {
			s := solve.ADMM{Inner: inner}
			one := &solve.Problem{Op: operator(t, k, mat.NewDense(1, 2, []float64{1, 2})), Y: []float64{3}, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
			mustADMM(t, s, one)
			one.Intercept = true
			if sol := mustADMM(t, s, one); math.Abs(sol.Intercept-3) > 1e-12 || floats.Max(sol.Norms) != 0 {
				t.Errorf("%s: one point with an intercept: %v, norms %v", name(k), sol.Intercept, sol.Norms)
			}
			p := problem(t, k, penalty.Lasso{}, 10, 2, 12)
			p.Tau, p.Y = 0.1, make([]float64, 10)
			for _, nu := range []float64{0.05, 0} {
				p.Nu = nu
				if sol := mustADMM(t, s, p); sol.Objective != 0 || floats.Max(sol.Norms) != 0 {
					t.Errorf("%s: target 0, nu %v: objective %v, norms %v", name(k), nu, sol.Objective, sol.Norms)
				}
			}
		}
	}
}

// TestADMMProcessors: the numbers are the same to the bit at any GOMAXPROCS.
func TestADMMProcessors(t *testing.T) {
	const n, d = 130, 3
	X, y := sample(n, d, 18)
	for _, inner := range exactInners {
		var seen [][]float64
		for _, procs := range []int{1, 2} {
			before := runtime.GOMAXPROCS(procs)
			p := &solve.Problem{Op: operator(t, kernels[3], X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.2, Nu: 0.05}
			sol := mustADMM(t, solve.ADMM{Tol: 1e-6, Inner: inner}, p)
			runtime.GOMAXPROCS(before)
			seen = append(seen, slices.Concat(sol.Alpha, sol.B.RawMatrix().Data, sol.Split.Phi.RawMatrix().Data))
		}
		if !slices.Equal(seen[0], seen[1]) {
			t.Errorf("%s: one processor and two do not give the same bits", inner)
		}
	}
}

// TestADMMDescent: the more steps of steepest descent, the nearer are a fixed
// number of rounds to the optimum, and bounds hold however inexact S1 is.
func TestADMMDescent(t *testing.T) {
	p := problem(t, kern.Polynomial{Degree: 2, Offset: 1}, penalty.Lasso{}, 12, 2, 3)
	p.Nu, p.Intercept = 0.5, true
	p.Tau = 0.2 * mustTauMax(t, p)
	want := mustSolve(t, p, 1e-8)
	var before float64
	for i, steps := range []int{1, 5, 30} {
		sol, _ := solve.ADMM{Inner: solve.SteepestDescent, Descents: steps, MaxIter: 20, Tol: 1e-12}.Solve(t.Context(), p, nil)
		off := floats.Distance(sol.Split.Phi.RawMatrix().Data, gradients(t, p, want).RawMatrix().Data, 2)
		if i > 0 && !(off < before) {
			t.Errorf("%d steps: Phi is %v from the gradients at the optimum, with fewer steps %v", steps, off, before)
		}
		before = off
		if sol.Dual > want.Objective || sol.Objective < want.Dual || sol.Iterations > 20 {
			t.Errorf("%d steps: bounds %v, %v around %v", steps, sol.Dual, sol.Objective, want.Objective)
		}
	}
	sol := mustADMM(t, solve.ADMM{Inner: solve.SteepestDescent, Descents: 200, Tol: 1e-5}, p)
	near(t, "objective", sol.Objective, want.Objective, 1e-5)
}

func gradients(t *testing.T, p *solve.Problem, sol *solve.Solution) *mat.Dense {
	t.Helper()
	n, d := p.Op.Dims()
	X, _ := sample(n, d, 3)
	W, err := p.Op.Gradients(sol.Alpha, sol.B, X)
	if err != nil {
		t.Fatal(err)
	}
	return W
}

// TestADMMNuZero: without a ridge there is no certificate, small residuals, and an
// objective that the minima for falling nu come down to.
func TestADMMNuZero(t *testing.T) {
	for _, k := range []kern.Kernel{kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}} {
		for _, inner := range exactInners {
			p := problem(t, k, penalty.Lasso{}, 30, 3, 3)
			p.Nu, p.Tau, p.Intercept = 0, 0.3, true
			sol := mustADMM(t, solve.ADMM{Tol: 1e-8, Inner: inner}, p)
			if sol.Certified() || !math.IsNaN(sol.Dual) || !(sol.Residual <= 1e-8) {
				t.Errorf("%s: bounds %v, %v, residual %v", name(k), sol.Dual, sol.RelGap, sol.Residual)
			}
			last := math.Inf(1)
			for _, nu := range []float64{1e-2, 1e-4, 1e-6} {
				q := *p
				q.Nu = nu
				small := mustSolve(t, &q, 1e-9)
				if sol.Objective > small.Objective*(1+1e-7) || small.Objective > last {
					t.Errorf("%s: nu = 0 has the objective %v, nu = %v has %v, and a larger nu %v", name(k), sol.Objective, nu, small.Objective, last)
				}
				last = small.Objective
			}
			near(t, name(k)+" limit", last, sol.Objective, 1e-4)
		}
	}
}

// TestADMMNonconvex: with a penalty that is not convex the run ends where the prox
// has a fixed point and the gradient of the rest is its subgradient, and says that
// it certifies nothing.
func TestADMMNonconvex(t *testing.T) {
	const n, d = 30, 4
	for _, k := range kernels[1:4] {
		p := problem(t, k, mcp{2}, n, d, 3)
		p.Tau = 0.5
		sol := mustADMM(t, solve.ADMM{Tol: 1e-9}, p)
		if sol.Certified() || !math.IsNaN(sol.Dual) || !(sol.Residual <= 1e-9) {
			t.Errorf("%s: bounds %v, %v, residual %v", name(k), sol.Dual, sol.RelGap, sol.Residual)
		}
		W := gradients(t, p, sol)
		for a := range d {
			// u = -2 nu B is kappa Lambda, so that Phi is the prox at W + u/kappa.
			z := mat.Col(nil, a, W)
			floats.AddScaled(z, -2*p.Nu/sol.Split.Kappa, mat.Col(nil, a, sol.B))
			q := floats.Norm(z, 2) / math.Sqrt(n)
			r := make([]float64, 1)
			p.Penalty.Prox(r, []float64{q}, p.Tau/(sol.Split.Kappa*n))
			near(t, name(k)+" prox", r[0], sol.RawNorms[a], 1e-6)
			if sol.Active[a] == sol.Split.Zeros()[a] {
				t.Errorf("%s: input %d is active: %v", name(k), a, sol.Active[a])
			}
		}
	}
}

// TestADMMNonconvexPath: along a path every fit with a penalty that is not convex
// begins with a kappa of its own. One that only grew would end beyond all numbers.
func TestADMMNonconvexPath(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 30, 4, 6)
	top := mustTauMax(t, p)
	p.Penalty = mcp{2}
	var warm *solve.Solution
	for step := range 20 {
		p.Tau = top * math.Pow(10, -2*float64(step)/19)
		s := solve.ADMM{Tol: 1e-6}
		next, err := s.Solve(t.Context(), p, warm)
		if err != nil {
			t.Fatalf("tau %d: %v", step, err)
		}
		cold := mustADMM(t, s, p)
		if next.Split.Kappa > 100*cold.Split.Kappa || next.Iterations > 10*cold.Iterations {
			t.Errorf("tau %d: %d rounds to kappa %.3g from the fit before, %d to %.3g from nothing",
				step, next.Iterations, next.Split.Kappa, cold.Iterations, cold.Split.Kappa)
		}
		warm = next
	}
}

// mcp is the minimax concave penalty with slope 1 at 0 and 0 from knee on.
type mcp struct{ knee float64 }

func (p mcp) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		v = min(v, p.knee)
		sum += v - v*v/(2*p.knee)
	}
	return sum
}

func (p mcp) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		switch {
		case t < p.knee:
			dst[a] = min(v, max(0, v-t)/(1-t/p.knee))
		case v > math.Sqrt(t*p.knee):
			dst[a] = v
		default:
			dst[a] = 0
		}
	}
}
