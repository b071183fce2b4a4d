package solve_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// lossTargets returns targets that a loss is made for, which depend on the first two inputs.
func lossTargets(l loss.Loss, X *mat.Dense, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 11))
	n, d := X.Dims()
	y := make([]float64, n)
	for i := range y {
		x := X.RawRowView(i)
		f := x[0] * (1 + x[1%d])
		switch l.(type) {
		case loss.Logistic:
			y[i] = 1
			if rng.Float64() > 1/(1+math.Exp(-2*f)) || i == 0 {
				y[i] = -1
			}
		case loss.Poisson:
			for range 30 {
				if rng.Float64() < math.Exp(min(f, 3))/30 {
					y[i]++
				}
			}
		default:
			y[i] = f + 0.3*rng.NormFloat64()
			if i%7 == 3 {
				y[i] += 5
			}
		}
	}
	if _, is := l.(loss.Logistic); is {
		y[0], y[1] = -1, 1
	}
	if _, is := l.(loss.Poisson); is {
		y[0] = 2
	}
	return y
}

var losses = []loss.Loss{loss.Square{}, loss.Logistic{}, loss.Huber{Knee: 0.5}, loss.Quantile{Level: 0.8, Smooth: 0.1}, loss.Poisson{}}

// TestLossesConverge: every loss comes to its optimum with every kernel and convex penalty, with an intercept and without, with
// weights and without, and finds its certificate again from its coefficients.
func TestLossesConverge(t *testing.T) {
	number := 0
	for _, l := range losses {
		for _, k := range agreementKernels {
			for range 3 {
				number++
				X, _ := sample(24, 3, uint64(number))
				p := &solve.Problem{Op: operator(t, k, X), Y: lossTargets(l, X, uint64(number)), Loss: l, Penalty: agreementPenalties(3)[number%9], Nu: []float64{0.05, 1e-3}[number%2],
					Intercept: number%3 > 0, Tau: []float64{0.02, 0.2, 0.002}[number%3]}
				if number%5 == 0 {
					w := make([]float64, 24)
					for i := range w {
						w[i] = 1 + float64(i%4)
					}
					op, err := p.Op.Weighted(w)
					if err != nil {
						t.Fatal(err)
					}
					p.Op = op
				}
				what := fmt.Sprintf("%d: %v, %v, %v, nu %v, tau %v, intercept %v", number, l, k, p.Penalty, p.Nu, p.Tau, p.Intercept)
				got, err := solve.Dual{Tol: 1e-8}.Solve(t.Context(), p, nil)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					if got == nil {
						continue
					}
				}
				again, err := solve.Certify(t.Context(), p, solve.Coefficients{Alpha: got.Alpha, B: got.B, Bound: got.Bound})
				if err != nil || again.RelGap > 2*got.RelGap+1e-14 || math.Abs(again.Objective-got.Objective) > 1e-12*got.Objective {
					t.Errorf("%s: certified again %v, %v, want a gap of %v", what, again, err, got.RelGap)
				}
				// Nothing around it is better.
				rng := rand.New(rand.NewPCG(uint64(number), 5))
				for range 5 {
					alpha, B := append([]float64(nil), got.Alpha...), mat.DenseCopyOf(got.B)
					for i := range alpha {
						alpha[i] += 0.01 * rng.NormFloat64() * floats.Norm(got.Alpha, math.Inf(1))
						for a := range 3 {
							B.Set(i, a, B.At(i, a)+0.01*rng.NormFloat64()*floats.Norm(got.Alpha, math.Inf(1)))
						}
					}
					if v := objective(p, X, alpha, B, got.Intercept); v < got.Dual-1e-10*got.Objective {
						t.Errorf("%s: %v nearby, below the bound %v", what, v, got.Dual)
					}
				}
				if v := objective(p, X, got.Alpha, got.B, got.Intercept); math.Abs(v-got.Objective) > 1e-9*got.Objective {
					t.Errorf("%s: the objective is %v, said to be %v", what, v, got.Objective)
				}
			}
		}
	}
}

// objective computes the objective of the problem by its definition.
func objective(p *solve.Problem, X *mat.Dense, alpha []float64, B *mat.Dense, b float64) float64 {
	n, d := p.Op.Dims()
	w := p.Op.Weights()
	if w == nil {
		w = make([]float64, n)
		floats.AddConst(1, w)
	}
	v, W, _ := p.Op.Evaluate(alpha, B, X)
	sum, norm, u := 0.0, floats.Dot(alpha, v), make([]float64, d)
	for i := range n {
		sum += w[i] * p.Loss.Value(p.Y[i], v[i]+b) / float64(n)
		for a := range d {
			norm += B.At(i, a) * W.At(i, a)
			u[a] += w[i] * W.At(i, a) * W.At(i, a) / float64(n)
		}
	}
	for a := range u {
		u[a] = math.Sqrt(u[a])
	}
	return sum + p.Tau*p.Penalty.Value(u) + p.Nu*norm
}

// TestTauMaxOfLosses: at tau_max and above no input is in, and a little below one is.
func TestTauMaxOfLosses(t *testing.T) {
	for number := range 2 * len(losses) * len(agreementKernels) {
		l, k := losses[number%len(losses)], agreementKernels[number/len(losses)%len(agreementKernels)]
		X, _ := sample(20, 3, uint64(number))
		p := &solve.Problem{Op: operator(t, k, X), Y: lossTargets(l, X, uint64(number)), Loss: l, Penalty: agreementPenalties(3)[number%2], Nu: 0.02, Intercept: number%3 > 0}
		what := fmt.Sprintf("%d: %v, %v, %v", number, l, k, p.Penalty)
		top, err := solve.TauMax(t.Context(), p, 1e-6)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !(top.Tau > 0) || math.IsInf(top.Tau, 1) {
			continue
		}
		if trait.IsCertified(k) && !top.Reached(1e-6) { // differences are not so exact
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

// TestLargeKneeIsSquare: Huber with a knee beyond all residuals is the square.
func TestLargeKneeIsSquare(t *testing.T) {
	for number, k := range agreementKernels {
		X, y := sample(15, 3, uint64(number))
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: agreementPenalties(3)[number%9], Nu: 0.02, Tau: 0.1, Intercept: number%2 > 0}
		want := mustSolve(t, p, 1e-12)
		p.Loss = loss.Huber{Knee: 1e3}
		got := mustSolve(t, p, 1e-12)
		if math.Abs(got.Objective-want.Objective) > 1e-10*want.Objective || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-6) || !floats.EqualApprox(got.Fitted, want.Fitted, 1e-6) {
			t.Errorf("%v: %v %v, want %v %v", k, got.Objective, got.RawNorms, want.Objective, want.RawNorms)
		}
	}
}

// TestWeightsInLosses: for every loss a row of weight m is the row m times.
func TestWeightsInLosses(t *testing.T) {
	for number := range len(losses) * len(agreementKernels) {
		l := losses[number%len(losses)]
		X, _ := sample(10, 3, uint64(number))
		p := &solve.Problem{Y: lossTargets(l, X, uint64(number)), Loss: l, Penalty: agreementPenalties(3)[number%9], Nu: 0.02, Tau: 0.05, Intercept: number%2 > 0}
		p.Op = operator(t, agreementKernels[number%len(agreementKernels)], X)
		w := repeat(t, p, number, X, uint64(number))
		got, want := mustSolve(t, w.weighted, 1e-11), mustSolve(t, w.repeated, 1e-11)
		if math.Abs(got.Objective-want.Objective) > 1e-10*want.Objective || math.Abs(got.Intercept-want.Intercept) > 1e-5 || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-5) {
			t.Errorf("%d: %v, %v: %v %v %v, with repeated rows %v %v %v", number, l, p.Penalty, got.Objective, got.Intercept, got.RawNorms, want.Objective, want.Intercept, want.RawNorms)
		}
	}
}

// logCosh is a loss of a user, without a conjugate.
type logCosh struct{}

func (logCosh) Value(y, f float64) float64 {
	r := math.Abs(y - f)
	return r + math.Log1p(math.Exp(-2*r)) - math.Ln2
}
func (logCosh) Derivative(y, f float64) float64 { return math.Tanh(f - y) }
func (logCosh) Curvature(y, f float64) float64  { return 1 - math.Tanh(f-y)*math.Tanh(f-y) }

// closedLogCosh has the conjugate ((1+u) log(1+u) + (1-u) log(1-u))/2 + u y too.
type closedLogCosh struct{ logCosh }

func (closedLogCosh) Conjugate(y, u float64) float64 {
	if math.Abs(u) > 1 {
		return math.Inf(1)
	}
	half := func(s float64) float64 {
		if s == 0 {
			return 0
		}
		return s * math.Log(s) / 2
	}
	return half(1+u) + half(1-u) + u*y
}

// TestLossWithoutConjugate: the conjugate that is searched proves the same optimum, with a gap that is as small.
func TestLossWithoutConjugate(t *testing.T) {
	for number, k := range agreementKernels {
		X, y := sample(20, 3, uint64(number))
		p := &solve.Problem{Op: operator(t, k, X), Y: y, Loss: logCosh{}, Penalty: agreementPenalties(3)[number%9], Nu: 0.02, Tau: 0.05, Intercept: number%2 > 0}
		got := mustSolve(t, p, 1e-9)
		p.Loss = closedLogCosh{}
		want := mustSolve(t, p, 1e-11)
		if got.Dual > want.Objective*(1+1e-13) || want.Dual > got.Objective*(1+1e-13) {
			t.Errorf("%v: between %v and %v, with a conjugate between %v and %v", k, got.Dual, got.Objective, want.Dual, want.Objective)
		}
	}
}

// brokenLoss is a loss of which one method goes wrong at fitted values away from 0.
type brokenLoss struct {
	logCosh
	method string
	wrong  func() float64
}

func (l brokenLoss) at(method string, f, v float64) float64 {
	if l.method == method && math.Abs(f) > 0.05 {
		return l.wrong()
	}
	return v
}
func (l brokenLoss) Value(y, f float64) float64 { return l.at("Value", f, l.logCosh.Value(y, f)) }
func (l brokenLoss) Derivative(y, f float64) float64 {
	return l.at("Derivative", f, l.logCosh.Derivative(y, f))
}
func (l brokenLoss) Curvature(y, f float64) float64 {
	return l.at("Curvature", f, l.logCosh.Curvature(y, f))
}

// TestLossesAreHeld: a loss that panics, or is no number, is an error that names the call; targets that a loss is not made
// for are refused, and so are losses by methods of squares.
func TestLossesAreHeld(t *testing.T) {
	X, y := sample(12, 2, 1)
	p := &solve.Problem{Op: operator(t, agreementKernels[3], X), Y: y, Penalty: agreementPenalties(2)[0], Nu: 0.02, Tau: 0.05, Intercept: true}
	for say, l := range map[string]loss.Loss{
		"panics: no":                       brokenLoss{method: "Value", wrong: func() float64 { panic("no") }},
		"panics: never":                    brokenLoss{method: "Derivative", wrong: func() float64 { panic("never") }},
		"is NaN":                           brokenLoss{method: "Derivative", wrong: math.NaN},
		"is -1":                            brokenLoss{method: "Curvature", wrong: func() float64 { return -1 }},
		"-1 and 1":                         loss.Logistic{},
		"at least 0":                       loss.Poisson{},
		"must be a finite number > 0":      loss.Huber{},
		"must be between 0 and 1":          loss.Quantile{Level: 1, Smooth: 1},
		"the smoothing of Quantile is NaN": loss.Quantile{Level: 0.5, Smooth: math.NaN()},
	} {
		p.Loss = l
		for door, call := range map[string]func() error{
			"Solve":  func() error { _, err := solve.Dual{}.Solve(t.Context(), p, nil); return err },
			"TauMax": func() error { _, err := solve.TauMax(t.Context(), p, 0); return err },
		} {
			if err := call(); err == nil || !strings.Contains(err.Error(), say) {
				t.Errorf("%s: error %v, want %q", door, err, say)
			}
		}
	}
	p.Loss, p.Y = loss.Logistic{}, make([]float64, 12)
	floats.AddConst(1, p.Y)
	if _, err := (solve.Dual{}).Solve(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "two classes") {
		t.Errorf("one class: %v", err)
	}
	p.Y[0] = -1
	for _, s := range []solve.Solver{solve.ADMM{}, solve.DENOVAS{}, solve.AISTATS{}, solve.Newton{}} {
		if err := s.Check(p); err == nil || !strings.Contains(err.Error(), "take Dual") {
			t.Errorf("%T: %v", s, err)
		}
	}
}

// TestLossesInterrupted: whenever a run is stopped, the best so far is returned, with a bound that holds.
func TestLossesInterrupted(t *testing.T) {
	X, _ := sample(40, 5, 1)
	p := &solve.Problem{Op: operator(t, agreementKernels[3], X), Y: lossTargets(loss.Logistic{}, X, 1), Loss: loss.Logistic{}, Penalty: agreementPenalties(5)[0], Nu: 0.001, Tau: 0.05, Intercept: true}
	want := mustSolve(t, p, 1e-10)
	last := math.Inf(1)
	for most := 1; most < 2000; most *= 2 {
		got, err := solve.Dual{Tol: 1e-12, MaxIter: most}.Solve(t.Context(), p, nil)
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
	if got, err := (solve.Dual{}).Solve(ctx, p, nil); got == nil || !errors.Is(err, context.Canceled) || got.Dual > want.Objective {
		t.Errorf("%+v, %v", got, err)
	}
}

// lossIn is the value of a shipped loss in big floats.
func (p digits) lossIn(l loss.Loss, y float64, f *big.Float) *big.Float {
	r := p.sub(p.of(y), f)
	switch l := l.(type) {
	case loss.Square:
		return p.mul(r, r)
	case loss.Logistic:
		return p.log(p.add(p.of(1), p.exp(p.neg(p.mul(p.of(y), f)))))
	case loss.Poisson:
		v := p.sub(p.exp(f), p.add(p.of(y), p.mul(p.of(y), f)))
		if y > 0 {
			v = p.add(v, p.mul(p.of(y), p.log(p.of(y))))
		}
		return v
	case loss.Huber:
		size := p.zero().Abs(r)
		if size.Cmp(p.of(l.Knee)) <= 0 {
			return p.mul(r, r)
		}
		return p.mul(p.of(l.Knee), p.sub(p.mul(p.of(2), size), p.of(l.Knee)))
	case loss.Quantile:
		u := p.div(r, p.of(l.Smooth))
		if low := p.of(l.Level - 1); u.Cmp(low) < 0 {
			u = low
		}
		if high := p.of(l.Level); u.Cmp(high) > 0 {
			u = high
		}
		return p.mul(u, p.sub(r, p.mul(p.div(p.of(l.Smooth), p.of(2)), u)))
	}
	panic(fmt.Sprintf("no big floats of the loss %v", l))
}

// lossObjective is the objective of a solution in big floats.
func (p digits) lossObjective(k kern.Kernel, X *mat.Dense, problem *solve.Problem, s *solve.Solution) *big.Float {
	n, d := X.Dims()
	v, W, _ := p.function(k, X, s.Alpha, s.B)
	count, sum, norm, norms := p.of(float64(n)), p.zero(), p.zero(), make([]*big.Float, d)
	for i := range n {
		sum = p.add(sum, p.div(p.lossIn(problem.Loss, problem.Y[i], p.add(v[i], p.of(s.Intercept))), count))
		norm = p.add(norm, p.mul(p.of(s.Alpha[i]), v[i]))
		for a := range d {
			if norms[a] == nil {
				norms[a] = p.zero()
			}
			norms[a] = p.add(norms[a], p.div(p.mul(W[i][a], W[i][a]), count))
			norm = p.add(norm, p.mul(p.of(s.B.At(i, a)), W[i][a]))
		}
	}
	groups, weights, quad := problem.Penalty.(trait.Blocks).Blocks(d)
	penalty := p.zero()
	for g, members := range groups {
		square := p.zero()
		for _, a := range members {
			square = p.add(square, norms[a])
		}
		penalty = p.add(penalty, p.add(p.mul(p.of(weights[g]), p.sqrt(square)), p.mul(p.of(quad), square)))
	}
	return p.add(sum, p.add(p.mul(p.of(problem.Tau), penalty), p.mul(p.of(problem.Nu), norm)))
}

// moved returns numbers near the given ones, whose sum is another one.
func moved(x []float64, rng *rand.Rand) []float64 {
	y, step := make([]float64, len(x)), 0.1*rng.Float64()*rng.Float64()*floats.Norm(x, math.Inf(1))
	for i, v := range x {
		y[i] = v + step*(rng.NormFloat64()+1)
	}
	return y
}

// TestLossBoundsInBigFloats: no bound of a run that stops anywhere, or of coefficients that no run has made, is above the objective that another run comes down to, and
// no objective is off by more than is said, both in big floats.
func TestLossBoundsInBigFloats(t *testing.T) {
	const p = digits(200)
	problems, kernels, penalties := 1000, []kern.Kernel{kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}, kern.Gaussian{Width: kern.Sigma(1.5)}, kern.Matern52{Width: kern.Sigma(2)}}, agreementPenalties(2)[:4]
	if testing.Short() {
		problems = 50
	}
	for number := range problems {
		rng := rand.New(rand.NewPCG(uint64(number), 17))
		X, _ := sample(4+number%4, 2, uint64(number))
		l, k := losses[number%len(losses)], kernels[rng.IntN(len(kernels))]
		problem := &solve.Problem{Op: operator(t, k, X), Y: lossTargets(l, X, uint64(number)), Loss: l, Penalty: penalties[rng.IntN(len(penalties))],
			Nu: math.Pow(10, -4*rng.Float64()), Tau: math.Pow(10, -3*rng.Float64()), Intercept: rng.IntN(2) > 0}
		what := fmt.Sprintf("%d: %v, %v, %v, nu %v, tau %v, intercept %v", number, l, k, problem.Penalty, problem.Nu, problem.Tau, problem.Intercept)
		tight, err := solve.Dual{Tol: 1e-12}.Solve(t.Context(), problem, nil)
		if tight == nil {
			t.Fatalf("%s: %v", what, err)
		}
		loose, _ := solve.Dual{Tol: math.Pow(10, -1-8*rng.Float64()), MaxIter: 1 + rng.IntN(40)}.Solve(t.Context(), problem, nil)
		least := p.lossObjective(k, X, problem, tight)
		given, err := solve.Certify(t.Context(), problem, solve.Coefficients{Alpha: moved(tight.Alpha, rng), B: mat.NewDense(len(problem.Y), 2, moved(tight.B.RawMatrix().Data, rng))})
		if err != nil { // they are worth less than f = 0
			given = loose
		}
		for _, s := range []*solve.Solution{tight, loose, given} {
			if p.of(s.Dual).Cmp(least) > 0 {
				t.Errorf("%s: the bound %v is above the objective %v of another function", what, s.Dual, least)
			}
			own, _ := p.lossObjective(k, X, problem, s).Float64()
			if off := math.Abs(own - s.Objective); off > (s.Rounding+1e-14)*math.Abs(own) {
				t.Errorf("%s: the objective is %v, said to be %v, and the rounding %v of it", what, own, s.Objective, s.Rounding)
			}
		}
	}
}
