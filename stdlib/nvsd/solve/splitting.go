package solve

import (
	"context"
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
// subgradient of h/(2 sigma), which an inner loop finds. The problem, the options and
// the two functions stay as they are given; the rest is the state of the run.
type splitting struct {
	*finisher
	options splittingOptions            // with their defaults
	project func(context.Context) error // sets taken for arg, from the last taken
	choose  func(*Solution)             // decides the inputs of a solution without a certificate

	tol float64 // what to come down to: options.tol, halved by every sharpen

	eigenvalues []float64 // of K, or of HKH with an intercept

	f, old, at *element // f^t, f^(t-1) and f~
	slope      *element // grad E(f~)/2
	arg        *element // what the prox is taken of
	taken      *element // what it takes away, with alpha = 0; v of the papers over n
	diff       *element // work

	R      *mat.Dense // gradients at which taken is a subgradient exactly; those of f in the limit
	excess float64    // left side of JMLR 2013 eq. 28: how far taken is from a subgradient at f

	// steady is the largest length of the last step of an inner loop, relative to taken. It
	// matters near the end: pair magnifies the error of taken by sigma/nu, and excess, of
	// second order, does not see so small a one.
	steady float64

	sigma    float64 // at least ||K||/n + nu
	eta      float64 // at least ||L||
	momentum float64 // s_t of JMLR 2013 eq. 12

	t, inner  int     // outer iterations, and inner ones of all of them
	objective float64 // of f
	change    float64 // of f in the last iteration, see measureChange; NaN before the first
	steep     float64 // how far f is from stationary, see measureChange
	unit      float64 // ||grad E(0)||_H/2, which steep is relative to
	pair      *point  // see certifyPair
	kept      *point  // the pair of the least gap; nil before the first
	paired    bool    // pair is within the tolerance
	dual      float64 // the best lower bound so far
	check     int     // t at which pair is made next

	look struct { // at how far the run has come
		at   int     // t of the next one
		left float64 // gap or residual at the last one
	}
	stagnant bool // it came no nearer between the last two looks
	history  history
}

// splittingOptions holds the options that DENOVAS and AISTATS share.
type splittingOptions struct {
	tol       float64
	maxIter   int
	mode      Momentum
	byChange  bool
	last      bool
	backtrack bool
}

var splittingLimits = limits{tol: 1e-6, maxIter: 20000}

func newSplitting(ctx context.Context, p *Problem, o splittingOptions, to Progress) (*splitting, error) {
	start := time.Now()
	fin, err := newFinisher(ctx, p, o.tol)
	if err != nil {
		return nil, err
	}
	spec, err := fin.op.spectrum(p.Intercept)
	if err != nil {
		return nil, err
	}
	s := &splitting{finisher: fin, eigenvalues: spec.lambda, options: o, tol: o.tol, history: history{to: listener(ctx, to), start: start}, momentum: 1, pair: newPoint(fin.n, fin.d),
		R: mat.NewDense(fin.n, fin.d, nil), dual: math.Inf(-1), steady: math.Inf(1), change: math.NaN(), steep: math.NaN()}
	for _, e := range []**element{&s.f, &s.old, &s.at, &s.slope, &s.arg, &s.taken, &s.diff} {
		*e = newElement(fin.n, fin.d)
	}
	return s, nil
}

// begin sets the steps and f^0 = f^1, which is 0 or warm.
func (s *splitting) begin(warm *Solution) error {
	largest, mean := floats.Max(s.eigenvalues), floats.Sum(s.eigenvalues)/float64(s.n)
	if s.options.backtrack {
		s.sigma, s.eta = mean/float64(s.n)+s.nu, s.normOfL(1)
	} else {
		s.sigma, s.eta = largest/float64(s.n)+s.nu, powerMargin*s.normOfL(powerSteps)
	}
	if s.sigma == 0 {
		s.sigma = 1 // K = 0: any step will do
	}
	if s.eta == 0 {
		s.eta = 1
	}
	if warm != nil && warm.B != nil {
		if err := s.checkWarm(warm); err != nil {
			return err
		}
		s.alphaInto(s.f.alpha, warm.Alpha)
		s.center(s.f.alpha)
		s.blocksInto(s.f.B, warm.B)
		s.f.refresh(s.op)
		s.old.set(s.f)
		if err := s.adopt(); err != nil {
			return err
		}
	}
	s.at.combine(0, s.f, 0, s.f)
	s.gradient()
	s.unit = math.Sqrt(s.slope.normSq())
	var err error
	s.objective, err = s.value(s.f)
	return err
}

// adopt sets taken to what a step would take from f if f were the optimum,
// projected where it is no subgradient.
func (s *splitting) adopt() error {
	Z := s.work
	Z.Scale(-s.eta*s.nu/s.sigma, s.f.B)
	if err := s.pen.prox(s.R, Z, s.eta*s.proxScale()); err != nil {
		return err
	}
	s.taken.B.Sub(Z, s.R)
	s.taken.B.Scale(1/s.eta, s.taken.B)
	s.taken.fromB(s.op)
	return nil
}

// proxScale is the factor of the penalty in the prox, in the units of the norms.
func (s *splitting) proxScale() float64 { return s.p.Tau / (2 * s.sigma * float64(s.n)) }

func (s *splitting) sharpen() { s.tol /= 2 }

// minimise runs the outer loop. The status is Converged where the gap is within
// the tolerance or, without a certificate, both residuals are.
func (s *splitting) minimise(ctx context.Context) (Status, error) {
	for {
		done := s.residual() <= s.tol && s.t > 1
		if s.certifies && (s.t >= s.check || done && s.options.byChange) {
			if err := s.certifyPair(); err != nil {
				return "", err
			}
			s.check = s.t + 1 + s.t/20
			if ok, err := s.reached(); err != nil {
				return "", err
			} else if ok && (done || !s.options.byChange) {
				return Converged, nil
			}
		}
		switch {
		case done && !s.certifies && s.steep <= s.tol:
			return Converged, nil
		case done && s.options.byChange:
			return Stopped, nil
		case ctx.Err() != nil:
			return Cancelled, nil
		case s.t >= s.options.maxIter || s.inner >= s.innerMost() || s.stagnates():
			return MaxIter, nil
		}
		if err := s.outer(ctx); err != nil {
			return "", err
		}
		if ctx.Err() == nil { // else the iteration has not been made
			s.history.record(s.now())
		}
	}
}

// innerMost is the largest number of steps of inner loops in a run: few seconds' worth for
// a small problem, and not fewer than twice the iterations that it may take.
func (s *splitting) innerMost() int {
	const (
		work     = 6e9 // multiplications
		overhead = 4000
	)
	product := float64(s.n) * float64(s.n) * float64(s.d)
	if _, dense := s.op.products.(*dense); dense {
		product *= float64(s.d)
	}
	return int(max(work/(product+overhead), 2*float64(s.options.maxIter)))
}

// stagnates looks each time that the number of iterations has doubled, and reports
// whether the gap or residual has fallen by less than a tenth since: a method that makes
// progress, however slow, halves it.
func (s *splitting) stagnates() bool {
	const first = 2000
	if s.t < max(s.look.at, first) {
		return s.stagnant
	}
	left := s.residual()
	if s.certifies && !s.options.byChange {
		left = s.gap()
	}
	s.stagnant = s.look.at > 0 && !(left < 0.9*s.look.left)
	s.look.at, s.look.left = 2*s.t, left
	return s.stagnant
}

// outer carries out one iteration of the outer loop, eq. 12-16 of JMLR 2013.
func (s *splitting) outer(ctx context.Context) error {
	next := (1 + math.Sqrt(1+4*s.momentum*s.momentum)) / 2
	beta := (s.momentum - 1) / next
	if s.options.mode == Plain {
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
		if !s.options.backtrack || !s.overshot() {
			break
		}
	}
	s.t++
	s.measureChange()
	before := s.objective
	var err error
	s.objective, err = s.value(s.f)
	if err != nil {
		return err
	}
	if s.options.mode == Restarted && s.objective > before {
		s.momentum = 1
	}
	return nil
}

// gradient sets slope to half the gradient of E at f~.
func (s *splitting) gradient() {
	floats.SubTo(s.slope.alpha, s.at.values, s.y)
	s.center(s.slope.alpha)
	floats.Scale(1/float64(s.n), s.slope.alpha)
	s.slope.fromAlpha(s.op)
}

// measureChange sets change to the larger of ||f^t - f^(t-1)|| and ||f^t - f~||
// relative to ||f^t||, in H, and steep to how far f^t is from stationary: what the
// step leaves,
//
//	2 sigma (f~ - f^t) - (grad E(f~) - grad E(f^t)) - 2 nu (f~ - f^t),
//
// is a subgradient of the objective at f^t, of norm at most 2 sigma ||f^t - f~||,
// but for the error of the projection, sigma excess in units of the objective.
// steep is the larger of the two relative to ||grad E(0)||_H and ||y||^2/n. diff
// is f^t - f~.
func (s *splitting) measureChange() {
	moved := math.Sqrt(s.diff.normSq())
	s.steep = 0
	if moved > 0 {
		s.steep = s.sigma * moved / s.unit
	}
	if s.excess > 0 {
		s.steep = max(s.steep, s.sigma*s.excess*float64(s.n)/floats.Dot(s.y, s.y))
	}
	s.diff.combine(1, s.f, -1, s.old)
	moved = max(moved, math.Sqrt(s.diff.normSq()))
	s.change = 0
	if moved > 0 {
		s.change = moved / math.Sqrt(s.f.normSq())
	}
}

// residual returns the measure of convergence of a run that does not stop on the gap.
func (s *splitting) residual() float64 {
	if s.options.byChange {
		return s.change
	}
	return max(s.change, s.steep)
}

// value returns the objective of f, with the intercept that is best for it.
func (s *splitting) value(f *element) (float64, error) {
	rest := make([]float64, s.n)
	floats.SubTo(rest, s.y, f.values)
	s.center(rest)
	penalty, err := s.pen.value(f.W)
	return floats.Dot(rest, rest)/float64(s.n) + s.p.Tau*penalty + s.nu*f.normSq(), err
}
