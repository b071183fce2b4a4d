package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Threshold is a value of tau from which on all derivative norms are 0.
type Threshold struct {
	Tau float64 // +Inf where no tau is enough (the elastic net with Mu = 0)

	// Exact says that Tau tends to the smallest as Gap tends to 0. Otherwise, with
	// a kernel whose gradients at the points are linearly dependent, it tends to
	// an upper bound, good enough to start a path from.
	Exact bool

	// Gap says how well the derivatives vanish at Tau: the dual point that makes
	// them 0 is optimal to within this relative gap. It is above the tolerance
	// where rounding stood in the way.
	Gap float64
}

// TauMax returns the tau from which on the fit is constant in every input,
// whatever p.Tau is, to a relative gap of tol (0 means 1e-8). It needs nu > 0.
//
// All gradients vanish for B = -M^+ g, the solution of M B + g = 0 of least
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
// the conjugate residuals that lead to B are stopped as soon as the gap is at
// most tol times the objective. At this tau a fit without any derivative is as
// good as the tolerance can tell. Where tol is below 1e-9, n d at most 1000 and the
// kernel's derivatives exact, it is the closed form instead, in which an eigenvalue of
// L counts as 0 up to 1e-12 of the largest: residuals come near to the end of their way only where L is far from
// singular.
func TauMax(ctx context.Context, p *Problem, tol float64) (Threshold, error) {
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
	var form *closedForm
	if n, d := p.Op.Dims(); tol < sharp && n*d <= closedSize && !p.Op.approximate {
		var err error
		if form, err = newClosedForm(ctx, p.Op, p.Intercept); err != nil {
			return Threshold{}, err
		}
	}
	find := func(ridge float64) (Threshold, error) {
		if ctx.Err() != nil {
			return Threshold{}, ctx.Err()
		}
		return constantFrom(ctx, p, form, ridge, tol)
	}
	var at Threshold
	var err error
	if p.TauRidge {
		at, err = constantFromRidge(find, p.Nu, tol)
	} else {
		at, err = find(p.Nu)
	}
	at.Exact = p.Op.products.independent()
	return at, err
}

// constantFromRidge returns the threshold where the ridge is tau nu, given find,
// which returns that at a fixed ridge: the tau that is its own threshold, the root
// of excess(x) = log(threshold at ridge e^x nu) - x, which falls.
func constantFromRidge(find func(ridge float64) (Threshold, error), nu, tol float64) (Threshold, error) {
	var at Threshold // the last one
	excess := func(x float64) (float64, error) {
		var err error
		at, err = find(math.Exp(x) * nu)
		return math.Log(at.Tau) - x, err
	}
	root, err := fallingRoot(excess, max(tol, 1e-13))
	return Threshold{Tau: math.Exp(root), Gap: at.Gap}, err
}

// fallingRoot returns the root of a function that falls, to within precision in
// x or in f. Where f is infinite at 0, it is that end.
func fallingRoot(f func(x float64) (float64, error), precision float64) (float64, error) {
	const stride, far = 2, 300
	var end [2]struct{ x, f float64 } // with f > 0, and <= 0
	at, err := f(0)
	if err != nil || math.IsInf(at, 0) {
		return at, err
	}
	end[0].f, end[1].f = at, at
	for end[1].f > 0 && end[1].x < far {
		end[0] = end[1]
		end[1].x += stride
		if end[1].f, err = f(end[1].x); err != nil {
			return 0, err
		}
	}
	for end[0].f <= 0 && end[0].x > -far {
		end[1] = end[0]
		end[0].x -= stride
		if end[0].f, err = f(end[0].x); err != nil {
			return 0, err
		}
	}
	// False position; the end that stays twice counts half (Illinois).
	for last := -1; end[1].x-end[0].x > precision && end[0].f > 0 && end[1].f < 0; {
		x := (end[0].x*end[1].f - end[1].x*end[0].f) / (end[1].f - end[0].f)
		at, err := f(x)
		if err != nil || math.Abs(at) < precision {
			return x, err
		}
		side := 1
		if at > 0 {
			side = 0
		}
		end[side].x, end[side].f = x, at
		if side == last {
			end[1-side].f /= 2
		}
		last = side
	}
	return end[1].x, nil
}

// flatMost and flatProducts limit TauMax's work, in all and for each unknown.
const (
	flatMost     = 4000
	flatProducts = 5
)

// constantFrom returns the threshold at a fixed ridge, by the closed form if that is
// not nil.
func constantFrom(ctx context.Context, p *Problem, form *closedForm, ridge, tol float64) (Threshold, error) {
	q := *p
	q.Nu, q.TauRidge = ridge, false
	red, err := newReduced(&q)
	if err != nil {
		return Threshold{}, err
	}
	n, d := red.n, red.d
	f := &flattening{reduced: red, nu: ridge, pen: newGuarded(p.Penalty, d), B: mat.NewDense(n, d, nil), W: mat.NewDense(n, d, nil), alpha: make([]float64, n)}
	x, g := make([]float64, n*d), make([]float64, n*d)
	red.field(mat.NewDense(n, d, g), f.alpha, f.B)
	if floats.Norm(g, 2) == 0 {
		return Threshold{}, nil
	}
	if form != nil {
		floats.ScaleTo(x, 1/(2*ridge), form.blocks(red.y, ridge))
		err := f.certify(x)
		return f.at, err
	}
	f.scale, f.last, f.best.Gap = floats.Dot(red.y, red.y)/float64(n), math.Inf(1), math.Inf(1)
	conjugateResiduals(ctx, x, g, func(dst, src []float64) {
		red.curve(mat.NewDense(n, d, dst), f.alpha, mat.NewDense(n, d, src))
	}, func(x, r []float64) bool {
		return f.flat(x, r, tol)
	}, min(flatMost, flatProducts*n*d))
	switch {
	case f.err != nil:
		return Threshold{}, f.err
	case ctx.Err() != nil:
		return Threshold{}, ctx.Err()
	}
	if err := f.certify(x); err != nil || f.at.Gap <= f.best.Gap {
		return f.at, err
	}
	return f.best, nil
}

// flattening is the state of the way to the B that makes all gradients 0.
type flattening struct {
	*reduced
	nu    float64
	pen   *guarded
	scale float64 // ||y||^2/n, at least the objective at B = 0
	last  float64 // ||r|| when the gap was last looked at

	B, W  *mat.Dense
	alpha []float64

	at, best Threshold // the last that was looked at, and the best certified one
	err      error
}

// flat reports whether B = -x, where W = r, is within the tolerance. It looks at
// the gap each time that the residual has fallen by a fifth, and computes anew
// what the steps' r says only approximately.
func (f *flattening) flat(x, r []float64, tol float64) bool {
	norm := floats.Norm(r, 2)
	if norm > 0.8*f.last {
		return false
	}
	f.last = norm
	if f.set(x); f.err != nil {
		return true
	}
	if math.IsInf(f.at.Tau, 1) {
		return true // no tau is enough
	}
	value, err := f.pen.value(mat.NewDense(f.n, f.d, r))
	if err != nil {
		f.err = err
		return true
	}
	if f.at.Tau*value-2*f.nu*floats.Dot(x, r) > tol*f.scale {
		return false
	}
	if f.err = f.certify(x); f.err != nil || f.at.Gap > 0.9*f.best.Gap {
		return true // at the floor of rounding: what is added is what M does not see
	}
	f.best = f.at
	return f.at.Gap <= tol
}

// set makes B = -x, and Tau its threshold.
func (f *flattening) set(x []float64) {
	b := f.B.RawMatrix().Data
	floats.ScaleTo(b, -2*f.nu, x)
	f.at.Tau, f.err = smallest(f.pen, f.B)
	floats.ScaleTo(b, -1, x)
}

// certify makes B = -x, Tau its threshold and Gap the relative gap there.
func (f *flattening) certify(x []float64) error {
	if f.set(x); f.err != nil || math.IsInf(f.at.Tau, 1) {
		return f.err
	}
	f.field(f.W, f.alpha, f.B)
	value, err := f.pen.value(f.W)
	if err != nil {
		return err
	}
	bw := floats.Dot(vec(f.B).RawVector().Data, vec(f.W).RawVector().Data)
	objective := f.nu*(floats.Dot(f.alpha, f.y)+bw) + f.at.Tau*value
	f.at.Gap = max(0, f.at.Tau*value+2*f.nu*bw) / objective
	return nil
}

// endless is more than any threshold: further on, a prox that only shrinks comes to
// 0 by underflow.
const endless = 1e150

// smallest returns the smallest tau for which the prox of tau P at the norms of
// u is 0, by bisection to the last bit; +Inf if there is none. For a convex P it is 0
// from there on.
func smallest(pen *guarded, u *mat.Dense) (float64, error) {
	n, d := u.Dims()
	q, r := make([]float64, d), make([]float64, d)
	columnNorms(q, u)
	if floats.Max(q) == 0 {
		return 0, nil
	}
	vanishes := func(tau float64) (bool, error) {
		if err := pen.norms(r, q, tau/float64(n)); err != nil {
			return false, err
		}
		return floats.Max(r) == 0, nil
	}
	lo, hi := 0.0, 1.0
	for {
		ok, err := vanishes(hi)
		if err != nil {
			return 0, err
		}
		if ok {
			break
		}
		if lo, hi = hi, 2*hi; hi > endless {
			return math.Inf(1), nil
		}
	}
	for {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return hi, nil
		}
		ok, err := vanishes(mid)
		if err != nil {
			return 0, err
		}
		if ok {
			hi = mid
		} else {
			lo = mid
		}
	}
}
