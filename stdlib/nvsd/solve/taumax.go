package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// A Threshold is a value of tau from which on all derivative norms are 0.
type Threshold struct {
	// Tau is +Inf where no tau is large enough, because the penalty does not rise at 0
	// with every norm (the elastic net with Mu = 0). It is 0 where every tau > 0 is large
	// enough: where the gradients of kernel ridge regression are 0, and where the ridge is
	// tau nu and a function without derivatives follows the target with so small a norm
	// that it is the best for every tau.
	Tau float64

	// Begin is the first tau of a path: Tau, or, where that is 0, a tau at which the ridge
	// counts for as much as the target.
	Begin float64

	// Exact marks a Tau that tends to the smallest such value as Gap tends to 0. Otherwise it
	// tends to an upper bound, good enough to start a path from: with a kernel whose gradients
	// at the points are linearly dependent, or a penalty that is not convex.
	Exact bool

	// Gap measures how well the derivatives vanish at Tau: the dual point that makes
	// them 0 is optimal to within this relative gap. It is above the tolerance where
	// rounding, or the limit of products, prevented more.
	Gap float64

	// Rest is the penalty of the derivatives at that point, as a part of that of kernel
	// ridge regression.
	Rest float64

	Products int // with the kernel's matrices, that it took

	// Start holds the coefficients of the dual point: a fit at Tau that begins there is within
	// Gap of the optimum at once, where one that begins at 0 needs the most products of a
	// path. It is nil where Tau is 0 or +Inf, or the penalty not convex.
	Start *Solution
}

// Reached reports whether Tau is good to the tolerance, or one of 0 and +Inf.
func (t Threshold) Reached(tol float64) bool { return t.Gap <= tol && t.Rest <= flatRest }

// flatRest is the largest Rest at which the derivatives count as vanished. The gap alone
// would not do: it is small, whatever the derivatives are, where tau is.
const flatRest = 0.1

// TauMax returns the tau from which on the fit is constant in every input,
// whatever p.Tau is, to a relative gap of tol (0 means 1e-8). It needs nu > 0.
//
// All gradients vanish for B = -M^+ g, a solution of M B + g = 0 of least
// norm, provided that -2 nu B is a subgradient of tau P(norms) at 0; this is so
// when the prox of tau P maps the norms of -2 nu B to 0. For the lasso it gives
// sqrt(n) max_a ||u_a|| with u = 2 nu L^+ D (Ks + n nu I)^-1 y, Ks = K - D' L^+ D.
//
// Where M is all but singular that solution is a matter of rounding. But any B
// on the way to it has a tau for which -2 nu B is such a subgradient, and then
// the gap of (alpha, B) is
//
//	tau P(norms of W) + 2 nu <B, W>,  W = M B + g:
//
// the conjugate gradients that lead to B are stopped as soon as the gap is at
// most tol times the objective and nine tenths of the gradients are gone. At this
// tau a fit without any derivative is as good as the tolerance can tell. Where tol
// is below 1e-9, n d at most 1000 and the kernel's derivatives exact, it is the closed
// form instead, in which an eigenvalue of L counts as 0 up to 1e-12 of the largest:
// conjugate gradients come near to the end of their way only where L is far from
// singular. So it is below 1e-7 and up to n d = 200 where gradients are dependent.
//
// For a penalty that is not convex see [emptyFrom] and [probe]: it is a tau at
// which a fit by ADMM has no input in, at half of which one has.
func TauMax(ctx context.Context, p *Problem, tol float64) (Threshold, error) {
	return TauMaxWithin(ctx, p, tol, flatMost)
}

// flatMost is the number of products that TauMax takes at most.
const flatMost = 10000

// TauMaxWithin is TauMax with at most the given number of products with the kernel's
// matrices. It returns the threshold that is reached by then, with its Gap.
func TauMaxWithin(ctx context.Context, p *Problem, tol float64, products int) (Threshold, error) {
	if err := p.checkData(); err != nil {
		return Threshold{}, err
	}
	switch {
	case p.Nu == 0:
		return Threshold{}, errors.New("solve: tau_max needs nu > 0: with a ridge of 0 it is not defined by the dual; take a small nu")
	case !(tol >= 0):
		return Threshold{}, fmt.Errorf("solve: the tolerance of tau_max is %v: it must be >= 0 (0 means 1e-8)", tol)
	case tol == 0:
		tol = 1e-8
	}
	if err := p.Op.checkPositive(ctx); err != nil {
		return Threshold{}, err
	}
	if !p.ofSquares() {
		return tauMaxOfLoss(ctx, p, tol, products)
	}
	f, err := newFlattening(ctx, p, tol, products)
	if err != nil {
		return Threshold{}, err
	}
	found := f.find
	if p.TauRidge {
		found = f.findOwn
	}
	at, err := found(ctx, tol)
	if err == nil && !isConvex(p.Penalty) {
		at, err = probe(ctx, p, at)
	}
	at.Products = f.products
	if at.Begin == 0 {
		at.Begin = at.Tau
	}
	if !isConvex(p.Penalty) || !(at.Tau > 0) || math.IsInf(at.Tau, 1) {
		at.Start = nil
	}
	at.Exact = isConvex(p.Penalty) && p.Op.products.independent()
	return at.Threshold, err
}
