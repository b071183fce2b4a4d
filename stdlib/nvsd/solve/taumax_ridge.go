package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// findOwn returns the threshold where the ridge is tau nu: the tau that is the threshold at
// its own ridge, from the root of
//
//	excess(x) = log(threshold at the ridge e^x nu) - x.
//
// The threshold grows with the ridge, but less than in proportion, so that excess
// falls, by at most 1 in x: no step of its own size leads beyond the root. As the
// ridge tends to 0 the threshold becomes proportional to it, and excess a constant.
// Where that is not above 0 there is no root, and every tau > 0 is enough.
func (f *flattening) findOwn(ctx context.Context, tol float64) (level, error) {
	n, _ := f.p.Op.Dims()
	var size float64 // what n ridge is large or small against
	for _, K := range f.p.Op.evenRows().blocks() {
		size += mat.Trace(K)
	}
	size /= float64(n)
	if !(size > 0) {
		size = 1
	}
	middle := math.Log(size / float64(n) / f.p.Nu)
	from := middle
	const rough = 1e-2
	for _, precision := range []float64{max(tol, rough), tol} {
		var at level
		excess := func(x float64) (float64, error) {
			if f.products >= f.most {
				return 0, nil // no root, but the end
			}
			if precision < rough {
				f.u = nil // what a threshold is must not depend on the way to it
			}
			var err error
			at, err = f.at(ctx, math.Exp(x)*f.p.Nu, precision)
			return math.Log(at.Tau) - x, err
		}
		root, err := fallingRoot(excess, from, max(precision, 1e-13), middle+math.Log(negligible))
		if err != nil || math.IsInf(root, 0) {
			return level{Threshold: Threshold{Tau: math.Exp(root), Begin: math.Exp(middle)}}, err
		}
		at.Tau = math.Exp(root)
		if f.products >= f.most {
			at.Gap = math.Inf(1)
			return at, nil
		}
		at.low = 0
		from = root
		if precision == tol {
			return at, nil
		}
	}
	return level{}, nil
}

// negligible is the part of the mean of k(x, x) below which n times the ridge counts as 0.
const negligible = 1e-10

// fallingRoot returns the root of a function that falls, with slopes from -1 to 0, to
// within precision in x or in f; the search begins at x. Where f is infinite at an end,
// it returns that end. Where f is not above 0 at bottom, it returns -Inf.
func fallingRoot(f func(x float64) (float64, error), x, precision, bottom float64) (float64, error) {
	at, err := f(x)
	if err != nil || math.IsInf(at, 0) {
		return at, err
	}
	var end [2]struct{ x, f float64 } // with f > 0, and <= 0
	end[0].x, end[0].f, end[1] = x, at, struct{ x, f float64 }{x, at}
	for stretch := 1.0; end[0].f <= 0; stretch *= 2 {
		if math.Abs(end[0].f) < precision {
			return end[0].x, nil
		}
		if end[0].x <= bottom {
			return math.Inf(-1), nil
		}
		end[1] = end[0]
		end[0].x = max(bottom, end[0].x+stretch*min(end[0].f, -precision))
		end[0].f, err = f(end[0].x)
		if err != nil {
			return 0, err
		}
	}
	for stretch := 1.0; end[1].f > 0; stretch *= 2 {
		if math.Abs(end[1].f) < precision {
			return end[1].x, nil
		}
		end[0] = end[1]
		end[1].x += stretch * max(end[1].f, precision)
		end[1].f, err = f(end[1].x)
		if err != nil || math.IsInf(end[1].f, 1) {
			return end[1].f, err
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
