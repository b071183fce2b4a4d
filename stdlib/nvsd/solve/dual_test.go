package solve_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestCertificate recomputes both bounds of a solution from its coefficients,
// by other means than the solver's: the objective from the definition of f, the
// lower bound as the value of the dual function at the dual blocks -2 nu B,
// which the constraints of the lasso make feasible.
func TestCertificate(t *testing.T) {
	const n, d = 12, 3
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			p := problem(t, k, penalty.Lasso{}, n, d, 1)
			X, _ := sample(n, d, 1)
			p.Intercept = intercept
			p.Tau = 0.2 * mustTauMax(t, p)
			for _, tol := range []float64{1e-1, 1e-4, 1e-9} {
				sol := mustSolve(t, p, tol)
				r := recompute(t, k, X, p, sol.Alpha, sol.B, sol.Intercept)
				near(t, "objective", sol.Objective, r.objective, 1e-10)
				if over := (sol.Dual - r.dual) / r.objective; over > 1e-9 || over < -1e-9-2*sol.Rounding {
					t.Errorf("%s: the lower bound is %v, the dual function is %v there, with rounding of %v", name(k), sol.Dual, r.dual, sol.Rounding)
				}
				near(t, "norm of f", sol.NormSq, r.normSq, 1e-9)
				allNear(t, "norms", sol.RawNorms, r.norms, 1e-9)
				if sol.Dual > sol.Objective || sol.RelGap > tol {
					t.Errorf("%s: bounds %v <= %v, relative gap %v for tol %v", name(k), sol.Dual, sol.Objective, sol.RelGap, tol)
				}
				radius := p.Tau / math.Sqrt(n)
				for a, norm := range r.dualNorms {
					if norm > radius*(1+1e-12) {
						t.Errorf("%s: dual block %d has norm %v, the radius is %v", name(k), a, norm, radius)
					}
					near(t, "ratio", sol.Ratios[a], norm/radius, 1e-9)
				}
			}
		}
	}
}

// TestWeakDuality: whatever coefficients one takes, their objective is not
// below the lower bound of a solution, nor that bound above theirs.
func TestWeakDuality(t *testing.T) {
	const n, d = 8, 4
	for _, pen := range penalties {
		p := problem(t, kernels[1], pen, n, d, 2)
		X, _ := sample(n, d, 2)
		p.Tau = 0.3
		sol := mustSolve(t, p, 1e-9)
		rapid.Check(t, func(rt *rapid.T) {
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
			far := math.Pow(10, rapid.Float64Range(-6, 1).Draw(rt, "log10 distance"))
			alpha, B := slices.Clone(sol.Alpha), mat.DenseCopyOf(sol.B)
			for i := range alpha {
				alpha[i] += far * rng.NormFloat64()
			}
			B.Apply(func(_, _ int, v float64) float64 { return v + far*rng.NormFloat64() }, B)
			if at := recompute(t, kernels[1], X, p, alpha, B, 0).objective; at < sol.Dual-1e-12*sol.Objective {
				rt.Fatalf("objective %v below the lower bound %v", at, sol.Dual)
			}
		})
	}
}

// TestOptimality is the first-order condition: at an active input the dual block
// has the direction of the gradient, at every other it is inside its ball.
func TestOptimality(t *testing.T) {
	const n, d = 20, 4
	for _, k := range kernels[1:4] {
		for _, part := range []float64{1.5, 0.9, 0.5, 0.1, 0.01} {
			p := problem(t, k, penalty.Lasso{}, n, d, 6)
			p.Tau = part * mustTauMax(t, p)
			sol := mustSolve(t, p, 1e-12)
			X, _ := sample(n, d, 6)
			W, err := p.Op.Gradients(sol.Alpha, sol.B, X)
			if err != nil {
				t.Fatal(err)
			}
			for a := range d {
				if !sol.Active[a] {
					continue
				}
				// -2 nu B_a = (tau / sqrt n) W_a / ||W_a||
				want := mat.Col(nil, a, W)
				floats.Scale(p.Tau/math.Sqrt(n)/floats.Norm(want, 2), want)
				got := mat.Col(nil, a, sol.B)
				floats.Scale(-2*p.Nu, got)
				if apart := floats.Distance(got, want, 2) / floats.Norm(want, 2); apart > 1e-4 {
					t.Errorf("%s at %v tau_max: dual block %d is %v off the direction of its gradient", name(k), part, a, apart)
				}
			}
			rest := make([]float64, n) // alpha = (y - f)/(n nu)
			floats.SubTo(rest, p.Y, sol.Fitted)
			floats.Scale(1/(n*p.Nu), rest)
			allNear(t, "alpha", sol.Alpha, rest, 1e-8)
		}
	}
}

// TestWarmStart: it changes the work, not the solution.
func TestWarmStart(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 25, 4, 11)
	p.Tau = 0.5
	warm := mustSolve(t, p, 1e-8)
	p.Tau = 0.45
	cold := mustSolve(t, p, 1e-11)
	sol, err := solve.Dual{Tol: 1e-11}.Solve(t.Context(), p, warm)
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, "fitted", sol.Fitted, cold.Fitted, 1e-6)
	p.Tau = 0.5
	if again, err := (solve.Dual{Tol: 1e-8}).Solve(t.Context(), p, warm); err != nil || again.Iterations > 4 {
		t.Errorf("from its own solution it takes %d iterations, %v", again.Iterations, err)
	}
	other := problem(t, kernels[2], penalty.Lasso{}, 24, 4, 11)
	if _, err := (solve.Dual{}).Solve(t.Context(), other, warm); err == nil || !strings.Contains(err.Error(), "25 x 4") {
		t.Errorf("a warm start of another size: %v", err)
	}
}

// TestDegenerate are problems at the edges of what makes sense.
func TestDegenerate(t *testing.T) {
	for _, k := range kernels {
		one := &solve.Problem{Op: operator(t, k, mat.NewDense(1, 2, []float64{1, 2})), Y: []float64{3}, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
		mustSolve(t, one, 1e-8)
		one.Intercept = true
		if sol := mustSolve(t, one, 1e-8); math.Abs(sol.Intercept-3) > 1e-12 || floats.Max(sol.Norms) != 0 {
			t.Errorf("%s: one point with an intercept: %v, norms %v", name(k), sol.Intercept, sol.Norms)
		}
		p := problem(t, k, penalty.Lasso{}, 10, 2, 12)
		p.Tau, p.Intercept = 0.1, true
		for i := range p.Y {
			p.Y[i] = 7
		}
		if sol := mustSolve(t, p, 1e-8); math.Abs(sol.Intercept-7) > 1e-9 || floats.Max(sol.Norms) != 0 {
			t.Errorf("%s: constant target: intercept %v, norms %v", name(k), sol.Intercept, sol.Norms)
		}
		p.Y = make([]float64, 10)
		if sol := mustSolve(t, p, 1e-8); sol.Objective != 0 || sol.RelGap != 0 {
			t.Errorf("%s: target 0: objective %v, gap %v", name(k), sol.Objective, sol.RelGap)
		}
	}
	// A constant input cannot move an isotropic kernel.
	X, y := sample(15, 3, 13)
	for i := range 15 {
		X.Set(i, 2, 5)
	}
	p := &solve.Problem{Op: operator(t, kernels[3], X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.01, Nu: 0.01}
	if sol := mustSolve(t, p, 1e-8); sol.Norms[2] != 0 {
		t.Errorf("a constant input has the norm %v", sol.Norms[2])
	}
}

func TestUnfinished(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 25, 4, 14)
	p.Tau = 0.5
	sol, err := solve.Dual{Tol: 1e-12, MaxIter: 5}.Solve(t.Context(), p, nil)
	unfinished, ok := errors.AsType[*solve.Unfinished](err)
	if !ok || unfinished.Status != solve.MaxIter || unfinished.RelGap != sol.RelGap || sol.Status != solve.MaxIter {
		t.Errorf("after 5 iterations: %v", err)
	}
	if sol.Dual > sol.Objective || !(sol.RelGap > 1e-12) || sol.Iterations < 5 {
		t.Errorf("bounds %v, %v after %d iterations", sol.Dual, sol.Objective, sol.Iterations)
	}

	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	sol, err = solve.Dual{Tol: 1e-12, Progress: progress(func(s solve.Step) {
		seen++
		if seen == 3 {
			cancel()
		}
	})}.Solve(ctx, p, nil)
	if !errors.Is(err, context.Canceled) || sol == nil || sol.Status != solve.Cancelled {
		t.Errorf("cancelled: %v", err)
	}
	if seen != 3 {
		t.Errorf("%d steps reported after cancelling at the third", seen)
	}
}

type progress func(solve.Step)

func (f progress) Step(s solve.Step) { f(s) }

// TestTrace: the bounds come closer, and the last entry is the solution.
func TestTrace(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 25, 4, 15)
	p.Tau = 0.5
	sol := mustSolve(t, p, 1e-8)
	for i := 1; i < len(sol.Trace); i++ {
		if before, now := sol.Trace[i-1], sol.Trace[i]; now.RelGap >= before.RelGap || now.Iteration <= before.Iteration {
			t.Errorf("trace %d: %+v after %+v", i, now, before)
		}
	}
	if last := sol.Trace[len(sol.Trace)-1]; last.RelGap > 2e-8 {
		t.Errorf("the trace ends at gap %v", last.RelGap)
	}
}
