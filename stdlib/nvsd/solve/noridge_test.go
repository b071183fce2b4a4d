package solve_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// withoutRidge are the solvers that take nu = 0.
var withoutRidge = map[string]func(tol float64, most int) solve.Solver{
	"ADMM":    func(tol float64, most int) solve.Solver { return solve.ADMM{Tol: tol, MaxIter: most} },
	"DENOVAS": func(tol float64, most int) solve.Solver { return solve.DENOVAS{Tol: tol, MaxIter: most} },
	"AISTATS": func(tol float64, most int) solve.Solver { return solve.AISTATS{Tol: tol, MaxIter: most} },
}

func noted(sol *solve.Solution, what string) bool {
	return strings.Contains(strings.Join(sol.Notes, "\n"), what)
}

// TestNoRidge: where the kernel has fewer dimensions than the points ask for, the
// solvers agree, and none certifies.
func TestNoRidge(t *testing.T) {
	p := problem(t, kernels[2], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, 30, 2, 3)
	p.Nu, p.Tau, p.Intercept = 0, 0.2, true
	var objectives []float64
	for what, with := range withoutRidge {
		sol, err := with(1e-6, 0).Solve(t.Context(), p, nil)
		if err != nil || sol.Status != solve.Converged || !(sol.Residual <= 1e-6) || sol.Certified() || sol.Certain != nil || !noted(sol, "nu = 0") {
			t.Errorf("%s: %v with residual %v, certified %v, notes %q: %v", what, sol.Status, sol.Residual, sol.Certified(), sol.Notes, err)
		}
		objectives = append(objectives, sol.Objective)
	}
	if least := floats.Min(objectives); floats.Max(objectives) > least*(1+1e-6) {
		t.Errorf("objectives %v", objectives)
	}
}

// TestNoRidgeFlat: a Gaussian has a function of any values and any derivatives at
// the points. The minimum then is 0, whatever tau is, and no input is in. Solvers
// find it where the points are far apart for the width.
func TestNoRidgeFlat(t *testing.T) {
	X := mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 5})
	y := []float64{1, -2, 0.5, 3, 3, -1}
	for _, tau := range []float64{0.1, 10} {
		p := &solve.Problem{Op: operator(t, kern.Gaussian{Width: kern.Sigma(0.5)}, X), Y: y, Penalty: penalty.Lasso{}, Tau: tau}
		for what, with := range withoutRidge {
			sol, err := with(1e-6, 0).Solve(t.Context(), p, nil)
			if sol == nil || !(sol.Objective < 1e-2) {
				t.Errorf("%s: %v, objective %v", what, err, sol.Objective)
				continue
			}
			if what != "AISTATS" && floats.Max(sol.RawNorms) > 1e-3 { // that comes near slowly
				t.Errorf("%s: norms %v", what, sol.RawNorms)
			}
		}
	}
}

// TestNoRidgeRich: where they are near, coefficients grow without end. No solver
// calls that converged by default, and each says how much residual is left.
func TestNoRidgeRich(t *testing.T) {
	p := problem(t, kernels[3], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, 20, 2, 3)
	p.Nu, p.Tau = 0, 0.2
	for what, with := range withoutRidge {
		before := 0.0
		for _, most := range []int{300, 3000} {
			sol, err := with(1e-6, most).Solve(t.Context(), p, nil)
			if err == nil || sol.Status != solve.MaxIter || !strings.Contains(err.Error(), "relative residual") || !noted(sol, "where the run was stopped") {
				t.Errorf("%s: %v, notes %q: %v", what, sol.Status, sol.Notes, err)
			}
			if before > 0 && !(sol.Objective < before) {
				t.Errorf("%s: objective %v, after a tenth of the rounds %v", what, sol.Objective, before)
			}
			before = sol.Objective
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for what, with := range withoutRidge {
		sol, err := with(0, 0).Solve(cancelled, p, nil)
		if sol == nil || !errors.Is(err, context.Canceled) || sol.Residual == 0 || !strings.Contains(err.Error(), "relative residual") {
			t.Errorf("%s, cancelled before it began: %v", what, err)
		}
	}
	sol, err := solve.AISTATS{Tol: 1e-3, ByChange: true}.Solve(t.Context(), p, nil)
	if err != nil || sol.Status != solve.Stopped || !(sol.Residual <= 1e-3) {
		t.Errorf("AISTATS by its own rule: %v with residual %v: %v", sol.Status, sol.Residual, err)
	}
}

// TestNotes: a solution of an ordinary problem needs none; derivatives that are
// differences are told.
func TestNotes(t *testing.T) {
	p := problem(t, kernels[3], penalty.Lasso{}, 8, 2, 3)
	p.Tau = 0.1
	if sol := mustSolve(t, p, 1e-6); sol.Notes != nil || sol.Approximate {
		t.Errorf("notes %q", sol.Notes)
	}
	rough := problem(t, kern.Sum(kern.Linear{}, kern.FromEval(kern.Gaussian{Width: kern.Sigma(1.5)}.Eval)), penalty.Lasso{}, 8, 2, 3)
	rough.Tau = 0.1
	for what, s := range map[string]solve.Solver{
		"dual": solve.Dual{}, "Newton": solve.Newton{}, "ADMM": solve.ADMM{}, "DENOVAS": solve.DENOVAS{MaxIter: 5}, "AISTATS": solve.AISTATS{MaxIter: 5},
	} {
		sol, _ := s.Solve(t.Context(), rough, nil)
		if sol == nil || !sol.Approximate || !sol.Certified() || !noted(sol, "differences") {
			t.Errorf("%s: %+v", what, sol)
		}
	}
}
