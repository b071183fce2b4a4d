package solve

import (
	"context"
	"errors"
	"fmt"
)

// Newton solves the dual problem of [Dual] to high accuracy, for problems whose
// matrix M (nd x nd) can be factorised. It is what other solvers are tested
// against: the semismooth Newton augmented Lagrangian method (Li, Sun and Toh
// 2018), with Rockafellar's proximal term, since M is singular for many kernels.
//
// With H = h/(2 nu) the problem is min 1/2 <B, M B> + <g, B> + H*(-B). The
// multiplier of the split H*(-C), C = B, is an estimate Y of the gradients, and
// one step of it from (Y, BY) is
//
//	find B with  M B + g + kappa (B - BY) = R,  R = prox_{sigma H}(Y - sigma B);
//	then (Y, BY) = (R, B),
//
// where sigma is the largest eigenvalue of M and kappa falls to nothing. The
// equation is the stationarity of a strongly convex function with a Lipschitz
// gradient, which Newton's method minimises with a line search: its step solves
//
//	(M + sigma J + kappa I) dB = R - M B - g - kappa (B - BY),
//
// J a derivative of the prox. Every R on the way has the feasible dual point C =
// B + (R - Y)/sigma, whose gap is the certificate.
type Newton struct {
	Tol      float64 // relative gap to reach; 0 means 1e-12
	MaxIter  int     // Newton steps; 0 means 1000
	Progress Progress
}

var newtonLimits = limits{tol: 1e-12, maxIter: 1000}

// newtonSize is the largest n d that Newton takes: 128 MB for a matrix.
const newtonSize = 4000

// Check returns the reason why the method cannot solve p; nil where it can.
func (s Newton) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := newtonLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	if err := p.onSquares("Newton"); err != nil {
		return err
	}
	n, d := p.Op.Dims()
	switch {
	case p.Ridge() == 0:
		return errors.New("solve: Newton's method needs nu > 0: with a ridge of 0 the dual operator is not defined; take a small nu")
	case !isConvex(p.Penalty):
		return fmt.Errorf("solve: Newton's method needs a convex penalty, and %s does not say that it is one; if it is, wrap it in penalty.Convex, else take ADMM", called(p.Penalty))
	case n*d > newtonSize:
		return fmt.Errorf("solve: Newton's method factorises a matrix of n d = %d rows, at most %d: take the dual method", n*d, newtonSize)
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. Beside an
// *[Unfinished] error it returns the best solution that it found.
func (s Newton) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	newtonLimits.fill(&s.Tol, &s.MaxIter)
	return carryOut(ctx, p, s.Tol, warm, func() (run, error) { return newNewtonRun(ctx, p, s) })
}
