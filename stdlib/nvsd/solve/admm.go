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
// kappa changes so that both residuals fall alike (Boyd, sec. 3.4.1): where one is more
// than twice the other, by the root of their ratio, as in Wohlberg 2017 for relative
// residuals, and less and less often. (Boyd changes it by a factor of 2 beyond a ratio of
// 10, of residuals that depend on the units.)
//
// kappa Lambda is a subgradient of h at Phi after every S2. So for a convex
// penalty and nu > 0 the B with -2 nu B = kappa Lambda is feasible for the dual
// problem, and the gap certifies it as in [Dual]. Solve returns this B, and a run has
// converged once its relative gap is at most Tol. With nu = 0
// or a penalty that is not convex it has converged once the relative residuals
//
//	||Df - Phi|| / max(||Df||, ||Phi||, ||Df_ridge||)    and
//	||grad (E(f) + <kappa Lambda, Df>)||_H / ||grad E(0)||_H
//
// are at most Tol (Boyd, sec. 3.3). Solve then returns f, which is near a stationary point
// and has no certificate. Where the penalty is not convex, kappa only grows, so that a run
// settles; the next run begins with a new kappa.
//
// With nu = 0, [DENOVAS] and [AISTATS] stop on the same measure: how far f is from
// stationary. It bounds nothing of the objective. A kernel as rich as the Gaussian has
// functions with any values and any derivatives at distinct points. The minimum is then
// 0 for every tau, at a function that follows every target with all derivatives 0; its
// norm is very large where points are near. Runs end at MaxIter on the way to it.
type ADMM struct {
	Tol     float64 // relative gap to reach, or relative residual without a certificate; 0 means 1e-8
	MaxIter int     // rounds of S1, S2, S3; 0 means 50000

	Inner    Inner // how S1 is solved; "" means Eigen for n d up to 1500, and up to 2000 where the largest eigenvalues are alike, else ConjugateGradients
	Descents int   // steps of the first S1 by SteepestDescent; 0 means 10

	Relax float64 // over-relaxation, in (0, 2); 0 means 1.8
	Kappa float64 // kappa to begin with; 0 means that of a warm start for a convex penalty, or one that suits E

	// AsPublished makes the rounds those of the paper. They begin at f = Phi = Lambda
	// = 0 without a warm start, and have no over-relaxation. kappa begins at 1 and
	// follows Boyd's rule after each round: it is doubled where ||Df - Phi|| is more than
	// ten times kappa ||Phi - Phi_last||, and halved where it is less than a tenth. Relax
	// and Kappa still set what they name. Solve returns f of the last round, with its
	// bounds; the paper's zeros are those of Phi, [Split.Zeros].
	AsPublished bool

	Progress Progress
}

// Inner is a way to solve S1.
type Inner string

const (
	// Eigen solves S1 exactly, by the eigendecomposition of a matrix of order n (d+1)
	// at most. The operator keeps the decomposition, which serves every kappa and tau.
	// With nu > 0 the run uses coordinates in which that matrix is diagonal, and the gap
	// on which it stops is computed in them. The bounds of a solution are those of its
	// coefficients; where rounding has raised these above Tol, the run continues with
	// coefficients.
	Eigen Inner = "eigen"
	// ConjugateGradients need only products with the operator. They start from the
	// last round, and each S1 reduces the error to a thousandth. The largest eigenvalues
	// and their vectors, found once for every kappa and tau, precondition them.
	ConjugateGradients Inner = "cg"
	// SteepestDescent is the steepest descent of UAI 2018 section 4.3 on the coefficients, from
	// the coefficients of the last round, with exact line search. The paper increases the
	// number of steps from round to round and does not say how; here it grows by one every ten
	// rounds. Phi, and with it the selection, then depends on where a run stops: MaxIter is
	// part of the result.
	SteepestDescent Inner = "descent"
)

var admmLimits = limits{tol: 1e-8, maxIter: 50000}

// eigenSize is the largest n d for which the eigendecomposition is the default. It
// takes about ten seconds there, once for all taus of a path.
const eigenSize = 1500

// flatSize is the largest n d for which it is the default where the largest eigenvalues are near
// one another. Knowing them then hardly helps conjugate gradients, which take hundreds of
// products for an S1: of polynomials on 110 points of 18 inputs a path as published takes five
// times as long by them.
const flatSize = 2000

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
		switch n, d := p.Op.Dims(); {
		case n*d <= eigenSize:
			s.Inner = Eigen
		case n*d > flatSize:
			s.Inner = ConjugateGradients
		}
	}
	return s
}

// Check returns the reason why the method cannot solve p; nil where it can. It takes any
// penalty, and nu = 0.
func (s ADMM) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := admmLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	if err := p.Op.hasPoints("ADMM"); err != nil {
		return err
	}
	if err := p.onSquares("ADMM"); err != nil {
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
// one, with its kappa if the penalty is convex, else from its coefficients. Beside an
// *[Unfinished] error it returns the best solution that it found.
func (s ADMM) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	s = s.withDefaults(p)
	return carryOut(ctx, p, s.Tol, warm, func() (run, error) { return newADMMRun(ctx, p, s) })
}
