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

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
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
				near(t, "dual", sol.Dual, r.dual, 1e-9)
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

// TestTauZeroIsKernelRidge: without a penalty there is nothing but a ridge.
func TestTauZeroIsKernelRidge(t *testing.T) {
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			p := problem(t, k, penalty.Lasso{}, 15, 3, 3)
			p.Intercept = intercept
			sol := mustSolve(t, p, 1e-12)
			ridge, err := solve.NewRidge(p.Op, p.Y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			alpha, b, err := ridge.Fit(p.Nu)
			if err != nil {
				t.Fatal(err)
			}
			allNear(t, name(k)+" alpha", sol.Alpha, alpha, 1e-10)
			near(t, name(k)+" intercept", sol.Intercept, b, 1e-10)
			if mat.Norm(sol.B, 1) != 0 {
				t.Errorf("%s: B is not 0", name(k))
			}
		}
	}
}

// TestLinearKernelIsLasso: f(x) = <w, x> has |w_a| for derivative norms, so that
// the problem is a lasso with a ridge, here solved one coordinate at a time.
func TestLinearKernelIsLasso(t *testing.T) {
	const n, d, nu = 30, 6, 0.05
	X, y := sample(n, d, 4)
	op := operator(t, kern.Linear{}, X)
	for _, tau := range []float64{0.01, 0.1, 0.5, 1, 2} {
		w := make([]float64, d)
		for range 2000 {
			for a := range w {
				var slope, square float64
				for i := range n {
					x := X.RawRowView(i)
					slope += x[a] * (y[i] - floats.Dot(x, w) + x[a]*w[a]) / n
					square += x[a] * x[a] / n
				}
				w[a] = math.Copysign(max(0, math.Abs(slope)-tau/2), slope) / (square + nu)
			}
		}
		p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: tau, Nu: nu}
		sol := mustSolve(t, p, 1e-12)
		grad, err := op.Gradients(sol.Alpha, sol.B, mat.NewDense(1, d, nil))
		if err != nil {
			t.Fatal(err)
		}
		allNear(t, "w", grad.RawRowView(0), w, 1e-8)
		for a := range w {
			if (w[a] == 0) != (sol.Norms[a] == 0) {
				t.Errorf("tau %v: w[%d] = %v, norm %v", tau, a, w[a], sol.Norms[a])
			}
		}
	}
}

// TestSamePenaltyByOtherNames, and by a name that the solver has no special
// treatment for.
func TestSamePenaltyByOtherNames(t *testing.T) {
	const n, d = 15, 3
	for _, k := range kernels[1:4] {
		p := problem(t, k, penalty.Lasso{}, n, d, 5)
		p.Tau = 0.3 * mustTauMax(t, p)
		want := mustSolve(t, p, 1e-11)
		for _, same := range []solve.Penalty{
			penalty.GroupLasso{Groups: [][]int{{2}, {0}, {1}}},
			penalty.ElasticNet{Mu: 1},
			penalty.Scaled{Factor: 1, P: penalty.Lasso{}},
			opaque{penalty.Lasso{}},
		} {
			p.Penalty = same
			got := mustSolve(t, p, 1e-11)
			near(t, "objective", got.Objective, want.Objective, 1e-10)
			allNear(t, "fitted", got.Fitted, want.Fitted, 1e-6)
			allNear(t, "norms", got.Norms, want.Norms, 1e-6)
			if !slices.Equal(got.Active, want.Active) {
				t.Errorf("%T: active %v, want %v", same, got.Active, want.Active)
			}
		}
	}
	// DENOVAS is twice the lasso with the ridge tau nu.
	p := problem(t, kernels[2], penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, n, d, 5)
	p.Tau, p.TauRidge = 0.4, true
	got := mustSolve(t, p, 1e-11)
	p.Penalty, p.Nu, p.Tau, p.TauRidge = penalty.Lasso{}, p.Tau*p.Nu, 2*p.Tau, false
	near(t, "DENOVAS", got.Objective, mustSolve(t, p, 1e-11).Objective, 1e-10)
}

// opaque is a convex penalty of which the solver knows no more than its prox.
type opaque struct{ solve.Penalty }

func (opaque) Convex() bool { return true }

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

// TestOrderOfInputs: permuting the inputs permutes the solution.
func TestOrderOfInputs(t *testing.T) {
	const n, d = 20, 4
	order := []int{2, 0, 3, 1}
	X, y := sample(n, d, 7)
	shuffled := mat.NewDense(n, d, nil)
	for to, from := range order {
		shuffled.SetCol(to, mat.Col(nil, from, X))
	}
	for _, k := range kernels[1:4] {
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.3, Nu: 0.05}
		q := *p
		q.Op = operator(t, k, shuffled)
		a, b := mustSolve(t, p, 1e-11), mustSolve(t, &q, 1e-11)
		near(t, "objective", b.Objective, a.Objective, 1e-10)
		for to, from := range order {
			near(t, "norm", b.Norms[to], a.Norms[from], 1e-6)
		}
	}
}

// TestRepeatedRows: every row twice is the same problem, though the matrices
// are singular.
func TestRepeatedRows(t *testing.T) {
	const n, d = 12, 3
	X, y := sample(n, d, 8)
	var twice mat.Dense
	twice.Stack(X, X)
	for _, k := range kernels[:4] {
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.3, Nu: 0.05}
		q := *p
		q.Op, q.Y = operator(t, k, &twice), slices.Concat(y, y)
		a, b := mustSolve(t, p, 1e-11), mustSolve(t, &q, 1e-11)
		near(t, name(k)+" objective", b.Objective, a.Objective, 1e-10)
		allNear(t, name(k)+" norms", b.Norms, a.Norms, 1e-6)
		allNear(t, name(k)+" fitted", b.Fitted[:n], a.Fitted, 1e-6)
	}
}

// TestScaleOfTarget: c y with c tau has c f for solution.
func TestScaleOfTarget(t *testing.T) {
	const c = 1e6
	p := problem(t, kernels[3], penalty.Lasso{}, 20, 3, 9)
	p.Tau = 0.2
	a := mustSolve(t, p, 1e-11)
	q := *p
	q.Y = slices.Clone(p.Y)
	floats.Scale(c, q.Y)
	q.Tau *= c
	b := mustSolve(t, &q, 1e-11)
	floats.Scale(1/c, b.Fitted)
	floats.Scale(1/c, b.Norms)
	allNear(t, "fitted", b.Fitted, a.Fitted, 1e-8)
	allNear(t, "norms", b.Norms, a.Norms, 1e-8)
}

// TestInterceptTakesShift: adding a constant to y adds it to the intercept.
func TestInterceptTakesShift(t *testing.T) {
	const shift = 100
	p := problem(t, kernels[3], penalty.Lasso{}, 20, 3, 10)
	p.Tau, p.Intercept = 0.2, true
	a := mustSolve(t, p, 1e-11)
	p.Y = slices.Clone(p.Y)
	floats.AddConst(shift, p.Y)
	b := mustSolve(t, p, 1e-11)
	near(t, "intercept", b.Intercept, a.Intercept+shift, 1e-9)
	allNear(t, "alpha", b.Alpha, a.Alpha, 1e-7)
	near(t, "sum of alpha", floats.Sum(a.Alpha), 0, 1e-10)
	var mean float64
	for i, v := range b.Fitted {
		mean += (p.Y[i] - v) / float64(len(p.Y))
	}
	near(t, "mean residual", mean, 0, 1e-9)
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
		if seen++; seen == 3 {
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

func TestCheck(t *testing.T) {
	ok := problem(t, kernels[1], penalty.Lasso{}, 5, 2, 16)
	ok.Tau = 0.1
	for _, c := range []struct {
		change func(*solve.Problem)
		want   string
	}{
		{func(p *solve.Problem) { p.Op = nil }, "NewOperator"},
		{func(p *solve.Problem) { p.Y = p.Y[:4] }, "length 4"},
		{func(p *solve.Problem) { p.Y = []float64{0, 1, math.NaN(), 3, 4} }, "row 2"},
		{func(p *solve.Problem) { p.Penalty = nil }, "no penalty"},
		{func(p *solve.Problem) { p.Penalty = penalty.GroupLasso{Groups: [][]int{{0}}} }, "input 1"},
		{func(p *solve.Problem) { p.Tau = -1 }, "tau is -1"},
		{func(p *solve.Problem) { p.Tau = math.NaN() }, "tau is NaN"},
		{func(p *solve.Problem) { p.Tau = math.Inf(1) }, "tau is +Inf"},
		{func(p *solve.Problem) { p.Nu = -1 }, "nu is -1"},
		{func(p *solve.Problem) { p.Nu = math.NaN() }, "nu is NaN"},
		{func(p *solve.Problem) { p.Nu = 0 }, "nu > 0"},
		{func(p *solve.Problem) { p.Tau, p.TauRidge = 0, true }, "nu > 0"},
		{func(p *solve.Problem) { p.Penalty = unknown{} }, "convex"},
	} {
		p := *ok
		c.change(&p)
		if _, err := (solve.Dual{}).Solve(t.Context(), &p, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	for _, s := range []solve.Dual{{Tol: -1}, {Tol: math.NaN()}, {MaxIter: -1}} {
		if err := s.Check(ok); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// unknown says nothing of its convexity.
type unknown struct{}

func (unknown) Value(u []float64) float64        { return 0 }
func (unknown) Prox(dst, u []float64, _ float64) { copy(dst, u) }

// TestFaultyPenalties: what a penalty does wrong is told with what it was given.
func TestFaultyPenalties(t *testing.T) {
	for _, c := range []struct {
		p    faulty
		want string
	}{
		{faulty{prox: func(dst, u []float64, t float64) { dst[1] = math.NaN() }}, "dst[0] = NaN"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst, u); dst[1] = -1 }}, "dst[1] = -1"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst, u); dst[0] = math.Inf(1) }}, "dst[0] = +Inf"},
		{faulty{prox: func(dst, u []float64, t float64) { _ = u[len(u)] }}, "panics"},
		{faulty{prox: func(dst, u []float64, t float64) { copy(dst[1:], u[1:]) }}, "dst[0] = NaN"},
		{faulty{value: func(u []float64) float64 { return math.NaN() }}, "Value"},
		{faulty{value: func(u []float64) float64 { panic("oh") }}, "panics: oh"},
	} {
		p := problem(t, kernels[1], c.p, 6, 2, 17)
		p.Tau = 0.1
		_, err := solve.Dual{}.Solve(t.Context(), p, nil)
		fault, ok := errors.AsType[*solve.PenaltyError](err)
		if !ok || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "faulty") || len(fault.U) != 2 {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// faulty is the lasso but for one method.
type faulty struct {
	penalty.Lasso
	value func(u []float64) float64
	prox  func(dst, u []float64, t float64)
}

func (faulty) String() string { return "faulty" } // else it would be Lasso's

func (p faulty) Value(u []float64) float64 {
	if p.value != nil {
		return p.value(u)
	}
	return p.Lasso.Value(u)
}

func (p faulty) Prox(dst, u []float64, t float64) {
	if p.prox != nil {
		p.prox(dst, u, t)
		return
	}
	p.Lasso.Prox(dst, u, t)
}
