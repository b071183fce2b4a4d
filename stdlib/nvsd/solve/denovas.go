package solve

import (
	"cmp"
	"context"
	"fmt"
)

// DENOVAS is Algorithm 1 of JMLR 2013: forward-backward steps on the function f.
// The backward step is a projection in H, found by an inner loop of projected gradient
// steps. The method works on the coefficients (alpha, B) by the operator's products. Its
// iterations grow as the root of sigma/nu: where that ratio is above 1e4, as for a cubic
// kernel with a small ridge, it takes minutes where [Dual] takes seconds.
//
// The paper's problem is eq. 5, a [Problem] with TauRidge and twice the lasso. DENOVAS
// takes any ridge and any convex penalty: the projection follows from the penalty's prox
// by Moreau's decomposition, and for sums of block norms (lasso, weighted, group) it is
// that onto the balls of eq. 11. It refuses a penalty that does not declare itself convex,
// whose prox need not belong to a projection. An unpenalised intercept is exact: K and y
// are centred.
//
// With nu = 0 there is no certificate. DENOVAS then stops on the residual, the largest of
//
//	||f^t - f^(t-1)|| / ||f^t||,   2 sigma ||f^t - f~^t|| / ||grad E(0)||,
//
// in H, and of the error of the projection relative to ||y||^2/n. The second measures how
// far f^t is from stationary; [ADMM] stops on it too, and says what that means.
//
// With nu > 0 it stops on the gap. The v of an inner loop are feasible dual blocks: they
// give a lower bound of the minimum and, by stationarity, coefficients B = -sigma v/nu
// with the alpha that is best for them. Their function tends to f^t, but magnifies the
// error of v by sigma/nu. A run has converged where this function or f^t is within Tol by
// the bound of its own B. Solve returns the better of the two; where ByChange ended the
// run, it returns f^t.
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

	// Last makes Solve return f^t of the last iteration, with the bounds of its own
	// coefficients. Otherwise Solve returns the better, by these bounds, of f^t and the
	// coefficients that belong to the last v.
	Last bool

	Momentum  Momentum // of the outer loop
	ByChange  bool     // stop on the change of f relative to f (footnote 5) alone
	Backtrack bool     // find the steps by trying (sec. 4.4.1); else sigma = ||K||/n + nu, eta = ||L||, to a few percent

	// An inner loop starts from the last v and stops when the left side of eq. 28 is at
	// most eps_t^2 = t^-2l ||y||^2/(n sigma), l = Decay. With Relative > 0 it stops at
	// Relative^2 ||v||_H^2 (footnote 5, where the norms are not squared, so that the rule
	// depends on the unit of y). The limit is never below 1e-15 ||y||^2/(n sigma), unless
	// the gap asks for less. A loop that makes no progress stops too. Where f^t is within
	// Tol only by the bound of coefficients that would not be returned, the loop
	// continues until v is steady.
	Decay      float64 // > 3/2 (Theorem 4); 0 means 2
	Relative   float64
	MaxInner   int  // steps of an inner loop; 0 means 10000
	PlainInner bool // no acceleration of the inner loop, as in the paper

	Progress Progress
}

// A Momentum is a rule for the extrapolation of the outer loop. The zero value is
// Restarted.
type Momentum string

const (
	Restarted   Momentum = "restarted"   // FISTA, without momentum again whenever the objective has risen
	Accelerated Momentum = "accelerated" // FISTA, eq. 12-13
	Plain       Momentum = "plain"       // no momentum: ISTA
)

// Check returns the reason why the method cannot solve p; nil where it can.
func (s DENOVAS) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := splittingLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	if err := p.Op.hasPoints("DENOVAS"); err != nil {
		return err
	}
	if err := p.onSquares("DENOVAS"); err != nil {
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

// Solve minimises p, from warm's coefficients where warm is not nil. Beside an
// *[Unfinished] error it returns the best solution that it found.
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
	splittingLimits.fill(&s.Tol, &s.MaxIter)
	return carryOut(ctx, p, s.Tol, warm, func() (run, error) {
		made, err := newSplitting(ctx, p, splittingOptions{
			tol: s.Tol, maxIter: s.MaxIter, mode: cmp.Or(s.Momentum, Restarted), byChange: s.ByChange, last: s.Last, backtrack: s.Backtrack}, s.Progress)
		if err != nil {
			return nil, err
		}
		inner := newProjection(made, s)
		made.project, made.choose = inner.run, made.dualNormRule
		return made, nil
	})
}
