package solve

import (
	"context"
	"fmt"
	"math"
)

// ADMM is the algorithm of UAI 2018 section 4. It splits the gradients of f from
// what is penalised,
//
//	min over f, Phi  E(f) + h(Phi)  subject to Df = Phi,
//	E(f) = (1/n) ||y - f(X) - b||^2 + nu ||f||_H^2,  h(Phi) = tau P(||Phi_1||_n, ..., ||Phi_d||_n),
//
// where Df is the n x d matrix of f's gradients at the training points, and repeats
//
//	S1  f = argmin E(f) + kappa/2 ||Df - Phi + Lambda||^2
//	S2  Phi = prox of h/kappa at Df + Lambda
//	S3  Lambda = Lambda + Df - Phi,
//
// with Df in S2 and S3 replaced by a combination with the last Phi
// (over-relaxation; Boyd et al. 2010, sec. 3.4.3). The prox is the penalty's own:
// the squares of an elastic net stay in S2, which the paper's footnote 1 would
// move to S1.
//
// kappa is moved so that both residuals fall alike (Boyd, sec. 3.4.1): where one is
// more than twice the other, by the root of their ratio, as Wohlberg 2017 has it for
// relative residuals, and more and more rarely. (Boyd has the factor 2 beyond a
// ratio of 10, of residuals that change with the units.)
//
// kappa Lambda is a subgradient of h at Phi after every S2. So for a convex
// penalty and nu > 0 the B with -2 nu B = kappa Lambda is feasible for the dual
// problem, and the gap certifies it as in [Dual]: this is what is returned, and a
// run has converged once the relative gap is at most Tol, not before. With nu = 0
// or a penalty that is not convex it has converged once the relative residuals
//
//	||Df - Phi|| / max(||Df||, ||Phi||, ||Df_ridge||)    and
//	||grad (E(f) + <kappa Lambda, Df>)||_H / ||grad E(0)||_H
//
// are at most Tol (Boyd, sec. 3.3), and f is returned, which is then near a
// stationary point and carries no certificate. A kappa that only grows is what
// makes such a run settle where the penalty is not convex; the next begins anew.
//
// With nu = 0, [DENOVAS] and [AISTATS] stop on the same measure, how far f is from
// stationary; nothing of it follows for the objective. A kernel as rich as the
// Gaussian has a function of any values and any derivatives at distinct points: the
// minimum is then 0, whatever tau is, at a function that follows every target with
// all derivatives 0, and whose norm is beyond all bounds where points are near. Runs
// end at MaxIter, on the way to it.
type ADMM struct {
	Tol     float64 // relative gap to reach, or relative residual without a certificate; 0 means 1e-8
	MaxIter int     // rounds of S1, S2, S3; 0 means 50000

	Inner    Inner // how S1 is solved; "" means Eigen for a small problem, else ConjugateGradients
	Descents int   // steps of the first S1 by SteepestDescent; 0 means 10

	Relax float64 // over-relaxation, in (0, 2); 0 means 1.8
	Kappa float64 // kappa to begin with; 0 means that of a warm start for a convex penalty, or one that suits E

	// AsPublished makes the rounds those of the paper: from f = Phi = Lambda = 0, where
	// there is no warm start, without over-relaxation, kappa from 1 and after
	// each round by Boyd's rule: doubled where ||Df - Phi|| is more than ten times
	// kappa ||Phi - Phi_last||, and halved where it is less than a tenth. Relax and
	// Kappa change what they name. What is returned is f of the last round, its
	// bounds with it; the paper's zeros are those of Phi, [Split.Zeros].
	AsPublished bool

	Progress Progress
}

// Inner is a way to solve S1.
type Inner string

const (
	// Eigen is exact, by the eigendecomposition of a matrix of order n (d+1) at most.
	// One serves every kappa and tau; the operator keeps it. With nu > 0 the run is in
	// coordinates in which that matrix is diagonal, and the gap that it stops on and
	// reports is computed in them. The bounds of a solution are those of its
	// coefficients: where rounding has taken these above Tol, the run goes on with
	// coefficients.
	Eigen Inner = "eigen"
	// ConjugateGradients need only products with the operator, and go on from
	// the last round, whose error each S1 takes down to a thousandth.
	// The largest eigenvalues and their vectors, found once for every kappa and
	// tau, precondition them.
	ConjugateGradients Inner = "cg"
	// SteepestDescent is that of UAI 2018 section 4.3 on the coefficients, from
	// those of the last round, with exact line search. The paper makes more steps
	// from round to round and does not say how many; here it is one more every ten
	// rounds. Phi, and with it what is selected, then depends on where a run is
	// stopped: MaxIter is part of the result.
	SteepestDescent Inner = "descent"
)

var admmLimits = limits{tol: 1e-8, maxIter: 50000}

// eigenSize is the largest n d for which the eigendecomposition is the default:
// it takes about ten seconds then, which the first tau of a path pays.
const eigenSize = 1500

func (s ADMM) withDefaults(p *Problem) ADMM {
	admmLimits.fill(&s.Tol, &s.MaxIter)
	if s.Relax == 0 {
		s.Relax = 1.8
		if s.AsPublished {
			s.Relax = 1
		}
	}
	if s.AsPublished && s.Kappa == 0 {
		s.Kappa = 1
	}
	if s.Descents == 0 {
		s.Descents = 10
	}
	if s.Inner == "" {
		s.Inner = ConjugateGradients
		if n, d := p.Op.Dims(); n*d <= eigenSize {
			s.Inner = Eigen
		}
	}
	return s
}

// Check reports what the method cannot take. It takes any penalty, and nu = 0.
func (s ADMM) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := admmLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	switch {
	case s.Descents < 0:
		return fmt.Errorf("solve: ADMM: Descents is %d: it must be >= 0 (0 means 10)", s.Descents)
	case !(s.Relax >= 0 && s.Relax < 2):
		return fmt.Errorf("solve: ADMM: Relax is %v: it must be in (0, 2) (0 means 1.8)", s.Relax)
	case !(s.Kappa >= 0) || math.IsInf(s.Kappa, 1):
		return fmt.Errorf("solve: ADMM: Kappa is %v: it must be a finite number >= 0 (0 means chosen)", s.Kappa)
	}
	switch s.Inner {
	case "", Eigen, ConjugateGradients, SteepestDescent:
		return nil
	}
	return fmt.Errorf("solve: ADMM: Inner is %q: it must be Eigen, ConjugateGradients or SteepestDescent", s.Inner)
}

// Solve minimises p, from warm where it is not nil: from its [Split] where there is
// one, with its kappa if the penalty is convex, else from its coefficients. What it
// returns beside an *[Unfinished] error is the best it found.
func (s ADMM) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	s = s.withDefaults(p)
	run, err := newADMMRun(ctx, p, s)
	if err != nil {
		return nil, err
	}
	if err := run.begin(warm); err != nil {
		return nil, err
	}
	return complete(ctx, run, s.Tol)
}
