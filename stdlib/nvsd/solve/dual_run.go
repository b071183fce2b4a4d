package solve

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"
)

// A point is a feasible B with all that it determines.
type point struct {
	B     *mat.Dense // the dual blocks are -2 nu B
	R     *mat.Dense // the prox that B was made by; W at the optimum
	W     *mat.Dense // gradients, M B + g
	alpha []float64

	objective, gap float64
}

func newPoint(n, d int) *point {
	return &point{B: mat.NewDense(n, d, nil), R: mat.NewDense(n, d, nil), W: mat.NewDense(n, d, nil), alpha: make([]float64, n)}
}

func (x *point) copy(from *point) {
	x.B.Copy(from.B)
	x.R.Copy(from.R)
	x.W.Copy(from.W)
	copy(x.alpha, from.alpha)
	x.objective, x.gap = from.objective, from.gap
}

// dualRun is the state of one run of Dual.
type dualRun struct {
	*finisher
	Dual
	history

	x, old   *point     // the last two iterates
	momentum float64    // t of FISTA
	Y, WY    *mat.Dense // where the next step starts, and M Y + g
	trial    *point     // what a Newton step led to

	best   *point
	iter   int // products with M so far
	newton struct{ at, wait int }
	dense  int // products after which the interior point method is tried; 0 never
}

func newDualRun(ctx context.Context, p *Problem, s Dual) (*dualRun, error) {
	start := time.Now()
	fin, err := newFinisher(ctx, p, s.Tol)
	if err != nil {
		return nil, err
	}
	n, d := fin.n, fin.d
	r := &dualRun{finisher: fin, Dual: s, history: history{to: s.Progress, start: start}, iter: 1,
		x: newPoint(n, d), old: newPoint(n, d), trial: newPoint(n, d), best: newPoint(n, d),
		Y: mat.NewDense(n, d, nil), WY: mat.NewDense(n, d, nil)}
	r.dense = r.denseAfter()
	return r, nil
}

// begin makes the first point by a step from B = 0, or from warm's B.
func (r *dualRun) begin(warm *Solution) error {
	if err := r.from(warm, r.Y, r.WY); err != nil {
		return err
	}
	r.iter++
	if err := r.improve(r.x); err != nil {
		return err
	}
	r.best.copy(r.x)
	r.restart(r.x)
	r.newton.wait = newtonWait
	r.report()
	return nil
}

// restart makes x the last iterate, without momentum.
func (r *dualRun) restart(x *point) {
	if r.x != x {
		r.x.copy(x)
	}
	r.old.copy(x)
	r.momentum = 1
}

// sharp is the tolerance below which a run ends by a Newton step. The error of
// the coefficients goes as the root of the gap: who asks for so small a gap
// wants them, and the step all but squares what is left of it. It is also the
// tolerance below which [TauMax] takes the closed form.
const sharp = 1e-9

// minimise runs until best is within the tolerance.
func (r *dualRun) minimise(ctx context.Context) (Status, error) {
	for r.relative(r.best.objective, r.best.gap) > r.Tol {
		var err error
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.iter >= r.MaxIter:
			return MaxIter, nil
		case r.dense > 0 && r.iter >= r.dense:
			err = r.tryInterior(ctx)
		case r.iter >= r.newton.at+r.newton.wait:
			err = r.tryNewton(ctx)
		default:
			err = r.gradientStep()
		}
		if err != nil {
			return "", err
		}
		r.report()
	}
	if r.Tol < sharp && r.best.gap > 0 && ctx.Err() == nil && r.p.Tau > 0 {
		if err := r.tryNewton(ctx); err != nil {
			return "", err
		}
		r.report()
	}
	return Converged, nil
}

// gradientStep is one step of FISTA.
func (r *dualRun) gradientStep() error {
	next := (1 + math.Sqrt(1+4*r.momentum*r.momentum)) / 2
	beta := (r.momentum - 1) / next
	extrapolate(r.Y, r.x.B, r.old.B, beta)
	extrapolate(r.WY, r.x.W, r.old.W, beta) // affine in B: no product needed
	r.momentum = next
	r.x, r.old = r.old, r.x
	if err := r.improve(r.x); err != nil {
		return err
	}
	if r.tooLong() {
		r.restart(r.old)
		return nil
	}
	if uphill(r.old.B, r.Y, r.x.B) {
		r.momentum = 1
	}
	if r.x.gap < r.best.gap {
		r.best.copy(r.x)
	}
	return nil
}

// newtonWait is the number of products before Newton's method is first tried.
const newtonWait = 30

// tryNewton takes a Newton step from the best point. One that does not halve
// the gap is dropped, and the next attempt waits until this one is a tenth of the
// products at most: far from the optimum most attempts fail.
func (r *dualRun) tryNewton(ctx context.Context) error {
	before := r.iter
	most := min(newtonWait+r.iter/2, r.MaxIter-r.iter)
	if err := r.newtonStep(ctx, r.best, most); err != nil {
		return err
	}
	if err := r.improve(r.trial); err != nil {
		return err
	}
	r.newton.at = r.iter
	if r.trial.gap < r.best.gap/2 {
		r.best.copy(r.trial)
		r.restart(r.trial)
		r.newton.wait = 0
		return nil
	}
	r.newton.wait = max(newtonWait, 2*r.newton.wait, 9*(r.iter-before))
	return nil
}

// improve sets x to the proximal gradient step from Y.
func (r *dualRun) improve(x *point) error {
	r.iter++
	return r.step(x, r.Y, r.WY)
}

// tooLong reports whether the step from Y to x has met a larger curvature than
// was assumed, and assumes more from then on.
func (r *dualRun) tooLong() bool {
	met, ok := steeper(r.curvature, r.Y, r.WY, r.x.B, r.x.W)
	if ok {
		r.curvature = met
	}
	return ok
}

// steeper reports whether the step from B with gradient W to B2 with W2 has met
// a larger curvature than was assumed, beyond rounding, and if so which to assume.
func steeper(assumed float64, B, W, B2, W2 *mat.Dense) (curvature float64, ok bool) {
	const noisy = 1e-14 // what rounding leaves of a product, relative to its terms
	from, fromW, toW := B.RawMatrix().Data, W.RawMatrix().Data, W2.RawMatrix().Data
	var square, curved, noise float64
	for i, b := range B2.RawMatrix().Data {
		step := b - from[i]
		square += step * step
		curved += step * (toW[i] - fromW[i])
	}
	if curved <= assumed*square*(1+1e-6) {
		return assumed, false
	}
	for i, b := range B2.RawMatrix().Data {
		noise += math.Abs(b-from[i]) * (math.Abs(toW[i]) + math.Abs(fromW[i]))
	}
	if curved <= assumed*square*(1+1e-6)+noisy*noise {
		return assumed, false
	}
	return powerMargin * curved / square, true
}

// extrapolate sets dst = x + beta (x - old).
func extrapolate(dst, x, old *mat.Dense, beta float64) {
	to, a, b := dst.RawMatrix().Data, x.RawMatrix().Data, old.RawMatrix().Data
	for i, v := range a {
		to[i] = v + beta*(v-b[i])
	}
}

// uphill reports whether the momentum that led from old by Y to x points
// against the last step (O'Donoghue and Candes 2015).
func uphill(old, Y, x *mat.Dense) bool {
	was, by := old.RawMatrix().Data, Y.RawMatrix().Data
	var dot float64
	for i, b := range x.RawMatrix().Data {
		dot += (by[i] - b) * (b - was[i])
	}
	return dot > 0
}

// solution is the best point.
func (r *dualRun) solution(status Status) (*Solution, error) {
	s, err := r.certified(r.best)
	if err != nil {
		return nil, err
	}
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.trace, r.seconds()
	return s, nil
}

func (r *dualRun) sharpen() { r.Tol /= 2 }

func (r *dualRun) report() { r.record(r.status(r.best, r.iter)) }
