package solve

import (
	"context"
	"errors"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// newtonRun is one run of Newton: its problem with the matrix M and its configuration,
// which stay as they are given, and its state.
type newtonRun struct {
	*finisher
	config Newton // with its defaults
	M      *mat.SymDense

	tol     float64       // relative gap to reach: config.Tol, halved by every sharpen
	kappa   float64       // of the proximal term
	A       *mat.SymDense // M + sigma J + kappa I
	Y, BY   *mat.Dense    // the multiplier, an estimate of the gradients, and its B
	B, W    *mat.Dense    // the iterate, W = M B + g
	Z, R    *mat.Dense    // Y - sigma B, and its prox
	rest    *mat.Dense    // R - W - kappa (B - BY), to become 0
	dB, dW  *mat.Dense    // Newton's step, dW = M dB
	B0, W0  *mat.Dense    // where it starts
	penalty float64       // P at R

	trial, best *point // the last feasible point, and that of the least gap
	iter        int    // Newton steps
	history     history
}

func newNewtonRun(ctx context.Context, p *Problem, s Newton) (*newtonRun, error) {
	start := time.Now()
	fin, err := newFinisher(ctx, p, s.Tol)
	if err != nil {
		return nil, err
	}
	n, d := fin.n, fin.d
	matrix := func() *mat.Dense { return mat.NewDense(n, d, nil) }
	return &newtonRun{finisher: fin, config: s, tol: s.Tol, history: history{to: listener(ctx, s.Progress), start: start},
		M: fin.matrix(ctx), A: mat.NewSymDense(n*d, nil), kappa: kappaFirst * fin.curvature,
		Y: matrix(), BY: matrix(), B: matrix(), W: matrix(), Z: matrix(), R: matrix(), rest: matrix(), dB: matrix(), dW: matrix(), B0: matrix(), W0: matrix(),
		trial: newPoint(n, d), best: newPoint(n, d)}, nil
}

// begin starts with the gradients at B = 0, or at warm's B, for multiplier.
func (r *newtonRun) begin(warm *Solution) error {
	if err := r.from(warm, r.B, r.W); err != nil {
		return err
	}
	r.Y.Copy(r.W)
	r.BY.Copy(r.B)
	r.best.gap = math.Inf(1)
	if err := r.residual(); err != nil {
		return err
	}
	return r.judge()
}

const (
	kappaFirst = 1e-3  // times the largest eigenvalue of M
	kappaLeast = 1e-13 // the same
	kappaFall  = 10    // at every step of the multiplier
	innerSteps = 40
	stalled    = 3 // steps of the multiplier without progress that end a run
)

// shifts of the diagonal, each 100 times the last, take it from rounding of M to
// far above M; a matrix that cannot be factorised then never can.
const shifts = 20

// beyond is the part of the tolerance that is aimed at. The error of the
// coefficients goes as the root of the gap, and the last steps are the ones that
// gain most.
const beyond = 0.01

func (r *newtonRun) within(tol float64) bool {
	return r.relative(r.best.objective, r.best.gap) <= tol
}

// minimise takes steps of the multiplier until best is well within the
// tolerance, or within it and no better for a while.
func (r *newtonRun) minimise(ctx context.Context) (Status, error) {
	idle := 0
	for outer := 1; !r.within(beyond * r.tol); outer++ {
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.iter < r.config.MaxIter && idle < stalled:
		case r.within(r.tol):
			return Converged, nil
		default:
			return MaxIter, nil
		}
		before := r.best.gap
		if err := r.inner(ctx, 1/float64(outer*outer)); err != nil {
			return "", err
		}
		r.Y.Copy(r.R)
		r.BY.Copy(r.B)
		switch {
		case r.best.gap < 0.9*before:
			idle = 0
		case r.within(r.tol) || r.kappa == kappaLeast*r.curvature:
			idle++
		}
		r.kappa = max(r.kappa/kappaFall, kappaLeast*r.curvature)
		if err := r.residual(); err != nil {
			return "", err
		}
	}
	return Converged, nil
}

// inner makes rest 0, to a part of the change of the multiplier.
func (r *newtonRun) inner(ctx context.Context, part float64) error {
	for range innerSteps {
		var change float64
		for i, v := range r.R.RawMatrix().Data {
			change += (v - r.Y.RawMatrix().Data[i]) * (v - r.Y.RawMatrix().Data[i])
		}
		if ctx.Err() != nil || r.iter >= r.config.MaxIter || mat.Norm(r.rest, 2) <= 0.1*part*math.Sqrt(change) {
			return nil
		}
		r.iter++
		moved, err := r.newtonStep()
		if err != nil {
			return err
		}
		if err := r.judge(); err != nil {
			return err
		}
		if !moved || r.within(beyond*r.tol) {
			return nil
		}
	}
	return nil
}

// residual sets Z, R and rest at B.
func (r *newtonRun) residual() error {
	r.Z.Scale(-r.curvature, r.B)
	r.Z.Add(r.Z, r.Y)
	if err := r.pen.prox(r.R, r.Z, r.proxStep()); err != nil {
		return err
	}
	rest, w := r.rest.RawMatrix().Data, r.W.RawMatrix().Data
	b, by := r.B.RawMatrix().Data, r.BY.RawMatrix().Data
	for i, v := range r.R.RawMatrix().Data {
		rest[i] = v - w[i] - r.kappa*(b[i]-by[i])
	}
	var err error
	r.penalty, err = r.pen.value(r.R)
	return err
}

// value is the function that the inner problem minimises, but for a constant,
//
//	1/2 <B, W + g> + (||Z||^2 - ||Z - R||^2)/(2 sigma) - H(R) + kappa/2 ||B - BY||^2.
func (r *newtonRun) value() float64 {
	var sum float64
	b, w, g := r.B.RawMatrix().Data, r.W.RawMatrix().Data, r.g.RawMatrix().Data
	z, by := r.Z.RawMatrix().Data, r.BY.RawMatrix().Data
	for i, v := range r.R.RawMatrix().Data {
		sum += b[i]*(w[i]+g[i])/2 + (2*z[i]-v)*v/(2*r.curvature) + r.kappa*(b[i]-by[i])*(b[i]-by[i])/2
	}
	return sum - r.p.Tau*r.penalty/(2*r.nu)
}

// newtonStep moves B by a Newton step, shortened until the function falls
// enough. It reports whether there was such a step.
func (r *newtonRun) newtonStep() (bool, error) {
	if err := r.direction(); err != nil {
		return false, err
	}
	slope := -floats.Dot(r.rest.RawMatrix().Data, r.dB.RawMatrix().Data)
	at, size := r.value(), mat.Norm(r.rest, 2)
	r.B0.Copy(r.B)
	r.W0.Copy(r.W)
	for t := 1.0; t > 1e-6; t /= 2 {
		r.B.Scale(t, r.dB)
		r.B.Add(r.B, r.B0)
		r.W.Scale(t, r.dW)
		r.W.Add(r.W, r.W0)
		if err := r.residual(); err != nil {
			return false, err
		}
		// Close to the solution the function is flat to the last digit, and only
		// its gradient tells.
		if r.value() <= at+1e-4*t*slope || mat.Norm(r.rest, 2) < 0.5*size {
			return true, nil
		}
	}
	r.B.Copy(r.B0)
	r.W.Copy(r.W0)
	return false, r.residual()
}

// direction sets dB = (M + sigma J + kappa I)^-1 rest and dW = M dB.
func (r *newtonRun) direction() error {
	J, err := newJacobian(r.pen, r.Z, r.proxStep())
	if err != nil {
		return err
	}
	r.A.CopySym(r.M)
	J.addTo(r.A, r.curvature)
	var chol mat.Cholesky
	// At the end kappa is a rounding error, and M below 0 by as much.
	for tries, shift := 1, r.kappa; ; tries, shift = tries+1, 100*shift {
		for i := range r.n * r.d {
			r.A.SetSym(i, i, r.A.At(i, i)+shift)
		}
		if chol.Factorize(r.A) {
			break
		}
		if tries == shifts {
			return errors.New("solve: Newton's method: the matrix of a step is not positive definite, whatever is added to its diagonal: it holds values that are not finite or too far apart; scale the inputs")
		}
	}
	// An error says badly conditioned: the step is judged by where it leads.
	_ = chol.SolveVecTo(vec(r.dB), vec(r.rest))
	r.curve(r.dW, r.trial.alpha, r.dB)
	return nil
}

// judge keeps the feasible point C = (R - Z)/sigma if it is the best, and
// reports.
func (r *newtonRun) judge() error {
	x := r.trial
	x.R.Copy(r.R)
	x.B.Sub(r.R, r.Z)
	x.B.Scale(1/r.curvature, x.B)
	r.field(x.W, x.alpha, x.B)
	if err := r.certify(x); err != nil {
		return err
	}
	if x.gap < r.best.gap {
		r.best.copy(x)
	}
	r.history.record(r.status(r.best, r.iter))
	return nil
}

func (r *newtonRun) solution(status Status) (*Solution, error) {
	s, err := r.certified(r.best)
	if err != nil {
		return nil, err
	}
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.history.trace, r.history.seconds()
	return s, nil
}

func (r *newtonRun) sharpen() { r.tol /= 2 }
