package solve

import "context"

// coordinatesSize is the largest n d for which Dual passes on to Newton's method.
const coordinatesSize = 2500

// coordinatesAfter is the number of products after which [Newton] costs no more
// than what has been spent; 0 where it is not used.
func (r *dualRun) coordinatesAfter() int {
	if size := r.n * r.d; size > coordinatesSize || size > r.MaxIter/2 {
		return 0
	}
	return max(10*newtonWait, r.n*r.d*r.d/2)
}

// tryCoordinates goes on from the best point by Newton's method in orthonormal
// coordinates, once in a run. What it finds is taken for the best point as far as
// coefficients can carry it, and kept besides.
func (r *dualRun) tryCoordinates(ctx context.Context) error {
	r.coordinatesAt, r.patient = 0, patience*r.iter
	run := newNewtonRun(r.finisher, Newton{Tol: r.Tol, MaxIter: r.MaxIter}, &r.history)
	run.iter = r.iter
	run.tell = func() { r.iter = run.iter; r.report() }
	if err := run.begin(ctx, r.best); err != nil {
		return err
	}
	if _, err := run.minimise(ctx); err != nil {
		return err
	}
	r.coordinates = run
	r.Y.Copy(run.best.B)
	r.field(r.WY, r.trial.alpha, r.Y)
	r.iter++
	if err := r.improve(r.trial); err != nil {
		return err
	}
	if r.trial.gap < r.best.gap {
		r.best.copy(r.trial)
		r.restart(r.trial)
	}
	r.newton.wait = 0
	return nil
}

// patience is how many times the products of a run until Newton's method went on
// are worth spending on coefficients that carry the certificate, when coordinates
// do.
const patience = 20

// spent reports whether the run has done what it may.
func (r *dualRun) spent() bool {
	return r.iter >= r.MaxIter || r.byCoordinates() && r.iter >= r.patient
}

// byCoordinates reports whether coordinates carry the certificate further than
// coefficients do.
func (r *dualRun) byCoordinates() bool {
	return r.coordinates != nil && r.coordinates.within(r.Tol) && r.coordinates.best.gap < r.best.gap
}
