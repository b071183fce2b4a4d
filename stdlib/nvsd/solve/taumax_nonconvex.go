package solve

import (
	"context"
	"errors"
	"math"
	"slices"
)

// emptyFrom returns a tau from which on a penalty that is not convex takes all inputs out,
// given the threshold of the lasso, and a tau below which some input stays in.
//
// With f without derivatives as good as at.flat, and tau_1 the lasso's threshold, a
// function whose norms sum to S loses at least
//
//	E(f) >= max(at.free, at.flat - tau_1 S),
//
// the second by convexity. It gains nothing on the flat one if tau P(u) is at least
// min(at.flat - at.free, tau_1 S), and tau is the largest quotient of the two. The
// gain stops growing at S = (at.flat - at.free)/tau_1; up to there a concave P(u)
// with a given S is least where one norm has all of it, and the quotient largest at
// the end. For other penalties smaller S, and equal norms, are tried as well. Whether
// these were enough a fit shows (see [probe]).
//
// Below tau_1 over the slope of P at 0 the flat function is no minimum.
func emptyFrom(pen *guarded, d int, at level) (tau, low float64, err error) {
	const octaves = 20
	gain := max(at.flat-at.free, 0)
	total := gain / at.Tau
	if total == 0 {
		return at.Tau, at.Tau, nil
	}
	u := make([]float64, d)
	zero, err := pen.valueAt(u)
	if err != nil {
		return 0, 0, err
	}
	low = math.Inf(1)
	for k := range octaves {
		sum := math.Ldexp(total, -k)
		quotient := func() error {
			value, err := pen.valueAt(u)
			q := at.Tau * sum / (value - zero)
			if !(value > zero) {
				q = math.Inf(1)
			}
			tau = max(tau, q)
			if k == octaves-1 {
				low = min(low, q)
			}
			return err
		}
		for a := range u {
			clear(u)
			u[a] = sum
			if err := quotient(); err != nil {
				return 0, 0, err
			}
		}
		for a := range u {
			u[a] = sum / float64(d)
		}
		if err := quotient(); err != nil {
			return 0, 0, err
		}
	}
	return tau, low, nil
}

// The limits of probe. A run that empties does so in some hundred rounds; another can take
// thousands to settle on which inputs are in.
const (
	probes      = 12 // fits
	probeTol    = 1e-4
	probeRounds = 500
)

// probe looks by fits for a tau at which no input is in, at half of which one is, or
// the flat function is no minimum. It begins at at.Tau, where none should be, and
// doubles that as long as it is not so.
func probe(ctx context.Context, p *Problem, at level) (level, error) {
	if !(at.Tau > 0) || math.IsInf(at.Tau, 1) {
		return at, nil
	}
	ok, err := isEmpty(ctx, p, at.Tau)
	for range probes {
		if err != nil {
			return at, err
		}
		next := at.Tau / 2
		if !ok {
			next = at.Tau * 2
		} else if next < at.low {
			return at, nil
		}
		was := ok
		ok, err = isEmpty(ctx, p, next)
		if err == nil && (ok || !was) {
			at.Tau = next
		}
		if ok != was {
			return at, err
		}
	}
	return at, err
}

// isEmpty reports whether a fit by ADMM at tau converges without an input. A fit with an
// input in after probeRounds is taken to keep one; a fit without continues.
func isEmpty(ctx context.Context, p *Problem, tau float64) (bool, error) {
	q := *p
	q.Tau = tau
	for _, rounds := range []int{probeRounds, 10 * probeRounds} {
		sol, err := ADMM{Tol: probeTol, MaxIter: rounds}.Solve(ctx, &q, nil)
		unfinished, ok := errors.AsType[*Unfinished](err)
		switch {
		case err != nil && (!ok || unfinished.Status != MaxIter):
			return false, err
		case slices.Contains(sol.Active, true):
			return false, nil
		case err == nil:
			return true, nil
		}
	}
	return false, nil
}
