package solve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonum.org/v1/gonum/mat"
)

// Newton solves problems with a convex penalty and nu > 0 to high accuracy, as
// long as their matrices can be factorised. It is what other solvers are tested
// against, and how [Dual] ends where gradient steps crawl or coefficients are so
// large that rounding hides the gap.
//
// In orthonormal coordinates theta of the functions (see [factors]), values V
// theta and gradients C theta, the problem is
//
//	min (1/n) ||y - V theta||^2 + nu ||theta||^2 + h(C theta),
//	h(Phi) = tau P(||Phi_1||_n, ..., ||Phi_d||_n),
//
// and the method the semismooth Newton augmented Lagrangian (Li, Sun and Toh
// 2018) on the split Phi = C theta with multiplier u. With q the first two terms
// a step minimises, by Newton's method with a line search,
//
//	q(theta) + h(R) + sigma/2 ||Z - R||^2,  Z = C theta + u/sigma,  R = prox_{h/sigma}(Z),
//
// which is strongly convex; then u = sigma (Z - R), and sigma grows. Newton's
// matrix is q” + sigma C'(I - J)C, J a derivative of the prox. Every such u is a
// subgradient of h at R, and at the optimum alpha = (y - V theta)/(n nu), B =
// -u/(2 nu); the gap of theta and u is the certificate,
//
//	h(C theta) - h(R) - <u, C theta - R> + 1/2 v'(q”)^-1 v,  v = q'(theta) + C'u.
type Newton struct {
	Tol      float64 // relative gap to reach; 0 means 1e-12
	MaxIter  int     // Newton steps; 0 means 1000
	Progress Progress
}

// newtonSize is the largest n d that Newton takes: 128 MB for a matrix.
const newtonSize = 4000

// Check reports what the method cannot take.
func (s Newton) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	n, d := p.Op.Dims()
	switch {
	case !(s.Tol >= 0):
		return fmt.Errorf("solve: tol is %v: it must be >= 0 (0 means 1e-12)", s.Tol)
	case s.MaxIter < 0:
		return fmt.Errorf("solve: max_iter is %d: it must be >= 0 (0 means 1000)", s.MaxIter)
	case p.Ridge() == 0:
		return errors.New("solve: Newton's method needs nu > 0: with a ridge of 0 the dual operator is not defined; take a small nu")
	case !isConvex(p.Penalty):
		return fmt.Errorf("solve: Newton's method needs a convex penalty, and %s does not say that it is one; if it is, wrap it in penalty.Convex, else take ADMM", called(p.Penalty))
	case n*d > newtonSize:
		return fmt.Errorf("solve: Newton's method factorises a matrix of n d = %d rows, at most %d: take the dual method", n*d, newtonSize)
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. The
// solution that it returns beside an *[Unfinished] error is the best it found.
func (s Newton) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if s.Tol == 0 {
		s.Tol = 1e-12
	}
	if s.MaxIter == 0 {
		s.MaxIter = 1000
	}
	if err := s.Check(p); err != nil {
		return nil, err
	}
	h := &history{to: s.Progress, start: time.Now()}
	fin, err := newFinisher(ctx, p)
	if err != nil {
		return nil, err
	}
	B, W, first := mat.NewDense(fin.n, fin.d, nil), mat.NewDense(fin.n, fin.d, nil), newPoint(fin.n, fin.d)
	if err := fin.from(warm, B, W); err != nil {
		return nil, err
	}
	if err := fin.step(first, B, W); err != nil {
		return nil, err
	}
	run := newNewtonRun(fin, s, h)
	if err := run.begin(ctx, first); err != nil {
		return nil, err
	}
	run.report()
	status, err := run.minimise(ctx)
	if err != nil {
		return nil, err
	}
	sol, err := run.solution(status)
	if err != nil {
		return nil, err
	}
	if status != Converged {
		return sol, unfinished(ctx, sol, s.Tol)
	}
	return sol, nil
}
