package solve_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// classTargets returns codes of c classes, of which each has a row, that depend on the first two inputs.
func classTargets(c int, X *mat.Dense, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 12))
	n, d := X.Dims()
	y := make([]float64, n*c)
	for i := range n {
		x, best, class := X.RawRowView(i), math.Inf(-1), 0
		for k := range c {
			angle := 2 * math.Pi * float64(k) / float64(c)
			v := x[0]*math.Cos(angle) + x[1%d]*math.Sin(angle) - 0.4*math.Log(-math.Log(rng.Float64()))
			if v > best {
				best, class = v, k
			}
		}
		if i < c {
			class = i
		}
		y[class*n+i] = 1
	}
	return y
}

// manyTargets returns c targets of which the first is y.
func manyTargets(c int, X *mat.Dense, y []float64, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 13))
	n, d := X.Dims()
	all := slices.Clone(y)
	for k := 1; k < c; k++ {
		for i := range n {
			all = append(all, X.At(i, k%d)*X.At(i, 0)+float64(k)+0.2*rng.NormFloat64())
		}
	}
	return all
}

func functions(t testing.TB, op *solve.Operator, c int) *solve.Operator {
	t.Helper()
	several, err := op.Several(c)
	if err != nil {
		t.Fatal(err)
	}
	return several
}

// TestSeveralIsOne: one function is the operator itself; with a second target of 0 the first has the solution that it has alone; two equal targets have equal
// functions, those of one with tau divided by the root of 2.
func TestSeveralIsOne(t *testing.T) {
	for number, k := range agreementKernels {
		X, y := sample(20, 3, uint64(number))
		n := len(y)
		op := operator(t, k, X)
		if functions(t, op, 1) != op {
			t.Error("one function has an operator of its own")
		}
		p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Nu: 0.02, Tau: 0.3, Intercept: number%2 > 0}
		if number%3 == 0 {
			w := make([]float64, n)
			for i := range w {
				w[i] = 1 + float64(i%2)
			}
			var err error
			p.Op, err = op.Weighted(w)
			if err != nil {
				t.Fatal(err)
			}
		}
		want := mustSolve(t, p, 1e-11)
		q := *p
		q.Op, q.Y = functions(t, p.Op, 2), append(slices.Clone(y), make([]float64, n)...)
		got := mustSolve(t, &q, 1e-11)
		if math.Abs(got.Objective-want.Objective) > 1e-10*want.Objective || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-5) || !floats.EqualApprox(got.Fitted[:n], want.Fitted, 1e-5) || floats.Norm(got.Fitted[n:], math.Inf(1)) > 1e-5 {
			t.Errorf("%v, beside 0: %v %v, want %v %v", k, got.Objective, got.RawNorms, want.Objective, want.RawNorms)
		}
		q.Y, q.Tau = append(slices.Clone(y), y...), p.Tau*math.Sqrt2
		got = mustSolve(t, &q, 1e-11)
		norms := slices.Clone(want.RawNorms)
		floats.Scale(math.Sqrt2, norms)
		if math.Abs(got.Objective-2*want.Objective) > 1e-10*want.Objective || !floats.EqualApprox(got.RawNorms, norms, 1e-5) || !floats.EqualApprox(got.Fitted[:n], got.Fitted[n:], 1e-9) || !floats.EqualApprox(got.Fitted[:n], want.Fitted, 1e-5) {
			t.Errorf("%v, twice: %v %v, want %v %v", k, got.Objective, got.RawNorms, 2*want.Objective, norms)
		}
		top, err := solve.TauMax(t.Context(), p, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := solve.TauMax(t.Context(), &q, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		if top.Exact && math.Abs(twice.Tau-math.Sqrt2*top.Tau) > 1e-2*twice.Tau {
			t.Errorf("%v: tau_max is %v, and twice %v", k, top.Tau, twice.Tau)
		}
	}
}

// TestTwoClassesAreLogistic: f_1 = -f_2 = f/2 with f the log-odds, so that the joint norms are those of f over the root of 2, and the square of the norm of the
// functions half of the one of f: tau and nu of the logistic loss are tau over the root of 2, and nu/2.
func TestTwoClassesAreLogistic(t *testing.T) {
	for number, k := range agreementKernels {
		X, _ := sample(24, 3, uint64(number))
		n, _ := X.Dims()
		y := lossTargets(loss.Logistic{}, X, uint64(number))
		codes := make([]float64, 2*n)
		for i, v := range y {
			codes[i], codes[n+i] = (1+v)/2, (1-v)/2
		}
		op := operator(t, k, X)
		p := &solve.Problem{Op: op, Y: y, Loss: loss.Logistic{}, Penalty: penalty.Lasso{}, Nu: 0.01, Tau: 0.05, Intercept: number%2 > 0}
		q := &solve.Problem{Op: functions(t, op, 2), Y: codes, Joint: loss.Multinomial{}, Penalty: penalty.Lasso{}, Nu: 2 * p.Nu, Tau: p.Tau * math.Sqrt2, Intercept: p.Intercept}
		want, got := mustSolve(t, p, 1e-10), mustSolve(t, q, 1e-10)
		norms, f := slices.Clone(got.RawNorms), make([]float64, n)
		floats.Scale(math.Sqrt2, norms)
		floats.SubTo(f, got.Fitted[:n], got.Fitted[n:])
		if math.Abs(got.Objective-want.Objective) > 1e-9*want.Objective || !floats.EqualApprox(norms, want.RawNorms, 1e-4) || !floats.EqualApprox(f, want.Fitted, 1e-3) || math.Abs(got.Intercepts[0]-got.Intercepts[1]-want.Intercept) > 1e-3 {
			t.Errorf("%v: %v %v %v, want %v %v %v", k, got.Objective, norms, got.Intercepts, want.Objective, want.RawNorms, want.Intercept)
		}
		if got.Iterations > 3*want.Iterations+100 {
			t.Errorf("%v: %d products, logistic %d", k, got.Iterations, want.Iterations)
		}
		top, err := solve.TauMax(t.Context(), p, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		both, err := solve.TauMax(t.Context(), q, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		if top.Exact && math.Abs(both.Tau-math.Sqrt2*top.Tau) > 1e-2*both.Tau {
			t.Errorf("%v: tau_max is %v, logistic %v", k, both.Tau, top.Tau)
		}
	}
}

// TestSeveralTauMax: at tau_max no input is in, and a little below one is.
func TestSeveralTauMax(t *testing.T) {
	for number := range 2 * len(agreementKernels) {
		k := agreementKernels[number/2]
		X, y := sample(20, 3, uint64(number))
		p := &solve.Problem{Op: functions(t, operator(t, k, X), 3), Y: manyTargets(3, X, y, uint64(number)), Penalty: agreementPenalties(3)[number%3%2], Nu: 0.02, Intercept: number%3 > 0}
		if number%2 == 0 {
			p.Joint, p.Y = loss.Multinomial{}, classTargets(3, X, uint64(number))
		}
		what := fmt.Sprintf("%d: %v, %v, %v", number, k, p.Penalty, p.Joint)
		top, err := solve.TauMax(t.Context(), p, 1e-6)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !top.Reached(1e-6) && number/2 != 7 { // derivatives by differences
			t.Errorf("%s: tau_max %v was not reached: gap %v", what, top.Tau, top.Gap)
		}
		norm := func(tau float64) float64 {
			q := *p
			q.Tau = tau
			sol, err := solve.Dual{Tol: 1e-9}.Solve(t.Context(), &q, top.Start)
			if err != nil {
				t.Errorf("%s, tau %v: %v", what, tau, err)
				return 0
			}
			return floats.Max(sol.RawNorms) / sol.NormScale
		}
		if at, below := norm(top.Tau*1.001), norm(top.Tau*0.9); at > 1e-3 || top.Exact && below < 10*at {
			t.Errorf("%s: the largest norm is %v at tau_max, and %v below", what, at, below)
		}
	}
}

// TestTauMaxOfOwnRidge: where the ridge is tau nu, the largest tau of a loss is found too, of one function and of several.
func TestTauMaxOfOwnRidge(t *testing.T) {
	for number, k := range []kern.Kernel{kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}} {
		X, _ := sample(20, 3, uint64(number))
		one := &solve.Problem{Op: operator(t, k, X), Y: lossTargets(loss.Logistic{}, X, 1), Loss: loss.Logistic{}, Penalty: penalty.Lasso{}, Nu: 0.1, TauRidge: true, Intercept: true}
		classes := *one
		classes.Op, classes.Y, classes.Loss, classes.Joint = functions(t, one.Op, 3), classTargets(3, X, 1), nil, loss.Multinomial{}
		for _, p := range []*solve.Problem{one, &classes} {
			top, err := solve.TauMax(t.Context(), p, 1e-6)
			if err != nil || !top.Reached(1e-6) || !(top.Tau > 0) {
				t.Errorf("%v, %d functions: %+v, %v", k, p.Op.Functions(), top, err)
				continue
			}
			norm := func(tau float64) float64 {
				q := *p
				q.Tau = tau
				sol := mustSolve(t, &q, 1e-9)
				return floats.Max(sol.RawNorms) / sol.NormScale
			}
			if at, below := norm(top.Tau*1.001), norm(top.Tau*0.9); at > 1e-3 || below < 10*at {
				t.Errorf("%v, %d functions: the largest norm is %v at tau_max, and %v below", k, p.Op.Functions(), at, below)
			}
		}
	}
}

// TestWeightsOfSeveral: a row of weight m is the row m times.
func TestWeightsOfSeveral(t *testing.T) {
	for number, k := range agreementKernels {
		X, y := sample(10, 3, uint64(number))
		n, d := X.Dims()
		const c = 3
		var rows []int
		w := make([]float64, n)
		for i := range n {
			w[i] = float64(1 + i%3)
			for range 1 + i%3 {
				rows = append(rows, i)
			}
		}
		p := &solve.Problem{Y: manyTargets(c, X, y, uint64(number)), Penalty: agreementPenalties(3)[number%9], Nu: 0.02, Tau: 0.05, Intercept: number%2 > 0}
		if number%2 == 0 {
			p.Joint, p.Y = loss.Multinomial{}, classTargets(c, X, uint64(number))
		}
		weighted, err := operator(t, k, X).Weighted(w)
		if err != nil {
			t.Fatal(err)
		}
		p.Op = functions(t, weighted, c)
		q, repeated := *p, mat.NewDense(len(rows), d, nil)
		q.Y = nil
		for i, row := range rows {
			repeated.SetRow(i, X.RawRowView(row))
		}
		for f := range c {
			for _, row := range rows {
				q.Y = append(q.Y, p.Y[f*n+row])
			}
		}
		q.Op = functions(t, operator(t, k, repeated), c)
		got, want := mustSolve(t, p, 1e-9), mustSolve(t, &q, 1e-9)
		if math.Abs(got.Objective-want.Objective) > 2e-9*want.Objective || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-3) || !floats.EqualApprox(got.Intercepts, want.Intercepts, 1e-3) {
			t.Errorf("%d: %v: %v %v %v, with repeated rows %v %v %v", number, p.Penalty, got.Objective, got.Intercepts, got.RawNorms, want.Objective, want.Intercepts, want.RawNorms)
		}
		if !floats.EqualApprox(p.Op.Weights(), weighted.Weights(), 1e-14) {
			t.Errorf("the weights are %v", p.Op.Weights())
		}
	}
}

// TestClassesHaveNoOrder: other places of the classes give the same functions in these places, and the functions of a multinomial loss sum to 0.
func TestClassesHaveNoOrder(t *testing.T) {
	X, _ := sample(30, 4, 7)
	const c = 4
	n, d := X.Dims()
	op := functions(t, operator(t, kern.Gaussian{Width: kern.Sigma(2)}, X), c)
	p := &solve.Problem{Op: op, Y: classTargets(c, X, 7), Joint: loss.Multinomial{}, Penalty: penalty.Lasso{}, Nu: 0.005, Tau: 0.03, Intercept: true}
	q := *p
	q.Y = nil
	order := []int{2, 0, 3, 1}
	for _, k := range order {
		q.Y = append(q.Y, p.Y[k*n:(k+1)*n]...)
	}
	one, other := mustSolve(t, p, 1e-10), mustSolve(t, &q, 1e-10)
	if math.Abs(one.Objective-other.Objective) > 1e-9*one.Objective || !floats.EqualApprox(one.RawNorms, other.RawNorms, 1e-4) {
		t.Errorf("%v %v, in another order %v %v", one.Objective, one.RawNorms, other.Objective, other.RawNorms)
	}
	for place, k := range order {
		if !floats.EqualApprox(other.Fitted[place*n:(place+1)*n], one.Fitted[k*n:(k+1)*n], 1e-3) || math.Abs(other.Intercepts[place]-one.Intercepts[k]) > 1e-3 {
			t.Errorf("the function of class %d is another one in place %d", k, place)
		}
	}
	values, err := op.Predict(one.Alpha, one.B, X)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		var sum, predicted float64
		for k := range c {
			sum += one.Fitted[k*n+i]
			predicted += math.Abs(values[k*n+i] + one.Intercepts[k] - one.Fitted[k*n+i])
		}
		if math.Abs(sum) > 1e-9 || predicted > 1e-10 {
			t.Errorf("row %d: the functions sum to %v, and predictions are off by %v", i, sum, predicted)
		}
	}
	if rows, cols := one.B.Dims(); rows != n*c || cols != d {
		t.Errorf("B is %d x %d", rows, cols)
	}
}

// TestSeveralLosses: a loss of each function for itself is summed, so that with a tau of 0 each has the solution that it has alone.
func TestSeveralLosses(t *testing.T) {
	for number, l := range losses {
		X, _ := sample(20, 3, uint64(number))
		op := operator(t, kern.Gaussian{Width: kern.Sigma(2)}, X)
		p := &solve.Problem{Op: op, Loss: l, Penalty: penalty.Lasso{}, Nu: 0.02, Intercept: number%2 == 0}
		q := *p
		q.Op = functions(t, op, 2)
		var sum float64
		var fitted []float64
		for k := range 2 {
			p.Y = lossTargets(l, X, uint64(number+10*k))
			q.Y = append(q.Y, p.Y...)
			one := mustSolve(t, p, 1e-10)
			sum += one.Objective
			fitted = append(fitted, one.Fitted...)
		}
		both := mustSolve(t, &q, 1e-10)
		if math.Abs(both.Objective-sum) > 1e-9*sum || !floats.EqualApprox(both.Fitted, fitted, 1e-3) {
			t.Errorf("%v: %v, the sum is %v", l, both.Objective, sum)
		}
		q.Tau = 0.05
		first := mustSolve(t, &q, 1e-8)
		if first.Objective < both.Objective*(1-1e-9) || first.Objective > both.Objective+q.Tau*floats.Sum(both.RawNorms)+1e-9 {
			t.Errorf("%v: %v with a penalty, %v without", l, first.Objective, both.Objective)
		}
	}
}

// TestSeveralInterrupted: whenever a run is stopped, the best so far is returned, with a bound that holds.
func TestSeveralInterrupted(t *testing.T) {
	X, _ := sample(40, 5, 1)
	p := &solve.Problem{Op: functions(t, operator(t, agreementKernels[3], X), 3), Y: classTargets(3, X, 1), Joint: loss.Multinomial{}, Penalty: penalty.Lasso{}, Nu: 0.001, Tau: 0.05, Intercept: true}
	want := mustSolve(t, p, 1e-9)
	last := math.Inf(1)
	for most := 1; most < 2000; most *= 2 {
		got, err := solve.Dual{Tol: 1e-11, MaxIter: most}.Solve(t.Context(), p, nil)
		if got == nil {
			t.Fatal(err)
		}
		if got.Objective < want.Dual-1e-12 || got.Dual > want.Objective+1e-12 || got.RelGap > last+1e-9 {
			t.Errorf("after %d products: between %v and %v, and the optimum is %v; gap before %v, now %v", most, got.Dual, got.Objective, want.Objective, last, got.RelGap)
		}
		last = got.RelGap
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := (solve.Dual{}).Solve(ctx, p, nil); got == nil || !errors.Is(err, context.Canceled) || got.Dual > want.Objective || len(got.Intercepts) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if again, err := (solve.Dual{Tol: 1e-9}).Solve(t.Context(), p, want); err != nil || again.Iterations > want.Iterations/2 {
		t.Errorf("from the optimum: %d products, at first %d, %v", again.Iterations, want.Iterations, err)
	}
}

// TestNewtonOfSeveral: Newton minimises squares of several functions too.
func TestNewtonOfSeveral(t *testing.T) {
	for number, k := range agreementKernels {
		X, y := sample(15, 3, uint64(number))
		p := &solve.Problem{Op: functions(t, operator(t, k, X), 3), Y: manyTargets(3, X, y, uint64(number)), Penalty: agreementPenalties(3)[number%3], Nu: 0.02, Tau: 0.1, Intercept: number%2 > 0}
		want := mustSolve(t, p, 1e-9)
		got, err := solve.Newton{Tol: 1e-8}.Solve(t.Context(), p, nil)
		if err != nil || math.Abs(got.Objective-want.Objective) > 2e-8*want.Objective {
			t.Errorf("%v: %v, %v, by the dual method %v", k, got.Objective, err, want.Objective)
		}
	}
}

// brokenJoint is the multinomial loss with a method that goes wrong away from 0.
type brokenJoint struct {
	loss.Multinomial
	wrong func() float64
}

func (l brokenJoint) Value(y, f []float64) float64 {
	if floats.Norm(f, 1) > 0.3 {
		return l.wrong()
	}
	return l.Multinomial.Value(y, f)
}

// TestSeveralRefusals: what does not fit is refused, with what to do.
func TestSeveralRefusals(t *testing.T) {
	X, y := sample(12, 2, 1)
	op := operator(t, agreementKernels[3], X)
	several := functions(t, op, 3)
	classes := classTargets(3, X, 1)
	none, half := slices.Clone(classes), slices.Clone(classes)
	for i := range 12 {
		none[i] += none[24+i]
		none[24+i] = 0
	}
	half[0] = 0.5
	squares := solve.Problem{Op: several, Y: manyTargets(3, X, y, 1), Penalty: penalty.Lasso{}, Nu: 0.02, Tau: 0.05, Intercept: true}
	with := func(change func(p *solve.Problem)) *solve.Problem {
		p := squares
		change(&p)
		return &p
	}
	for _, c := range []struct {
		say string
		p   *solve.Problem
	}{
		{"y has length 12", with(func(p *solve.Problem) { p.Y = y })},
		{"make it by Several", with(func(p *solve.Problem) { p.Op, p.Y, p.Joint = op, y, loss.Multinomial{} })},
		{"leave one out", with(func(p *solve.Problem) { p.Y, p.Loss, p.Joint = classes, loss.Huber{Knee: 1}, loss.Multinomial{} })},
		{"1 for the class", with(func(p *solve.Problem) { p.Joint = loss.Multinomial{} })},
		{"sum to 1", with(func(p *solve.Problem) { p.Joint, p.Y = loss.Multinomial{}, half })},
		{"class 2 (from 0) of 3 has no row", with(func(p *solve.Problem) { p.Joint, p.Y = loss.Multinomial{}, none })},
		{"panics: no", with(func(p *solve.Problem) { p.Joint, p.Y = brokenJoint{wrong: func() float64 { panic("no") }}, classes })},
		{"is NaN", with(func(p *solve.Problem) { p.Joint, p.Y = brokenJoint{wrong: math.NaN}, classes })},
		{"is -1", with(func(p *solve.Problem) { p.Joint, p.Y = brokenJoint{wrong: func() float64 { return -1 }}, classes })},
	} {
		if _, err := (solve.Dual{}).Solve(t.Context(), c.p, nil); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("error %v, want %q", err, c.say)
		}
	}
	for _, s := range []solve.Solver{solve.ADMM{}, solve.DENOVAS{}, solve.AISTATS{}} {
		if err := s.Check(&squares); err == nil || !strings.Contains(err.Error(), "one function") {
			t.Errorf("%T: %v", s, err)
		}
	}
	if err := (solve.Newton{}).Check(with(func(p *solve.Problem) { p.Joint, p.Y = loss.Multinomial{}, classes })); err == nil || !strings.Contains(err.Error(), "take Dual") {
		t.Errorf("Newton: %v", err)
	}
	for say, call := range map[string]func() error{
		"at least one":           func() error { _, err := op.Several(0); return err },
		"the operator has 3":     func() error { _, err := several.Several(2); return err },
		"a fit with weights":     func() error { _, err := several.Weighted(y); return err },
		"ridge regression":       func() error { _, err := solve.NewRidge(several, classes, true); return err },
		"regression with a loss": func() error { _, err := solve.NewLossRidge(several, loss.Huber{Knee: 1}, classes, true); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("error %v, want %q", err, say)
		}
	}
}
