package solve_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestNewtonAccuracy asks for small gaps where they are hard to get, as
// [TestHighAccuracy] does of the dual method, and of every penalty.
func TestNewtonAccuracy(t *testing.T) {
	const n, d, tol = 20, 4, 1e-11
	for _, k := range []kern.Kernel{
		kern.Polynomial{Degree: 2, Offset: 1},
		kern.Polynomial{Degree: 3, Offset: 0.5},
		kern.Gaussian{Width: kern.Sigma(1.5)},
		kern.Linear{},
	} {
		for _, pen := range append(penalties, opaque{penalty.Lasso{}}) {
			t.Run(fmt.Sprint(k, pen), func(t *testing.T) {
				for seed := range uint64(2) {
					p := problem(t, k, pen, n, d, 100+seed)
					p.Nu, p.Intercept = 0.01, seed == 1
					top := mustTauMax(t, p)
					for _, part := range []float64{1.001, 0.97, 0.8, 0.1, 0} {
						p.Tau = part * top
						sol, err := solve.Newton{Tol: tol}.Solve(t.Context(), p, nil)
						if err != nil || !(sol.RelGap <= tol) || sol.Dual > sol.Objective {
							t.Errorf("at %v tau_max: gap %v, %v", part, sol.RelGap, err)
						}
					}
				}
			})
		}
	}
}

// TestNewtonIsDual: two methods, one solution.
func TestNewtonIsDual(t *testing.T) {
	for _, k := range kernels {
		for _, pen := range penalties {
			p := problem(t, k, pen, 15, 4, 7)
			p.Tau, p.Intercept = 0.3, true
			want := mustSolve(t, p, 1e-11)
			got, err := solve.Newton{Tol: 1e-11}.Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "objective", got.Objective, want.Objective, 1e-10)
			near(t, "intercept", got.Intercept, want.Intercept, 1e-5)
			allNear(t, name(k)+" fitted", got.Fitted, want.Fitted, 1e-5)
			allNear(t, name(k)+" norms", got.Norms, want.Norms, 1e-5)
			again, err := solve.Newton{Tol: 1e-9}.Solve(t.Context(), p, got)
			if err != nil || again.Iterations > 3 {
				t.Errorf("%s: from its own solution it takes %d steps, %v", name(k), again.Iterations, err)
			}
		}
	}
}

func TestNewtonRefuses(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 16)
	ok.Tau = 0.1
	for want, change := range map[string]func(*solve.Problem, *solve.Newton){
		"tau is -1":      func(p *solve.Problem, _ *solve.Newton) { p.Tau = -1 },
		"nu > 0":         func(p *solve.Problem, _ *solve.Newton) { p.Nu = 0 },
		"convex penalty": func(p *solve.Problem, _ *solve.Newton) { p.Penalty = unknown{} },
		"4400 rows":      func(p *solve.Problem, _ *solve.Newton) { *p = *problem(t, kern.Linear{}, penalty.Lasso{}, 220, 20, 1) },
		"tol":            func(_ *solve.Problem, s *solve.Newton) { s.Tol = -1 },
		"max_iter":       func(_ *solve.Problem, s *solve.Newton) { s.MaxIter = -1 },
	} {
		p, s := *ok, solve.Newton{}
		change(&p, &s)
		if _, err := s.Solve(t.Context(), &p, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestNewtonUnfinished(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 25, 4, 14)
	p.Tau = 0.5
	sol, err := solve.Newton{MaxIter: 2}.Solve(t.Context(), p, nil)
	if e, ok := errors.AsType[*solve.Unfinished](err); !ok || e.Status != solve.MaxIter || sol.Dual > sol.Objective || sol.Iterations != 2 {
		t.Errorf("after 2 steps: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sol, err = solve.Newton{Progress: progress(func(solve.Step) { cancel() })}.Solve(ctx, p, nil)
	if !errors.Is(err, context.Canceled) || sol.Status != solve.Cancelled {
		t.Errorf("cancelled: %v", err)
	}
}
