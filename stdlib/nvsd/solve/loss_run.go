package solve

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lossRun minimises a problem with a loss other than the square by proximal Newton steps: with q_i and c_i the derivatives
// of the loss at f_i = f(x_i) + b, the minimiser of
//
//	(1/n) sum_i w_i (c_i/2) (z_i - f(x_i) - b)^2 + tau P(u) + nu ||f||_H^2,   z_i = f_i - q_i/c_i,
//
// is a problem of squares with weights, which the dual method solves. From f the run goes towards it, as far as the true
// objective falls. With a [loss.Joint] the levels of the rows are free in it, which makes its curvature the one of the loss.
type lossRun struct {
	*finisher // of the problem itself
	config    Dual
	tol       float64 // relative gap to reach
	careful   float64 // factor of the tolerance of the steps
	now       *fitted
	top       float64   // the largest eigenvalue of the last model's M, estimated
	best      *Solution // of the least gap
	gap       float64   // of best, not relative; +Inf before there is one
	iter      int       // products with the kernel's matrices
	history   history
}

// fitted is a function with all that a step needs of it.
type fitted struct {
	alpha     []float64
	B         *mat.Dense
	v         []float64  // values at the rows, without b
	W         *mat.Dense // gradients
	b         []float64  // constants
	normSq    float64
	objective float64
}

// curvatureFloor is the least curvature of a row in a step, as a part of the largest one: where a loss is a line, such as
// of rows beyond the knee of Huber's, a step would have no end.
const curvatureFloor = 1e-3

func newLossRun(ctx context.Context, p *Problem, s Dual) (*lossRun, error) {
	start := time.Now()
	f, err := newLossFinisher(ctx, p, s.Tol)
	if err != nil {
		return nil, err
	}
	return &lossRun{finisher: f, config: s, tol: s.Tol, careful: 1, gap: math.Inf(1), iter: 2,
		history: history{to: listener(ctx, s.Progress), start: start}}, ctx.Err()
}

// newLossFinisher returns the finisher of a problem with a loss other than the square. It measures and proves, and has no
// products: those are of models.
func newLossFinisher(ctx context.Context, p *Problem, tol float64) (_ *finisher, err error) {
	defer heldLoss(&err)
	f, err := bareFinisher(ctx, p, tol)
	if err != nil {
		return nil, err
	}
	if err := p.Op.checkPositive(ctx); err != nil {
		return nil, err
	}
	f.lengths, f.curvature = f.op.lengths(), 1
	model, _, err := f.model(make([]float64, f.n), f.constantsOfZero)
	if err != nil {
		return nil, err
	}
	red, err := newReduced(model)
	if err != nil {
		return nil, err
	}
	red.field(f.g, make([]float64, f.n), f.work)
	columnNorms(f.pen.u, f.g)
	f.ridge = floats.Max(f.pen.u)
	f.ridgeOff = ridgeOfModel * f.ridge
	return f, nil
}

// ridgeOfModel is the relative rounding error that the scale of the norms may have, with much to spare.
const ridgeOfModel = 1e-9

// model returns the problem of squares at the values v and the constant b, and its mean square there.
func (f *finisher) model(v, b []float64) (p *Problem, misfit float64, err error) {
	at := withConstants(v, b)
	q, c := f.mean.derivatives(at, len(b))
	least := curvatureFloor * floats.Max(c)
	if least == 0 {
		least = 1
	}
	values, z, slopes := make([]float64, f.n), make([]float64, f.n), []float64(f.slopes)
	if slopes == nil {
		slopes = make([]float64, f.n)
		floats.AddConst(1, slopes)
	}
	for i := range c {
		c[i] = max(c[i], least)
		values[i] = f.rows.at(i) * c[i] / 2
		z[i] = at[i] - q[i]/c[i]
		misfit += values[i] * (q[i] / c[i]) * (q[i] / c[i])
	}
	model := *f.p
	model.Loss, model.Joint, model.Y = nil, nil, z
	model.Op = f.p.Op.under(newWeighting(f.p.Op, values, slopes))
	even := model.Op.weighting.even
	even.positive = true // as the kernel is
	if f.p.Joint != nil {
		if err := even.several.freeLevels(); err != nil {
			return nil, 0, err
		}
	}
	return &model, misfit / float64(f.n), nil
}

// at returns the function of coefficients, which it keeps, with the best constant.
func (r *lossRun) at(alpha []float64, B *mat.Dense, near []float64) (*fitted, error) {
	x := &fitted{alpha: alpha, B: B, v: make([]float64, r.n), W: mat.NewDense(r.n, r.d, nil)}
	gram(r.p.Op.train, x.v, x.W, alpha, B)
	r.iter++
	x.normSq = floats.Dot(alpha, x.v) + floats.Dot(B.RawMatrix().Data, x.W.RawMatrix().Data)
	return x, r.weigh(x, near)
}

// weigh sets the constant and the objective.
func (r *lossRun) weigh(x *fitted, near []float64) (err error) {
	x.b, err = r.mean.bestConstants(x.v, near)
	if err != nil {
		return err
	}
	W := x.W
	if r.steep != nil {
		W = timesRows(r.steep, W)
	}
	penalty, err := r.pen.value(W)
	if err != nil {
		return err
	}
	x.objective = r.mean.value(x.v, x.b) + r.p.Tau*penalty + r.nu*x.normSq
	return nil
}

// between returns x + t (y - x), with the best constant.
func (r *lossRun) between(x, y *fitted, t float64) (*fitted, error) {
	mix := func(a, b []float64) []float64 {
		c := make([]float64, len(a))
		for i, v := range a {
			c[i] = v + t*(b[i]-v)
		}
		return c
	}
	z := &fitted{alpha: mix(x.alpha, y.alpha), B: mat.NewDense(r.n, r.d, mix(x.B.RawMatrix().Data, y.B.RawMatrix().Data)),
		v: mix(x.v, y.v), W: mat.NewDense(r.n, r.d, mix(x.W.RawMatrix().Data, y.W.RawMatrix().Data))}
	across := floats.Dot(x.alpha, y.v) + floats.Dot(x.B.RawMatrix().Data, y.W.RawMatrix().Data)
	z.normSq = (1-t)*(1-t)*x.normSq + 2*t*(1-t)*across + t*t*y.normSq
	return z, r.weigh(z, x.b)
}

func (r *lossRun) begin(warm *Solution) (err error) {
	defer heldLoss(&err)
	alpha, B := make([]float64, r.n), mat.NewDense(r.n, r.d, nil)
	if warm != nil && warm.B != nil {
		if err := r.checkWarm(warm); err != nil {
			return err
		}
		copy(alpha, warm.Alpha)
		B.Copy(warm.B)
	}
	r.now, err = r.at(alpha, B, r.constantsOfZero)
	if err != nil {
		return err
	}
	if !(r.now.objective <= worthless*r.zero) {
		r.now, err = r.at(make([]float64, r.n), mat.NewDense(r.n, r.d, nil), r.constantsOfZero)
	}
	return err
}

func (r *lossRun) minimise(ctx context.Context) (Status, error) {
	for r.best == nil || r.best.RelGap > r.tol {
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.iter >= r.config.MaxIter:
			return MaxIter, nil
		}
		before := r.now.objective
		if err := r.step(ctx); err != nil {
			return "", err
		}
		if r.best != nil && r.best.RelGap <= r.tol {
			break
		}
		if !(r.now.objective < before) {
			r.careful *= lessCareful
			if r.careful < mostCareful {
				return MaxIter, nil
			}
		}
	}
	return Converged, nil
}

// The factor of the tolerance of steps falls by lessCareful where a step has found nothing better, and ends at mostCareful.
const (
	lessCareful = 0.1
	mostCareful = 1e-4
)

// The tolerance of a step is a part of the gap so far, and not much less than what is asked for.
const (
	firstGap  = 1e-2
	partOfGap = 0.1
	partOfTol = 0.3
)

// step takes a proximal Newton step.
func (r *lossRun) step(ctx context.Context) (err error) {
	defer heldLoss(&err)
	model, misfit, err := r.model(r.now.v, r.now.b)
	if err != nil {
		return err
	}
	gap := min(r.gap, firstGap*r.zero)
	within := r.within(max(partOfGap*gap, partOfTol*r.tol*r.now.objective), misfit)
	inner := Dual{Tol: within, MaxIter: max(1, r.config.MaxIter-r.iter)}
	if r.top > 0 {
		model.Op.weighting.even.curvature[ridgeKey{nu: r.nu, intercept: r.p.Intercept}] = r.top
	}
	run, err := newDualRun(ctx, model, inner)
	if err != nil {
		return err
	}
	if err := run.begin(&Solution{Alpha: r.now.alpha, B: r.now.B}); err != nil {
		return err
	}
	if _, err := run.minimise(ctx); err != nil {
		return err
	}
	r.iter += run.iter
	r.top = run.curvature
	x := run.best
	alpha, B := run.asKernel(x.alpha, x.B)
	next, err := r.at(alpha, B, r.now.b)
	if err != nil {
		return err
	}
	r.curvature = run.curvature
	sol, err := r.certifiedAs(alpha, B, x)
	if err != nil {
		return err
	}
	if r.best == nil || sol.RelGap < r.best.RelGap {
		r.best, r.gap = sol, sol.Objective-sol.Dual
	}
	r.history.record(Step{Tau: r.p.Tau, Iteration: r.iter, Objective: r.best.Objective, Dual: r.best.Dual, RelGap: r.best.RelGap, Residual: math.NaN(), Counts: CountCertain(r.best.Certain)})
	return r.search(next)
}

// within returns the relative tolerance of a model of the given mean square that makes a gap of the given size.
func (r *lossRun) within(gap, misfit float64) float64 {
	objective := misfit + r.now.objective - r.mean.value(r.now.v, r.now.b)
	return min(max(r.careful*gap/objective, 1e-14), 0.1)
}

// search goes from now towards next, as far as the objective falls.
func (r *lossRun) search(next *fitted) error {
	const halvings = 30
	found := next
	for t := 1.0; ; t /= 2 {
		if found.objective < r.now.objective {
			r.now = found
			return nil
		}
		if t < math.Ldexp(1, -halvings) {
			return nil
		}
		var err error
		found, err = r.between(r.now, next, t/2)
		if err != nil {
			return err
		}
	}
}

func (r *lossRun) solution(status Status) (*Solution, error) {
	s := r.best
	if s == nil {
		var err error
		s, err = r.nothing()
		if err != nil {
			return nil, err
		}
	}
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.history.trace, r.history.seconds()
	return s, nil
}

func (r *lossRun) sharpen() { r.tol /= 2 }
