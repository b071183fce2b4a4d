package solve

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Threshold is a value of tau from which on all derivative norms are 0.
type Threshold struct {
	Tau float64 // +Inf where no tau is enough (the elastic net with Mu = 0)

	// Exact says that Tau is known to be the smallest. Otherwise, with a kernel
	// whose gradients at the points are linearly dependent, it is an upper
	// bound, good enough to start a path from.
	Exact bool
}

// TauMax returns the tau from which on the fit is constant in every input,
// whatever p.Tau is. It needs nu > 0.
//
// All gradients vanish for B = -M^+ g, the solution of M B + g = 0 of least
// norm, provided that -2 nu B is a subgradient of tau P(norms) at 0; this is so
// when the prox of tau P maps the norms of -2 nu B to 0. For the lasso it gives
// sqrt(n) max_a ||u_a|| with u = 2 nu L^+ D (Ks + n nu I)^-1 y, Ks = K - D' L^+ D.
func TauMax(ctx context.Context, p *Problem) (Threshold, error) {
	if err := p.checkData(); err != nil {
		return Threshold{}, err
	}
	if p.Nu == 0 {
		return Threshold{}, errors.New("solve: tau_max needs nu > 0: with a ridge of 0 it is not defined by the dual; take a small nu")
	}
	find := constantFrom
	if p.TauRidge {
		find = constantFromRidge
	}
	tau, err := find(ctx, p, p.Nu)
	return Threshold{Tau: tau, Exact: p.Op.products.independent()}, err
}

// constantFrom returns the threshold at a fixed ridge.
func constantFrom(ctx context.Context, p *Problem, ridge float64) (float64, error) {
	q := *p
	q.Nu, q.TauRidge = ridge, false
	u, err := flattening(ctx, &q)
	if err != nil {
		return 0, err
	}
	_, d := p.Op.Dims()
	return smallest(newGuarded(p.Penalty, d), u)
}

// constantFromRidge returns the threshold where the ridge is tau nu: the tau
// that is its own threshold, the root of excess(x) = log(threshold at ridge e^x
// nu) - x, which falls.
func constantFromRidge(ctx context.Context, p *Problem, nu float64) (float64, error) {
	excess := func(x float64) (float64, error) {
		tau, err := constantFrom(ctx, p, math.Exp(x)*nu)
		return math.Log(tau) - x, err
	}
	const stride, far = 2, 300
	var end [2]struct{ x, f float64 } // with excess > 0, and <= 0
	f, err := excess(0)
	if err != nil || math.IsInf(f, 0) { // no tau is enough, or any
		return math.Exp(f), err
	}
	end[0].f, end[1].f = f, f
	for end[1].f > 0 && end[1].x < far {
		end[0] = end[1]
		end[1].x += stride
		if end[1].f, err = excess(end[1].x); err != nil {
			return 0, err
		}
	}
	for end[0].f <= 0 && end[0].x > -far {
		end[1] = end[0]
		end[0].x -= stride
		if end[0].f, err = excess(end[0].x); err != nil {
			return 0, err
		}
	}
	// False position; the end that stays twice counts half (Illinois).
	for last := -1; end[1].x-end[0].x > 1e-13 && end[0].f > 0 && end[1].f < 0; {
		x := (end[0].x*end[1].f - end[1].x*end[0].f) / (end[1].f - end[0].f)
		f, err := excess(x)
		if err != nil || math.Abs(f) < 1e-13 {
			return math.Exp(x), err
		}
		side := 1
		if f > 0 {
			side = 0
		}
		end[side].x, end[side].f = x, f
		if side == last {
			end[1-side].f /= 2
		}
		last = side
	}
	return math.Exp(end[1].x), nil
}

// flattening returns u = 2 nu B for -B the B of least norm that makes all
// gradients 0.
func flattening(ctx context.Context, p *Problem) (*mat.Dense, error) {
	red, err := newReduced(p)
	if err != nil {
		return nil, err
	}
	g := mat.NewDense(red.n, red.d, nil)
	alpha := make([]float64, red.n)
	B := mat.NewDense(red.n, red.d, nil)
	red.field(g, alpha, B)
	apply := func(dst, src []float64) {
		red.curve(mat.NewDense(red.n, red.d, dst), alpha, mat.NewDense(red.n, red.d, src))
	}
	plain := func(dst, src []float64) { copy(dst, src) }
	conjugate(ctx, B.RawMatrix().Data, g.RawMatrix().Data, apply, plain, 1e-13, 20*red.n*red.d)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	B.Scale(2*p.Ridge(), B) // the sign does not matter for norms
	return B, nil
}

// smallest returns the smallest tau for which the prox of tau P at the norms of
// u is 0, by bisection to the last bit. For a convex P it is 0 from there on.
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
		if lo, hi = hi, 2*hi; math.IsInf(hi, 1) {
			return hi, nil
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
