package solve

import (
	"fmt"
	"math"
)

// reached reports whether pair is within the tolerance, or f by the bound of its own
// coefficients. Where f is so only by the bound of others, it makes inner loops continue
// until v is steady.
func (s *splitting) reached() (bool, error) {
	s.paired = s.relative(s.pair.objective, s.pair.gap) <= s.tol
	if s.paired || !(s.gap() <= s.tol/2) {
		return s.paired, nil
	}
	s.steady = max(min(s.steady, 1e-2)/4, steadyLeast)
	own, err := s.bound(s.f.B)
	return s.relative(s.objective, s.objective-own) <= s.tol, err
}

// steadyLeast is about the length of a step that is rounding alone.
const steadyLeast = 1e-7

// gap is the relative gap of f and the best lower bound.
func (s *splitting) gap() float64 { return s.relative(s.objective, s.objective-s.dual) }

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
	if s.kept == nil || x.gap < s.kept.gap {
		s.kept = newPoint(s.n, s.d)
		s.kept.copy(x)
	}
	s.dual = max(s.dual, x.objective-max(x.gap, 0))
	s.f.refresh(s.op)
	s.old.refresh(s.op)
	return nil
}

// best returns the pair or f.
func (s *splitting) best(status Status) (*Solution, error) {
	switch {
	case !s.certifies:
		return s.solutionOf(s.f.alpha, s.f.B)
	case status == Cancelled && s.kept == nil:
		return s.nothing()
	case status == Cancelled:
		return s.certified(s.kept)
	}
	if err := s.certifyPair(); err != nil {
		return nil, err
	}
	sol, err := s.solutionOf(s.f.alpha, s.f.B)
	if err != nil || status == Stopped || s.options.last {
		return sol, err
	}
	pair, err := s.certified(s.pair)
	if err == nil && pair.RelGap < sol.RelGap {
		sol = pair
	}
	return sol, err
}

// now returns the [Step] of f.
func (s *splitting) now() Step {
	at := Step{Tau: s.p.Tau, Iteration: s.t, Objective: s.objective, Dual: math.NaN(), RelGap: math.NaN(), Residual: s.residual()}
	if s.certifies {
		at.Dual, at.RelGap, at.Counts = s.dual, s.gap(), s.count(s.pair)
	}
	return at
}

// solution returns the pair or f, each with the bound of its own coefficients: the one with
// the smaller gap. It returns f where the run stopped by the paper's rule, or where the
// last f is wanted. After an interrupt it is the best pair of the run, whose bound takes one product
// where that of f takes four.
func (s *splitting) solution(status Status) (*Solution, error) {
	sol, err := s.best(status)
	if err != nil {
		return nil, err
	}
	last := s.now()
	last.Seconds = s.history.seconds()
	last.Objective, last.Dual, last.RelGap = sol.Objective, sol.Dual, sol.RelGap
	sol.Residual, sol.Iterations, sol.Status, sol.Trace, sol.Seconds = s.residual(), s.t, status, append(s.history.trace, last), s.history.seconds()
	if s.stagnant {
		sol.Notes = append(sol.Notes, fmt.Sprintf("the run has ended because it stagnates: from iteration %d to %d it came no nearer to the optimum", s.look.at/4, s.look.at/2))
	}
	if !s.certifies {
		s.choose(sol)
	}
	return sol, nil
}
