package solve

import (
	"cmp"
	"context"
	"fmt"
)

// DENOVAS is Algorithm 1 of JMLR 2013: forward-backward steps on the function
// itself, whose backward part, a projection in H, is an inner loop of projected
// gradient steps. It works on the coefficients (alpha, B) by the operator's
// products. Its iterations grow as the root of sigma/nu: above 1e4, as for a cubic
// kernel with a small ridge, it takes minutes where [Dual] takes seconds.
//
// The paper's problem is eq. 5, a [Problem] with TauRidge and twice the lasso. Any
// ridge does, and any penalty that is convex: the projection is what Moreau's
// decomposition makes of the penalty's prox, and for sums of block norms (lasso,
// weighted, group) it is that onto the balls of eq. 11. A penalty that does not
// say that it is convex is refused, since its prox is no projection's complement.
// An unpenalised intercept is exact: K and y are centred.
//
// With nu = 0 nothing is certified: it then stops on the residual, the largest of
//
//	||f^t - f^(t-1)|| / ||f^t||,   2 sigma ||f^t - f~^t|| / ||grad E(0)||,
//
// in H, and of the error of the projection relative to ||y||^2/n. The second is how
// far f^t is from stationary, which [ADMM] stops on, too; see there for what that
// means.
//
// Otherwise it stops on the gap. The v of an inner loop are feasible dual blocks:
// they give a lower bound of the minimum and, by stationarity, coefficients B =
// -sigma v/nu with the alpha that is best for them. These tend to f^t, but magnify
// the error of v by sigma/nu. A run has converged where these or f^t are within Tol
// by the bound that their own B gives, and what is returned is the better of the
// two: f^t where a run is stopped by ByChange.
//
// An input a is out by Prop. 6 if ||v_a||_n < tau/sigma - e^2/(2 m) (eq. 32 has
// the inequality reversed), where e and m, the least nonzero norm at the
// optimum, are not known. Here m is the least nonzero norm of the gradients at
// which v is a subgradient exactly. e^2 is the left side of eq. 28 at the optimum
// (before eq. 37); here it is that at the function that belongs to v, gap/sigma,
// or, for nu = 0, at f^t. Inputs whose norm is at most 1e-6 of the largest are out
// as well.
type DENOVAS struct {
	Tol     float64 // relative gap to reach, or residual for nu = 0; 0 means 1e-6
	MaxIter int     // iterations of the outer loop; 0 means 20000

	// Last returns f^t of the last iteration, with the bounds of its own coefficients. Else
	// what is returned is the better one, by its bounds, of f^t and the coefficients
	// that belong to the last v.
	Last bool

	Momentum  Momentum // of the outer loop
	ByChange  bool     // stop on the change of f relative to f (footnote 5), whatever else is known
	Backtrack bool     // find the steps by trying (sec. 4.4.1); else sigma = ||K||/n + nu, eta = ||L||, to a few percent

	// An inner loop starts from the last v and stops when the left side of
	// eq. 28 is at most eps_t^2 = t^-2l ||y||^2/(n sigma), l = Decay, or, if
	// Relative > 0, at most Relative^2 ||v||_H^2 (footnote 5, which has
	// norms unsquared, so that the rule would depend on the unit of y). Neither
	// goes below 1e-15 ||y||^2/(n sigma), or what the gap asks for, and a loop that
	// no longer gets closer stops. Once f^t is known to be within Tol, but by the bound
	// of other coefficients than those that would be returned, it goes on until v is
	// steady.
	Decay      float64 // > 3/2 (Theorem 4); 0 means 2
	Relative   float64
	MaxInner   int  // steps of an inner loop; 0 means 10000
	PlainInner bool // no acceleration of the inner loop, as in the paper

	Progress Progress
}

// A Momentum says how the outer loop goes on. The zero value is Restarted.
type Momentum string

const (
	Restarted   Momentum = "restarted"   // FISTA, without momentum again whenever the objective has risen
	Accelerated Momentum = "accelerated" // FISTA, eq. 12-13
	Plain       Momentum = "plain"       // no momentum: ISTA
)

// Check reports what the method cannot take.
func (s DENOVAS) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := splittingLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	switch {
	case s.MaxInner < 0:
		return fmt.Errorf("solve: DENOVAS: MaxInner is %d: it must be >= 0 (0 means 10000)", s.MaxInner)
	case s.Momentum != "" && s.Momentum != Restarted && s.Momentum != Accelerated && s.Momentum != Plain:
		return fmt.Errorf("solve: DENOVAS: momentum %q: it is Restarted, Accelerated or Plain", s.Momentum)
	case s.Decay != 0 && !(s.Decay > 1.5):
		return fmt.Errorf("solve: DENOVAS: decay is %v: Theorem 4 needs more than 3/2 (0 means 2)", s.Decay)
	case !(s.Relative >= 0):
		return fmt.Errorf("solve: DENOVAS: the relative tolerance of the inner loop is %v: it must be >= 0 (0 means that it follows the schedule)", s.Relative)
	case !isConvex(p.Penalty):
		return fmt.Errorf("solve: DENOVAS projects, which is the prox's complement for a convex penalty only, and %s does not say that it is convex; if it is, wrap it in penalty.Convex", called(p.Penalty))
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. The
// solution that it returns beside an *[Unfinished] error is the best it found.
func (s DENOVAS) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	if s.Decay == 0 {
		s.Decay = 2
	}
	if s.MaxInner == 0 {
		s.MaxInner = 10000
	}
	run, err := newSplitting(ctx, p, splittingOptions{
		tol: s.Tol, maxIter: s.MaxIter, mode: cmp.Or(s.Momentum, Restarted), byChange: s.ByChange, last: s.Last, backtrack: s.Backtrack}, s.Progress)
	if err != nil {
		return nil, err
	}
	inner := newProjection(run, s)
	run.project, run.choose = inner.run, run.dualNormRule
	return run.solve(ctx, warm)
}
