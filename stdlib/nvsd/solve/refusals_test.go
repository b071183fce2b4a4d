package solve_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// every is a solver of each kind.
var every = map[string]solve.Solver{
	"dual":         solve.Dual{},
	"Newton":       solve.Newton{},
	"ADMM, eigen":  solve.ADMM{Inner: solve.Eigen},
	"ADMM, cg":     solve.ADMM{Inner: solve.ConjugateGradients},
	"ADMM, paper":  solve.ADMM{Inner: solve.SteepestDescent},
	"DENOVAS":      solve.DENOVAS{},
	"DENOVAS, try": solve.DENOVAS{Backtrack: true},
	"AISTATS":      solve.AISTATS{},
}

// refuses holds every solver to an error that says want, and nothing beside it.
func refuses(t *testing.T, p *solve.Problem, want string) {
	t.Helper()
	for what, s := range every {
		sol, err := s.Solve(t.Context(), p, nil)
		if sol != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", what, err, want)
		}
	}
}

// TestMeaninglessProblems are refused by every solver.
func TestMeaninglessProblems(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 16)
	ok.Tau = 0.1
	for _, c := range []struct {
		want   string
		change func(*solve.Problem)
	}{
		{"tau is NaN", func(p *solve.Problem) { p.Tau = math.NaN() }},
		{"tau is -1", func(p *solve.Problem) { p.Tau = -1 }},
		{"tau is +Inf", func(p *solve.Problem) { p.Tau = math.Inf(1) }},
		{"nu is NaN", func(p *solve.Problem) { p.Nu = math.NaN() }},
		{"nu is -1", func(p *solve.Problem) { p.Nu = -1 }},
		{"nu is +Inf", func(p *solve.Problem) { p.Nu = math.Inf(1) }},
		{"y has NaN at row 1", func(p *solve.Problem) { p.Y = []float64{0, math.NaN(), 1, 2, 3} }},
		{"y is too small", func(p *solve.Problem) { p.Y = []float64{0, 2e-150, -5e-150, 1e-160, 0} }},
		{"y has length 4, X has 5 rows", func(p *solve.Problem) { p.Y = p.Y[:4] }},
		{"NewOperator", func(p *solve.Problem) { p.Op = nil }},
		{"no penalty", func(p *solve.Problem) { p.Penalty = nil }},
		{"mu is 1.5", func(p *solve.Problem) { p.Penalty = penalty.ElasticNet{Mu: 1.5} }},
		{"mu is -0.1", func(p *solve.Problem) { p.Penalty = penalty.ElasticNet{Mu: -0.1} }},
		{"mu is NaN", func(p *solve.Problem) { p.Penalty = penalty.ElasticNet{Mu: math.NaN()} }},
		{"input 1", func(p *solve.Problem) { p.Penalty = penalty.GroupLasso{Groups: [][]int{{0}}} }},
		{"Check panics: oh", func(p *solve.Problem) { p.Penalty = checkPanics{} }},
	} {
		p := *ok
		c.change(&p)
		refuses(t, &p, c.want)
	}
}

type checkPanics struct{ penalty.Lasso }

func (checkPanics) Check(int) error { panic("oh") }

// TestFaultyPenaltiesEverywhere: whatever a penalty does wrong ends the run with an
// error that names the penalty and what it was called with.
func TestFaultyPenaltiesEverywhere(t *testing.T) {
	for want, p := range map[string]faulty{
		"= NaN":       {prox: func(dst, u []float64, t float64) { copy(dst, u); dst[1] = math.NaN() }},
		"dst[1] = -1": {prox: func(dst, u []float64, t float64) { copy(dst, u); dst[1] = -1 }},
		"dst[0] = ":   {prox: func(dst, u []float64, t float64) { copy(dst[1:], u[1:]) }}, // too few
		"panics":      {prox: func(dst, u []float64, t float64) { dst[len(u)] = 0 }},      // too many
		"is NaN":      {value: func(u []float64) float64 { return math.NaN() }},
		"panics: oh":  {value: func(u []float64) float64 { panic("oh") }},
	} {
		problem := problem(t, kernels[1], p, 6, 2, 17)
		problem.Tau = 0.1
		for what, s := range every {
			if _, isAISTATS := s.(solve.AISTATS); isAISTATS && p.prox != nil {
				continue // has an update of its own
			}
			_, err := s.Solve(t.Context(), problem, nil)
			fault, ok := errors.AsType[*solve.PenaltyError](err)
			if !ok || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "faulty") || len(fault.U) != 2 {
				t.Errorf("%s: error %v, want one with %q", what, err, want)
			}
		}
	}
}

// crooked has the values of a linear kernel, and derivatives of nothing.
type crooked struct{ kern.Linear }

func (crooked) AtDot(s float64) (k, k1, k2 float64) { return s, -1, 0 }
func (crooked) Mixed(dst, x, z []float64) {
	clear(dst)
	for a := range x {
		dst[a*len(x)+a] = -1
	}
}

// TestKernelsThatAreNone: a matrix of values that is not positive semidefinite, and
// one of derivatives, whatever structure the kernel has.
func TestKernelsThatAreNone(t *testing.T) {
	X, y := sample(12, 3, 1)
	distance := func(x, z []float64) float64 {
		var sum float64
		for a, v := range x {
			sum += (v - z[a]) * (v - z[a])
		}
		return sum
	}
	for what, c := range map[string]struct {
		k    kern.Kernel
		want string
	}{
		"values, structured":      {notPositive{}, "has the eigenvalue -"},
		"values, dense":           {unstructured{kern.FromEval(distance)}, "has the eigenvalue -"},
		"derivatives, structured": {crooked{}, "an eigenvalue of -"},
		"derivatives, dense":      {unstructured{crooked{}}, "an eigenvalue of -"},
	} {
		p := &solve.Problem{Op: operator(t, c.k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
		refuses(t, p, c.want)
		if _, err := solve.TauMax(t.Context(), p, 0); err == nil || !strings.Contains(err.Error(), "eigenvalue of -") {
			t.Errorf("%s: tau_max: %v", what, err)
		}
		p.Nu = 0
		if _, err := (solve.ADMM{}).Solve(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: ADMM without a ridge: %v", what, err)
		}
	}
}

// TestKernelsThatPanic are errors, even where goroutines share the work.
func TestKernelsThatPanic(t *testing.T) {
	X, _ := sample(400, 4, 2)
	after := func(calls int) kern.Kernel { return &panicking{left: calls} }
	if _, err := solve.NewOperator(after(0), X); err == nil || !strings.Contains(err.Error(), "panicking") || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a kernel that panics: %v", err)
	}
	if _, err := solve.NewOperator(unstructured{after(0)}, X.Slice(0, 5, 0, 4)); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a kernel without structure that panics: %v", err)
	}
	op := operator(t, &panicking{left: math.MaxInt}, X)
	far := mat.NewDense(1, 4, []float64{1e9, 0, 0, 0})
	if _, err := op.Predict(make([]float64, 400), nil, far); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a kernel that panics far away: %v", err)
	}
}

// panicking is linear, and panics at large arguments, or anywhere.
type panicking struct {
	kern.Linear
	left int
}

func (p *panicking) String() string { return "panicking" }

func (p *panicking) AtDot(s float64) (k, k1, k2 float64) {
	if p.left == 0 || math.Abs(s) > 1e6 {
		panic("oh")
	}
	return s, 1, 0
}

func (p *panicking) Eval(x, z []float64) float64 {
	if p.left == 0 {
		panic("oh")
	}
	return p.Linear.Eval(x, z)
}

// TestCancelledEverywhere: whoever ends a run gets the best so far, how far it can
// be from the optimum, and the context's reason.
func TestCancelledEverywhere(t *testing.T) {
	p := problem(t, kernels[2], penalty.Lasso{}, 20, 4, 4)
	p.Tau = 0.5
	want := mustSolve(t, p, 1e-9)
	check := func(what string, sol *solve.Solution, err error) {
		t.Helper()
		unfinished, ok := errors.AsType[*solve.Unfinished](err)
		if !ok || !errors.Is(err, context.Canceled) || sol == nil || sol.Status != solve.Cancelled || unfinished.Status != solve.Cancelled {
			t.Fatalf("%s: %v", what, err)
		}
		room := 1e-9 * want.Objective
		if !sol.Certified() || sol.Dual > want.Objective+room || sol.Objective < want.Dual-room || unfinished.RelGap != sol.RelGap || !strings.Contains(err.Error(), "relative gap") {
			t.Errorf("%s: bounds %v, %v around %v: %v", what, sol.Dual, sol.Objective, want.Objective, err)
		}
		if len(sol.Lower) != 4 || len(sol.Certain) != 4 {
			t.Errorf("%s: nothing is said of the inputs", what)
		}
	}
	for what, with := range map[string]func(solve.Progress) solve.Solver{
		"dual":        func(to solve.Progress) solve.Solver { return solve.Dual{Tol: 1e-15, Progress: to} },
		"Newton":      func(to solve.Progress) solve.Solver { return solve.Newton{Tol: 1e-15, Progress: to} },
		"ADMM, eigen": func(to solve.Progress) solve.Solver { return solve.ADMM{Tol: 1e-15, Inner: solve.Eigen, Progress: to} },
		"ADMM, cg": func(to solve.Progress) solve.Solver {
			return solve.ADMM{Tol: 1e-15, Inner: solve.ConjugateGradients, Progress: to}
		},
		"ADMM, paper": func(to solve.Progress) solve.Solver {
			return solve.ADMM{Tol: 1e-15, Inner: solve.SteepestDescent, Progress: to}
		},
		"DENOVAS": func(to solve.Progress) solve.Solver { return solve.DENOVAS{Tol: 1e-15, Progress: to} },
		"AISTATS": func(to solve.Progress) solve.Solver { return solve.AISTATS{Tol: 1e-15, Progress: to} },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		sol, err := with(progress(func(solve.Step) {
			seen++
			if seen == 2 {
				cancel()
			}
		})).Solve(ctx, p, nil)
		check(what, sol, err)
		sol, err = with(nil).Solve(ctx, p, nil)
		check(what+", before it began", sol, err)
	}
}

// TestWhatIsNotClaimed: a solver says which part of a problem it cannot take.
func TestWhatIsNotClaimed(t *testing.T) {
	for _, c := range []struct {
		change  func(*solve.Problem)
		refused []string
		want    string
	}{
		{func(p *solve.Problem) { p.Nu = 0 }, []string{"dual", "Newton"}, "nu > 0"},
		{func(p *solve.Problem) { p.Tau, p.TauRidge = 0, true }, []string{"dual", "Newton"}, "nu > 0"},
		{func(p *solve.Problem) { p.Penalty = penalty.MCP{Knee: 3} }, []string{"dual", "Newton", "DENOVAS", "DENOVAS, try"}, "convex"},
		{func(p *solve.Problem) { p.Penalty = penalty.ElasticNet{Mu: 0.5} }, []string{"AISTATS"}, "block norms"},
		{func(p *solve.Problem) { p.Tau = 0 }, []string{"AISTATS"}, "tau > 0"},
	} {
		p := problem(t, kernels[1], penalty.Lasso{}, 10, 2, 5)
		p.Tau = 0.2
		c.change(p)
		for what, s := range every {
			err := s.Check(p)
			if slices.Contains(c.refused, what) {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: error %v, want one with %q", what, err, c.want)
				}
			} else if err != nil && what != "AISTATS" {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// Numbers that overflow in a solver are not called a fault of the penalty.
func TestOverflowIsNotThePenaltys(t *testing.T) {
	X, y := sample(10, 3, 1)
	X.Scale(1e100, X)
	op := operator(t, kern.Polynomial{Degree: 1, Offset: 1}, X)
	for what, s := range every {
		for _, p := range []penalty.Penalty{penalty.Lasso{}, penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1}, {1, 2}}}}} {
			_, err := s.Solve(t.Context(), &solve.Problem{Op: op, Y: y, Penalty: p, Tau: 0.1, Nu: 0.1}, nil)
			if _, blamed := errors.AsType[*solve.PenaltyError](err); blamed {
				t.Errorf("%s, %v: %v", what, p, err)
			}
		}
	}
}
