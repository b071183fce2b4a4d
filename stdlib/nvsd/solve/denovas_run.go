package solve

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// splitting is a forward-backward run in H, of [DENOVAS] and [AISTATS]. With E the
// fit, (1/n) ||y - f(X) - b||^2, and h(f) the penalty, a step from f~ is
//
//	f = prox of h/(2 sigma) at f~ - (grad E(f~)/2 + nu f~)/sigma,
//
// and the prox takes away from its argument a combination of derivatives, a
// subgradient of h/(2 sigma), which an inner loop finds.
type splitting struct {
	*finisher
	splittingOptions
	project func(context.Context) error // sets taken for arg, from the last taken

	f, old, at *element // f^t, f^(t-1) and f~
	slope      *element // grad E(f~)/2
	arg        *element // what the prox is taken of
	taken      *element // what it takes away, with alpha = 0; v of the papers over n
	diff       *element // work

	R      *mat.Dense // gradients at which taken is a subgradient exactly; those of f in the limit
	excess float64    // left side of JMLR 2013 eq. 28: how far taken is from a subgradient at f

	// steady is how little the last step of an inner loop may move, relative to
	// taken. It matters near the end: pair magnifies the error of taken by
	// sigma/nu, and excess, of second order, does not see so small a one.
	steady float64

	sigma    float64 // at least ||K||/n + nu
	eta      float64 // at least ||L||
	momentum float64 // s_t of JMLR 2013 eq. 12

	start     time.Time
	t, inner  int     // outer and inner iterations
	objective float64 // of f
	change    float64 // see residual
	pair      *point  // see certifyPair
	paired    bool    // pair is within the tolerance
	dual      float64 // the best lower bound so far
	check     int     // t at which pair is made next
	patience  int     // t from which on pair may lag behind f; 0 means that f is not there
	trace     []Step
}

// splittingOptions are what DENOVAS and AISTATS have in common.
type splittingOptions struct {
	tol       float64
	maxIter   int
	mode      Momentum
	byChange  bool
	backtrack bool
	progress  Progress
}

func newSplitting(ctx context.Context, p *Problem, o splittingOptions) (*splitting, error) {
	start := time.Now()
	if o.tol == 0 {
		o.tol = 1e-6
	}
	if o.maxIter == 0 {
		o.maxIter = 20000
	}
	fin, err := newFinisher(ctx, p)
	if err != nil {
		return nil, err
	}
	s := &splitting{finisher: fin, splittingOptions: o, start: start, momentum: 1, pair: newPoint(fin.n, fin.d),
		R: mat.NewDense(fin.n, fin.d, nil), dual: math.Inf(-1), steady: math.Inf(1)}
	for _, e := range []**element{&s.f, &s.old, &s.at, &s.slope, &s.arg, &s.taken, &s.diff} {
		*e = newElement(fin.n, fin.d)
	}
	return s, nil
}

// begin sets the steps and f^0 = f^1, which is 0 or warm.
func (s *splitting) begin(ctx context.Context, warm *Solution) error {
	largest, mean := floats.Max(s.spec.lambda), floats.Sum(s.spec.lambda)/float64(s.n)
	if s.backtrack {
		s.sigma, s.eta = mean/float64(s.n)+s.nu, s.normOfL(ctx, 1)
	} else {
		s.sigma, s.eta = largest/float64(s.n)+s.nu, powerMargin*s.normOfL(ctx, powerSteps)
	}
	if s.sigma == 0 {
		s.sigma = 1 // K = 0: any step will do
	}
	if s.eta == 0 {
		s.eta = 1
	}
	if warm != nil && warm.B != nil {
		if rows, cols := warm.B.Dims(); rows != s.n || cols != s.d || len(warm.Alpha) != s.n {
			return fmt.Errorf("solve: the warm start is for %d x %d coefficients, the problem has %d x %d", rows, cols, s.n, s.d)
		}
		copy(s.f.alpha, warm.Alpha)
		s.spec.center(s.f.alpha)
		s.f.B.Copy(warm.B)
		s.f.refresh(s.op)
		s.old.set(s.f)
		if err := s.adopt(); err != nil {
			return err
		}
	}
	var err error
	s.objective, err = s.value(s.f)
	return err
}

// adopt sets taken to what a step would take from f if f were the optimum,
// projected where it is no subgradient.
func (s *splitting) adopt() error {
	s.Z.Scale(-s.eta*s.nu/s.sigma, s.f.B)
	if err := s.pen.prox(s.R, s.Z, s.eta*s.proxScale()); err != nil {
		return err
	}
	s.taken.B.Sub(s.Z, s.R)
	s.taken.B.Scale(1/s.eta, s.taken.B)
	s.taken.fromB(s.op)
	return nil
}

// proxScale is the factor of the penalty in the prox, in the units of the norms.
func (s *splitting) proxScale() float64 { return s.p.Tau / (2 * s.sigma * float64(s.n)) }

// solve runs the outer loop and makes its Solution, whose inputs rule decides.
func (s *splitting) solve(ctx context.Context, warm *Solution, rule func(*Solution)) (*Solution, error) {
	if err := s.begin(ctx, warm); err != nil {
		return nil, err
	}
	asked := s.tol
	for {
		status, err := s.minimise(ctx)
		if err != nil {
			return nil, err
		}
		sol, err := s.solution(status)
		if err != nil {
			return nil, err
		}
		if status == Converged && sol.RelGap > asked {
			s.tol /= 2 // computed anew, the gap is a rounding error too large
			continue
		}
		rule(sol)
		if status == MaxIter || status == Cancelled {
			return sol, unfinished(ctx, sol, asked)
		}
		return sol, nil
	}
}

// minimise runs the outer loop. The status is Converged where the gap is within
// the tolerance or, without a certificate, the residual is.
func (s *splitting) minimise(ctx context.Context) (Status, error) {
	for {
		done := s.change <= s.tol && s.t > 1
		if s.certifies && (s.t >= s.check || done && s.byChange) {
			if err := s.certifyPair(); err != nil {
				return "", err
			}
			s.check = s.t + 1 + s.t/20
			if s.certified() && (done || !s.byChange) {
				return Converged, nil
			}
		}
		switch {
		case done && !s.certifies:
			return Converged, nil
		case done && s.byChange && s.gap() <= s.tol:
			return Converged, nil
		case done && s.byChange:
			return Stopped, nil
		case ctx.Err() != nil:
			return Cancelled, nil
		case s.t >= s.maxIter:
			return MaxIter, nil
		}
		if err := s.outer(ctx); err != nil {
			return "", err
		}
		if ctx.Err() == nil { // else the iteration has not been made
			s.report()
		}
	}
}

// certified reports whether pair is within the tolerance; or f is, and pair has
// had time to follow.
func (s *splitting) certified() bool {
	s.paired = s.relative(s.pair.objective, s.pair.gap) <= s.tol
	if s.paired || !(s.gap() <= s.tol/2) {
		return s.paired
	}
	if s.patience == 0 {
		s.patience = 3*s.t + 50
	}
	s.steady = max(min(s.steady, 1e-2)/4, 1e-7)
	return s.t >= s.patience
}

// gap is the relative gap of f and the best lower bound.
func (s *splitting) gap() float64 { return s.relative(s.objective, s.objective-s.dual) }

// outer is one iteration of the outer loop, eq. 12-16 of JMLR 2013.
func (s *splitting) outer(ctx context.Context) error {
	next := (1 + math.Sqrt(1+4*s.momentum*s.momentum)) / 2
	beta := (s.momentum - 1) / next
	if s.mode == Plain {
		beta = 0
	}
	s.momentum = next
	s.at.combine(1+beta, s.f, -beta, s.old)
	s.gradient()
	s.f, s.old = s.old, s.f
	for {
		s.arg.combine(1-s.nu/s.sigma, s.at, -1/s.sigma, s.slope)
		if err := s.project(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil { // the projection is not finished
			s.f, s.old = s.old, s.f
			return nil
		}
		s.f.combine(1, s.arg, -1, s.taken)
		s.diff.combine(1, s.f, -1, s.at)
		if !s.backtrack || !s.overshot() {
			break
		}
	}
	s.t++
	s.residual()
	before := s.objective
	var err error
	if s.objective, err = s.value(s.f); err != nil {
		return err
	}
	if s.mode == Restarted && s.objective > before {
		s.momentum = 1
	}
	return nil
}

// gradient sets slope to half the gradient of E at f~.
func (s *splitting) gradient() {
	floats.SubTo(s.slope.alpha, s.at.values, s.y)
	s.spec.center(s.slope.alpha)
	floats.Scale(1/float64(s.n), s.slope.alpha)
	s.slope.fromAlpha(s.op)
}

// overshot reports whether the step diff has met a larger curvature than sigma,
// and takes a larger sigma if so.
func (s *splitting) overshot() bool {
	const rounding = 1e-7 // the least relative step whose curvature can be measured
	square := s.diff.normSq()
	if square <= rounding*rounding*s.f.normSq() {
		return false
	}
	values := append([]float64(nil), s.diff.values...)
	s.spec.center(values)
	curved := floats.Dot(values, values)/float64(s.n) + s.nu*square
	if curved <= s.sigma*square*(1+1e-6) {
		return false
	}
	before := s.sigma
	s.sigma *= 2
	s.taken.combine(before/s.sigma, s.taken, 0, s.taken)
	return true
}

// residual sets change to the larger of ||f^t - f^(t-1)|| and ||f^t - f~||
// relative to ||f^t||, in H. diff is f^t - f~.
func (s *splitting) residual() {
	moved := s.diff.normSq()
	s.diff.combine(1, s.f, -1, s.old)
	moved = max(moved, s.diff.normSq())
	s.change = 0
	if moved > 0 {
		s.change = math.Sqrt(moved / s.f.normSq())
	}
}

// value returns the objective of f, with the intercept that is best for it.
func (s *splitting) value(f *element) (float64, error) {
	rest := make([]float64, s.n)
	floats.SubTo(rest, s.y, f.values)
	s.spec.center(rest)
	penalty, err := s.pen.value(f.W)
	return floats.Dot(rest, rest)/float64(s.n) + s.p.Tau*penalty + s.nu*f.normSq(), err
}

// certifyPair makes pair of the dual blocks u = 2 sigma taken: the coefficients
// B = -u/(2 nu) and the alpha that is best with them, which are f in the limit,
// and how far their objective is above the minimum at most. It also removes
// what rounding has left in the iterates: in both of them, or the difference
// would pass for a step, which momentum amplifies.
func (s *splitting) certifyPair() error {
	x := s.pair
	x.B.Scale(-s.sigma/s.nu, s.taken.B)
	x.R.Copy(s.R)
	s.field(x.W, x.alpha, x.B)
	if err := s.certify(x); err != nil {
		return err
	}
	s.dual = max(s.dual, x.objective-max(x.gap, 0))
	s.f.refresh(s.op)
	s.old.refresh(s.op)
	return nil
}

// report tells the listener of every step, and records some.
func (s *splitting) report() {
	step := s.now()
	if last := len(s.trace) - 1; last < 0 || s.t > s.trace[last].Iteration+s.trace[last].Iteration/10 {
		s.trace = append(s.trace, step)
	}
	if s.progress != nil {
		s.progress.Step(step)
	}
}

func (s *splitting) now() Step {
	at := Step{Tau: s.p.Tau, Iteration: s.t, Objective: s.objective, Dual: math.NaN(), RelGap: math.NaN(),
		Residual: s.change, Seconds: time.Since(s.start).Seconds()}
	if s.certifies {
		at.Dual, at.RelGap = s.dual, s.gap()
	}
	return at
}

// solution reports the pair where that is within the tolerance, else f.
func (s *splitting) solution(status Status) (*Solution, error) {
	alpha, B := s.f.alpha, s.f.B
	if s.certifies {
		if err := s.certifyPair(); err != nil {
			return nil, err
		}
		if s.paired {
			alpha, B = s.pair.alpha, s.pair.B
		}
	}
	dual, err := s.bound(s.pair.B)
	if err != nil {
		return nil, err
	}
	sol, err := s.measure(alpha, B)
	if err != nil {
		return nil, err
	}
	if !s.paired {
		dual = math.Max(dual, s.dual)
	}
	sol.Dual = math.Min(dual, sol.Objective)
	sol.RelGap = s.relative(sol.Objective, sol.Objective-sol.Dual)
	s.decide(sol, s.x)
	s.enclose(sol)
	last := s.now()
	last.Objective, last.Dual, last.RelGap = sol.Objective, sol.Dual, sol.RelGap
	sol.Residual, sol.Iterations, sol.Status, sol.Trace, sol.Seconds = s.change, s.t, status, append(s.trace, last), last.Seconds
	return sol, nil
}

// normOfL estimates the largest eigenvalue of L by steps of the power method,
// from below. The inner loops that rely on it check.
func (s *splitting) normOfL(ctx context.Context, steps int) float64 {
	e := s.diff
	for i := range s.n {
		for a, x := range s.op.x.RawRowView(i) {
			e.B.Set(i, a, x+math.Sin(float64(i*s.d+a+1))) // no direction is left out
		}
	}
	var top float64
	for range steps {
		norm := mat.Norm(e.B, 2)
		if norm == 0 || ctx.Err() != nil {
			break
		}
		e.B.Scale(1/norm, e.B)
		e.fromB(s.op)
		top = max(top, mat.Norm(e.W, 2))
		e.B, e.W = e.W, e.B
	}
	return top
}
