package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// flatLimit is the largest number of models from which the threshold of a loss is found.
const flatLimit = 60

// tauMaxOfLoss is [TauMaxWithin] for a loss other than the square: of functions without gradients at the points it finds the
// best by proximal Newton steps, in each of which the threshold is the one of a model of squares (see [lossRun]). The gap is
// the distance of the last function from the optimum with the loss itself, at the threshold.
func tauMaxOfLoss(ctx context.Context, p *Problem, tol float64, products int) (_ Threshold, err error) {
	defer heldLoss(&err)
	at := *p
	at.Tau = 0 // of what is searched
	r, err := newLossRun(ctx, &at, Dual{Tol: tol})
	if err != nil {
		return Threshold{}, err
	}
	if err := r.begin(nil); err != nil {
		return Threshold{}, err
	}
	best := Threshold{Gap: math.Inf(1)}
	used := r.iter
	for range flatLimit {
		model, misfit, err := r.model(r.now.v, r.now.b)
		if err != nil {
			return best, err
		}
		own, err := TauMaxWithin(ctx, model, r.within(partOfTol*tol*r.now.objective, misfit), max(1, products-used))
		used += own.Products
		own.Products = used
		if err != nil || own.Start == nil { // there is none, or any will do
			return own, err
		}
		at.Tau = own.Tau
		r.nu = at.Ridge()
		r.nnu = float64(r.n) * r.nu
		r.certifies = r.nu > 0 && isConvex(p.Penalty)
		next, err := r.at(own.Start.Alpha, own.Start.B, r.now.b)
		if err != nil {
			return best, err
		}
		used++
		own.Gap, err = r.flatGap(next)
		if err != nil {
			return best, err
		}
		if own.Gap < best.Gap {
			best = own
		}
		best.Products = used
		before := r.now.objective
		if err := r.search(next); err != nil {
			return best, err
		}
		if !(r.now.objective < before) {
			r.careful *= lessCareful
		}
		if best.Gap <= tol || used >= products || r.careful < mostCareful {
			break
		}
	}
	return best, nil
}

// flatGap returns the relative gap of a function whose blocks are a subgradient of the penalty at 0.
func (r *lossRun) flatGap(x *fitted) (float64, error) {
	dual := &point{B: mat.NewDense(r.n, r.d, nil), R: mat.NewDense(r.n, r.d, nil)}
	r.blocksInto(dual.B, x.B)
	s, err := r.certifiedAs(x.alpha, x.B, dual)
	if err != nil {
		return math.NaN(), err
	}
	return s.RelGap, nil
}
