package solve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func aistats(t testing.TB, s solve.AISTATS, p *solve.Problem) *solve.Solution {
	t.Helper()
	sol, err := s.Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatalf("%+v: tau %v: %v", s, p.Tau, err)
	}
	return sol
}

// TestAISTATSReachesOptimum on the sums of block norms.
func TestAISTATSReachesOptimum(t *testing.T) {
	const tol = 1e-6
	for _, k := range []kern.Kernel{kernels[0], kernels[1], kernels[3], kernels[4]} {
		for _, pen := range []penalty.Penalty{
			penalty.Lasso{},
			penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
			penalty.GroupLasso{Groups: [][]int{{0, 2}, {1, 3}}},
			penalty.WeightedLasso{Weights: []float64{1, 0, 2, 1}},
		} {
			p := problem(t, k, pen, 16, 4, 1)
			p.Tau, p.Intercept = 0.3, true
			sameOptimum(t, name(k)+" "+name(pen), aistats(t, solve.AISTATS{Tol: tol}, p), mustSolve(t, p, 1e-10), tol)
		}
	}
}

// TestAISTATSFromZero: where the inner loops start does not matter in the end.
func TestAISTATSFromZero(t *testing.T) {
	p := problem(t, kernels[1], penalty.Lasso{}, 16, 4, 1)
	p.Tau = 0.5
	sameOptimum(t, "from 0", aistats(t, solve.AISTATS{Tol: 1e-4, FromZero: true}, p), mustSolve(t, p, 1e-10), 1e-4)
}

// TestAISTATSThreshold is eq. 5: the unnormalised sum of squares.
func TestAISTATSThreshold(t *testing.T) {
	const n = 20
	p := problem(t, kernels[1], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, n, 4, 2)
	p.Tau, p.Nu = 0.2, 0
	for _, threshold := range []float64{0, 0.01, 1, 20, 1e9} {
		sol := aistats(t, solve.AISTATS{Tol: 1e-4, Threshold: threshold}, p)
		if threshold == 0 {
			threshold = p.Tau
		}
		for a, u := range sol.RawNorms {
			if in := n*u*u > threshold; sol.Active[a] != in || (sol.Norms[a] > 0) != in {
				t.Errorf("threshold %v: input %d with n u^2 = %v: active %v, norm %v", threshold, a, n*u*u, sol.Active[a], sol.Norms[a])
			}
		}
	}
}

// TestAISTATSWithoutRidge is the paper's problem, eq. 1: the same as DENOVAS
// without a ridge.
func TestAISTATSWithoutRidge(t *testing.T) {
	p := problem(t, kernels[1], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, 30, 3, 3)
	p.Tau, p.Nu = 0.25, 0
	sol := aistats(t, solve.AISTATS{Tol: 1e-7}, p)
	if sol.Certified() || sol.Status != solve.Converged || !(sol.Residual <= 1e-7) {
		t.Errorf("%s, bound %v, residual %v", sol.Status, sol.Dual, sol.Residual)
	}
	want := denovas(t, solve.DENOVAS{Tol: 1e-9}, p, nil)
	near(t, "objective", sol.Objective/want.Objective, 1, 1e-6)
}

// TestAISTATSStopsEarly: what is selected belongs to the iterations made.
func TestAISTATSStopsEarly(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 20, 4, 4)
	p.Tau = 0.5
	sol, err := solve.AISTATS{MaxIter: 5}.Solve(t.Context(), p, nil)
	if err == nil || sol.Status != solve.MaxIter || sol.Iterations != 5 || slices.Equal(sol.Active, nil) {
		t.Errorf("after 5 iterations: %v, %v", sol.Status, err)
	}
	if want := mustSolve(t, p, 1e-9); sol.Dual > want.Objective || sol.Objective < want.Dual {
		t.Errorf("bounds %v, %v around %v", sol.Dual, sol.Objective, want.Objective)
	}
	sol, err = solve.AISTATS{Tol: 1e-2, ByChange: true}.Solve(t.Context(), p, nil)
	if err != nil || sol.Status != solve.Stopped || !(sol.Residual <= 1e-2) {
		t.Errorf("by change: %v, residual %v, %v", sol.Status, sol.Residual, err)
	}
}

func TestAISTATSCheck(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 5)
	ok.Tau = 0.1
	for _, s := range []solve.AISTATS{{Tol: -1}, {Tol: math.NaN()}, {MaxIter: -1}, {MaxInner: -1}, {InnerTol: -1}, {Threshold: -1}} {
		if err := s.Check(ok); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	for _, c := range []struct {
		change func(*solve.Problem)
		want   string
	}{
		{func(p *solve.Problem) { p.Penalty = penalty.ElasticNet{Mu: 0.5} }, "DENOVAS"},
		{func(p *solve.Problem) { p.Penalty = opaque{penalty.Lasso{}} }, "block norms"},
		{func(p *solve.Problem) { p.Tau = 0 }, "tau > 0"},
		{func(p *solve.Problem) { p.Nu = -1 }, "nu is -1"},
	} {
		p := *ok
		c.change(&p)
		if err := (solve.AISTATS{}).Check(&p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}
