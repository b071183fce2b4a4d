package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// The gaps of tau_max. Its tolerance is that of the fits, but not below fine. If the spec asks
// for it, it is all that rounding allows. A number with a gap above coarse is not reported, and
// one with a gap above told is reported with its gap.
const (
	fine   = 1e-9
	exact  = 1e-12
	told   = 1e-3
	coarse = 1e-2
)

// The number of products with the kernel's matrices in the search: a tenth of the products of
// the fits, whose steps are cheaper by a third, and as many as take about a tenth of a second,
// which multiplications bounds.
const (
	share       = 14
	quickEnough = 1.4e9
)

// findTauMax sets the fields about tau_max. With nu = 0, or with a penalty that is not
// convex, this is nothing.
func (r *Report) findTauMax(ctx context.Context, s *Spec, p *solve.Problem) error {
	if !trait.IsConvex(p.Penalty) || p.Nu == 0 || ctx.Err() != nil {
		return nil
	}
	r.bracket()
	at, err := s.tauMax(ctx, p, r)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return bad("", "%s", reason(err))
	case math.IsInf(at.Tau, 1):
		r.TauMaxNote = "infinite: no tau empties a fit, since the penalty does not rise at 0 with every norm"
	case at.Reached(coarse) && (r.TauMaxBracket[0] == nil || at.Tau >= *r.TauMaxBracket[0]):
		r.TauMax = &at.Tau
		switch {
		case !at.Reached(told):
			r.TauMaxNote = fmt.Sprintf("a bound: a fit without derivatives is within %.1g of the optimum there", at.Gap)
			if !s.allDigits() {
				r.TauMaxNote += "; ask for all digits by exact_tau_max"
			}
		case !at.Exact && at.Tau > 0:
			why := "gradients of the kernel depend on one another at the points of X"
			if !s.Features.IsZero() {
				why = "there are more gradients at the points of X than random features"
			}
			r.TauMaxNote = "an upper bound: " + why + ", and the least tau may be smaller; tau_max_bracket has what the fits prove"
			if hi := r.TauMaxBracket[1]; hi != nil && *hi < at.Tau {
				r.TauMax = hi
				r.TauMaxNote += "; this is the least tau of the list at which every input is certainly out"
			}
		case at.Tau == 0 && at.Begin > 0:
			r.TauMaxNote = "every tau > 0 empties a fit: a function without derivatives is the best however small tau is"
		}
	default:
		r.TauMax = r.TauMaxBracket[1]
		r.TauMaxNote = fmt.Sprintf("not found within %d products with the kernel's matrices, a tenth of the fits; ask for it by exact_tau_max", at.Products)
		if s.allDigits() {
			r.TauMaxNote = "not found: rounding leaves derivatives in the function that should have none"
		}
		if r.TauMax != nil {
			r.TauMaxNote += ": this is the least tau of the list at which every input is certainly out"
		}
	}
	return nil
}

// tauMax searches for tau_max with limited effort.
func (s *Spec) tauMax(ctx context.Context, p *solve.Problem, r *Report) (solve.Threshold, error) {
	if s.allDigits() {
		return solve.TauMax(ctx, p, exact)
	}
	n, d := p.Op.Dims()
	products := int(quickEnough / float64(n*n*(6*d+4)))
	steps := 0
	for _, e := range r.Solutions {
		steps += e.Iterations
	}
	return solve.TauMaxWithin(ctx, p, max(fine, s.Tol/100), max(products, steps/share))
}

// allDigits reports whether the search for tau_max has no limit.
func (s *Spec) allDigits() bool { return s.ExactTauMax || s.Tol < fine }

// bracket sets the bracket of tau_max that the fits prove.
func (r *Report) bracket() {
	for _, e := range r.Solutions {
		if len(e.Certain) == 0 {
			continue
		}
		n := solve.CountCertain(e.Certain)
		if lo := r.TauMaxBracket[0]; n.In > 0 && (lo == nil || e.Tau > *lo) {
			r.TauMaxBracket[0] = &e.Tau
		}
		if hi := r.TauMaxBracket[1]; n.Out == len(e.Certain) && (hi == nil || e.Tau < *hi) {
			r.TauMaxBracket[1] = &e.Tau
		}
	}
}
