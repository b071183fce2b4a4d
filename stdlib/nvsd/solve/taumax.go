package solve

import (
	"context"
	"math"

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
// whatever p.Tau is.
//
// All gradients vanish for B = -M^+ g, the solution of M B + g = 0 of least
// norm, provided that -2 nu B is a subgradient of tau P(norms) at 0; this is
// so when the prox of tau P maps the norms of -2 nu B to 0. With B in closed
// form this is sqrt(n) max_a ||u_a|| for the lasso, and so on.
func TauMax(ctx context.Context, p *Problem) (Threshold, error) {
	if err := p.checkData(); err != nil {
		return Threshold{}, err
	}
	if !p.TauRidge {
		tau, err := constantFrom(ctx, p, p.Nu)
		return Threshold{Tau: tau}, err
	}
	tau, err := constantFromRidge(ctx, p)
	return Threshold{Tau: tau}, err
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
// that is its own threshold. With excess(x) = log(threshold at e^x) - x, which
// falls, it brackets the root and closes in by false position (Illinois).
func constantFromRidge(ctx context.Context, p *Problem) (float64, error) {
	excess := func(x float64) (float64, error) {
		tau, err := constantFrom(ctx, p, math.Exp(x)*p.Nu)
		return math.Log(tau) - x, err
	}
	lo, hi := 0.0, 0.0
	low, err := excess(0)
	if err != nil || math.IsInf(low, 0) {
		return math.Exp(low), err
	}
	high := low
	for low < 0 && lo > -300 {
		hi, high = lo, low
		if lo, low, err = step(excess, lo-2); err != nil {
			return 0, err
		}
	}
	for high > 0 && hi < 300 {
		lo, low = hi, high
		if hi, high, err = step(excess, hi+2); err != nil {
			return 0, err
		}
	}
	for hi-lo > 1e-12 && high < 0 && low > 0 {
		x, value, err := step(excess, (lo*high-hi*low)/(high-low))
		switch {
		case err != nil:
			return 0, err
		case value > 0:
			lo, low, high = x, value, high/2
		default:
			hi, high, low = x, value, low/2
		}
		if math.Abs(value) < 1e-13 {
			return math.Exp(x), nil
		}
	}
	return math.Exp(hi), nil
}

func step(f func(float64) (float64, error), x float64) (float64, float64, error) {
	v, err := f(x)
	return x, v, err
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
	copyTo := func(dst, src []float64) { copy(dst, src) }
	conjugate(ctx, B.RawMatrix().Data, g.RawMatrix().Data, apply, copyTo, 1e-13, 20*red.n*red.d)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	B.Scale(2*p.Ridge(), B) // the sign does not matter for norms
	return B, nil
}

// smallest returns the smallest tau for which the prox of tau P at the norms of
// u is 0. For a convex P it is 0 from there on.
func smallest(pen *guarded, u *mat.Dense) (float64, error) {
	n, d := u.Dims()
	q, r := make([]float64, d), make([]float64, d)
	columnNorms(q, u)
	zero := func(tau float64) (bool, error) {
		if err := pen.norms(r, q, tau/float64(n)); err != nil {
			return false, err
		}
		for _, v := range r {
			if v > 0 {
				return false, nil
			}
		}
		return true, nil
	}
	hi := 1.0
	for {
		ok, err := zero(hi)
		if err != nil {
			return 0, err
		}
		if ok {
			break
		}
		if hi *= 2; math.IsInf(hi, 1) {
			return hi, nil
		}
	}
	lo := 0.0
	if ok, err := zero(0); err != nil || ok {
		return 0, err
	}
	for {
		mid := lo + (hi-lo)/2
		if lo > 0 && hi > 4*lo {
			mid = math.Sqrt(lo) * math.Sqrt(hi)
		}
		if mid <= lo || mid >= hi {
			return hi, nil
		}
		ok, err := zero(mid)
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
