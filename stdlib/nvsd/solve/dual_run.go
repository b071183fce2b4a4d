package solve

import (
	"context"
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

// dualRun is one run of Dual: its problem and configuration, which stay as they are
// given, and its state.
type dualRun struct {
	*finisher
	config Dual // with its defaults

	tol      float64    // relative gap to reach: config.Tol, halved by every sharpen
	envelope *envelope  // Y of the descent, its step and its direction
	x        *point     // T(Y), the proximal gradient step from there
	Y, WY    *mat.Dense // where a Newton or interior step leads, and M Y + g
	trial    *point     // T(Y), the proximal gradient step from there

	best    *point // the point with the least gap
	iter    int    // products with M so far
	dense   int    // products after which the interior point method is tried; 0 never
	history history
}

func newDualRun(ctx context.Context, p *Problem, s Dual) (*dualRun, error) {
	start := time.Now()
	fin, err := newFinisher(ctx, p, s.Tol)
	if err != nil {
		return nil, err
	}
	n, d := fin.n, fin.d
	r := &dualRun{finisher: fin, config: s, tol: s.Tol, history: history{to: listener(ctx, s.Progress), start: start}, iter: 1,
		envelope: newEnvelope(n, d), x: newPoint(n, d), trial: newPoint(n, d), best: newPoint(n, d),
		Y: mat.NewDense(n, d, nil), WY: mat.NewDense(n, d, nil)}
	r.dense = r.denseAfter()
	return r, nil
}

// begin makes the first point by a step from B = 0, or from warm's B.
func (r *dualRun) begin(warm *Solution) error {
	at := r.envelope.at
	if warm != nil && warm.B != nil {
		if err := r.checkWarm(warm); err != nil {
			return err
		}
		r.blocksInto(at.B, warm.B)
	}
	r.field(at.W, at.alpha, at.B)
	r.iter++
	r.envelope.refresh = refreshAfter
	if err := r.descend(); err != nil {
		return err
	}
	r.best.copy(r.x)
	r.report()
	return nil
}

// sharp is the tolerance below which a run ends by a Newton step, which nearly squares
// the gap. The error of the coefficients goes as the root of the gap, and a tolerance so
// small is asked for their sake. It is also the tolerance below which [TauMax] takes the
// closed form.
const sharp = 1e-9

// minimise runs until best is within the tolerance.
func (r *dualRun) minimise(ctx context.Context) (Status, error) {
	for r.relative(r.best.objective, r.best.gap) > r.tol {
		var err error
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.iter >= r.config.MaxIter:
			return MaxIter, nil
		case r.dense > 0 && r.iter >= r.dense:
			err = r.tryInterior(ctx)
		default:
			err = r.gradientStep()
		}
		if err != nil {
			return "", err
		}
		r.report()
	}
	if r.tol < sharp && r.best.gap > 0 && ctx.Err() == nil && r.p.Tau > 0 {
		if err := r.polish(ctx); err != nil {
			return "", err
		}
		r.report()
	}
	return Converged, nil
}

// gradientStep carries out one step of the descent. A point that seems to be within the
// tolerance is computed anew, without the rounding errors that have added up.
func (r *dualRun) gradientStep() error {
	if err := r.descend(); err != nil {
		return err
	}
	if r.x.gap < r.best.gap && r.relative(r.x.objective, r.x.gap) <= r.tol {
		r.field(r.x.W, r.x.alpha, r.x.B)
		r.iter++
		r.envelope.refresh = 0
		if err := r.certify(r.x); err != nil {
			return err
		}
	}
	if r.x.gap < r.best.gap {
		r.best.copy(r.x)
	}
	return nil
}

// polish takes a Newton step from the best point, and keeps it if the gap falls.
func (r *dualRun) polish(ctx context.Context) error {
	if err := r.newtonStep(ctx, r.best, min(newtonProducts+r.iter/2, r.config.MaxIter-r.iter)); err != nil {
		return err
	}
	if err := r.improve(r.trial); err != nil {
		return err
	}
	if r.trial.gap < r.best.gap {
		r.best.copy(r.trial)
		r.goOnFromTrial()
	}
	return nil
}

// newtonProducts is the number of products that a Newton step may take besides half of
// those before it.
const newtonProducts = 30

// goOnFromTrial makes the descent begin at the trial point where that has a higher lower
// bound than the last: the gap of a point says less, since it comes and goes.
func (r *dualRun) goOnFromTrial() {
	if t := r.trial; t.objective-t.gap > r.x.objective-r.x.gap {
		r.envelope.begin(t.B, t.W, t.alpha)
	}
}

// improve sets x to the proximal gradient step from Y.
func (r *dualRun) improve(x *point) error {
	r.iter++
	return r.step(x, r.Y, r.WY)
}

// solution returns the best point.
func (r *dualRun) solution(status Status) (*Solution, error) {
	s, err := r.certified(r.best)
	if err != nil {
		return nil, err
	}
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.history.trace, r.history.seconds()
	return s, nil
}

func (r *dualRun) sharpen() { r.tol /= 2 }

func (r *dualRun) report() { r.history.record(r.status(r.best, r.iter)) }
