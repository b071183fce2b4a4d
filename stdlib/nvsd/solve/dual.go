package solve

import (
	"context"
	"errors"
	"fmt"
)

// Dual solves problems with a convex penalty and nu > 0 in the gradient
// coefficients B alone,
//
//	min over B  1/2 <B, M B> + <g, B> + (1/(2 nu)) h*(-2 nu B),
//	h(Phi) = tau P(||Phi_1||_n, ..., ||Phi_d||_n),
//
// where the gradients W = M B + g, and with them everything else, are affine in B.
// The penalty enters by its prox only: with Z = W - B/s and R its prox, a step
// of length s is B = s (R - Z), and because -2 nu B is then a subgradient of h at
// R, the gap
//
//	h(W) - h(R) + 2 nu <B, W - R>
//
// bounds how far the objective of (alpha, B) is above the minimum.
//
// Such steps crawl near tau_max, where the problem is all but degenerate. The
// function that they define, the forward-backward envelope (Patrinos and Bemporad
// 2013), is smooth and has the same minimisers: it is minimised by nonlinear conjugate
// gradients, for which a penalty needs nothing but its prox. Once in a long run, for
// penalties that are sums of block norms and problems that are small, an interior point
// method on dense matrices is tried.
//
// A run ends at the first B whose gap is within Tol. With a Tol below 1e-9 it takes one
// more Newton step from there, since the coefficients' error goes as the root of the gap.
// The bounds are then computed anew for the returned coefficients; where rounding has
// raised these above Tol, the run continues.
type Dual struct {
	Tol      float64 // relative gap to reach; 0 means 1e-8
	MaxIter  int     // products with the kernel's matrices; 0 means 50000
	Progress Progress
}

var dualLimits = limits{tol: 1e-8, maxIter: 50000}

// Check returns the reason why the method cannot solve p; nil where it can.
func (s Dual) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := dualLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	switch {
	case p.Ridge() == 0:
		return errors.New("solve: the dual method needs nu > 0: with a ridge of 0 the dual operator is not defined; take a small nu")
	case !isConvex(p.Penalty):
		return fmt.Errorf("solve: the dual method needs a convex penalty, and %s does not say that it is one; if it is, wrap it in penalty.Convex, else take ADMM", called(p.Penalty))
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. Beside an
// *[Unfinished] error it returns the best solution that it found.
func (s Dual) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	dualLimits.fill(&s.Tol, &s.MaxIter)
	return carryOut(ctx, p, s.Tol, warm, func() (run, error) {
		if !p.ofSquares() {
			return newLossRun(ctx, p, s)
		}
		return newDualRun(ctx, p, s)
	})
}
