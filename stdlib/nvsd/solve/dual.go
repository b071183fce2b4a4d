package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Dual solves problems with a convex penalty and nu > 0 in the gradient
// coefficients B alone,
//
//	min over B  1/2 <B, M B> + <g, B> + (1/(2 nu)) h*(-2 nu B),
//	h(Phi) = tau P(||Phi_1||_n, ..., ||Phi_d||_n),
//
// by accelerated proximal gradient steps with restart, and Newton steps on the
// pieces where the prox is smooth once these do better. The penalty enters by
// its prox only: with Z = W - B/s and R its prox, a step is B = s (R - Z), and
// because -2 nu B is then a subgradient of h at R, the gap
//
//	h(W) - h(R) + 2 nu <B, W - R>
//
// bounds how far the objective of (alpha, B) is above the minimum.
type Dual struct {
	Tol      float64 // relative gap to reach; 0 means 1e-8
	MaxIter  int     // products with the kernel's matrices; 0 means 50000
	Progress Progress
}

// Check reports what the method cannot take.
func (s Dual) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	switch {
	case s.Tol < 0 || math.IsNaN(s.Tol):
		return fmt.Errorf("solve: tol is %v: it must be >= 0 (0 means 1e-8)", s.Tol)
	case s.MaxIter < 0:
		return fmt.Errorf("solve: max_iter is %d: it must be >= 0 (0 means 50000)", s.MaxIter)
	case p.Ridge() == 0:
		return errors.New("solve: the dual method needs nu > 0: with a ridge of 0 the dual operator is not defined; take a small nu")
	case !isConvex(p.Penalty):
		return fmt.Errorf("solve: the dual method needs a convex penalty, and %T does not say that it is", p.Penalty)
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. The
// solution that it returns beside an *[Unfinished] error is the best it found.
func (s Dual) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if s.Tol == 0 {
		s.Tol = 1e-8
	}
	if s.MaxIter == 0 {
		s.MaxIter = 50000
	}
	if err := s.Check(p); err != nil {
		return nil, err
	}
	run, err := newDualRun(p, s)
	if err != nil {
		return nil, err
	}
	status, err := run.minimise(ctx, warm)
	if err != nil {
		return nil, err
	}
	sol, err := run.solution(status)
	if err != nil {
		return nil, err
	}
	if status != Converged {
		return sol, &Unfinished{Status: status, RelGap: sol.RelGap, Tol: s.Tol, Iterations: sol.Iterations, Cause: ctx.Err()}
	}
	return sol, nil
}

// dualRun is the state of one run of Dual.
type dualRun struct {
	*reduced
	Dual
	p     *Problem
	nu    float64
	pen   *guarded
	start time.Time
	scale float64 // the floor of the gap's denominator, 1e-12 ||y||^2/n

	curvature float64 // 1/s: the step is s, at most 1 over M's largest eigenvalue
	iter      int     // products so far
	best      *point
	trace     []Step
}

// A point is a feasible B with all that it determines.
type point struct {
	B     *mat.Dense // dual blocks are u = -2 nu B
	R     *mat.Dense // the prox that B was made by
	W     *mat.Dense // gradients, M B + g
	alpha []float64

	objective, gap float64
}

func newPoint(n, d int) *point {
	return &point{B: mat.NewDense(n, d, nil), R: mat.NewDense(n, d, nil), W: mat.NewDense(n, d, nil), alpha: make([]float64, n)}
}

func (to *point) copy(from *point) {
	to.B.Copy(from.B)
	to.R.Copy(from.R)
	to.W.Copy(from.W)
	copy(to.alpha, from.alpha)
	to.objective, to.gap = from.objective, from.gap
}

func newDualRun(p *Problem, s Dual) (*dualRun, error) {
	red, err := newReduced(p)
	if err != nil {
		return nil, err
	}
	return &dualRun{reduced: red, Dual: s, p: p, nu: p.Ridge(), pen: newGuarded(p.Penalty, red.d), start: time.Now(),
		scale: 1e-12 * floats.Dot(p.Y, p.Y) / float64(red.n)}, nil
}

// relative returns the relative gap of x.
func (r *dualRun) relative(x *point) float64 {
	if x.gap <= 0 {
		return 0
	}
	return x.gap / math.Max(x.objective, r.scale)
}

// improve sets x to the proximal gradient step from Y, where WY = M Y + g.
// Z is overwritten.
func (r *dualRun) improve(x *point, Y, WY, Z *mat.Dense) error {
	Z.Scale(-r.curvature, Y)
	Z.Add(Z, WY)
	// In the units of the norms u the step of the prox of h / (2 nu s) is
	// tau / (n 2 nu s).
	if err := r.pen.prox(x.R, Z, r.p.Tau*r.curvature/(2*r.nnu)); err != nil {
		return err
	}
	x.B.Sub(x.R, Z)
	x.B.Scale(1/r.curvature, x.B)
	r.field(x.W, x.alpha, x.B)
	r.iter++
	return r.certify(x)
}

// certify sets the objective of (alpha, B), and its gap.
func (r *dualRun) certify(x *point) error {
	hW, err := r.pen.value(x.W)
	if err != nil {
		return err
	}
	hR, err := r.pen.value(x.R)
	if err != nil {
		return err
	}
	B, R, W := x.B.RawMatrix().Data, x.R.RawMatrix().Data, x.W.RawMatrix().Data
	var bw, bwr float64
	for i, b := range B {
		bw += b * W[i]
		bwr += b * (W[i] - R[i])
	}
	x.objective = r.nu*(floats.Dot(x.alpha, r.y)+bw) + r.p.Tau*hW
	x.gap = r.p.Tau*(hW-hR) + 2*r.nu*bwr
	return nil
}

// minimise runs until best is within the tolerance.
func (r *dualRun) minimise(ctx context.Context, warm *Solution) (Status, error) {
	n, d := r.n, r.d
	r.curvature = r.largest(ctx)
	if r.curvature == 0 { // no gradient can move: constant kernel rows
		r.curvature = 1
	}
	x, old := newPoint(n, d), newPoint(n, d)
	Y, WY, Z := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)

	if warm != nil && warm.B != nil {
		if rows, cols := warm.B.Dims(); rows != n || cols != d {
			return "", fmt.Errorf("solve: the warm start is for %d x %d coefficients, the problem has %d x %d", rows, cols, n, d)
		}
		Y.Copy(warm.B)
	}
	r.field(WY, x.alpha, Y)
	r.iter++
	if err := r.improve(x, Y, WY, Z); err != nil {
		return "", err
	}
	r.best = newPoint(n, d)
	r.best.copy(x)
	old.copy(x)
	r.report(true)

	momentum := 1.0
	trial, since, wait := newPoint(n, d), 0, newtonWait
	for r.relative(r.best) > r.Tol {
		if ctx.Err() != nil {
			return Cancelled, nil
		}
		if r.iter >= r.MaxIter {
			return MaxIter, nil
		}
		if r.iter-since >= wait {
			better, cost, err := r.jump(ctx, trial, Y, WY, Z)
			if err != nil {
				return "", err
			}
			since, wait = r.iter, 0
			if better {
				x.copy(trial)
				old.copy(trial)
				momentum = 1
			} else {
				wait = max(newtonWait, cost)
			}
			continue
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		beta := (momentum - 1) / next
		momentum = next
		extrapolate(Y, x.B, old.B, beta)
		extrapolate(WY, x.W, old.W, beta) // affine in B: no product needed
		x, old = old, x
		if err := r.improve(x, Y, WY, Z); err != nil {
			return "", err
		}
		if r.tooLong(x, Y, WY) {
			x, old = old, x
			momentum = 1
			continue
		}
		if uphill(Y, x.B, old.B) {
			momentum = 1
		}
		if x.gap < r.best.gap {
			r.best.copy(x)
		}
		r.report(false)
	}
	return Converged, nil
}

// newtonWait is the number of products before Newton's method is tried, and
// tried again after it has failed. A failure costs at most as much as the
// gradient steps between two attempts.
const newtonWait = 30

// jump tries a Newton step from the best point, and reports whether it at least
// halves the gap, which then is the best, and how many products it took.
func (r *dualRun) jump(ctx context.Context, trial *point, Y, WY, Z *mat.Dense) (better bool, cost int, err error) {
	before := r.iter
	if err := r.newton(ctx, r.best, Y, WY, Z, newtonWait+r.iter); err != nil {
		return false, 0, err
	}
	if err := r.improve(trial, Y, WY, Z); err != nil {
		return false, 0, err
	}
	if better = trial.gap < r.best.gap/2; better {
		r.best.copy(trial)
		r.report(false)
	}
	return better, r.iter - before, nil
}

// tooLong reports whether the step from Y to x has met a larger curvature than
// was assumed, and assumes more from then on.
func (r *dualRun) tooLong(x *point, Y, WY *mat.Dense) bool {
	B, W, y, wy := x.B.RawMatrix().Data, x.W.RawMatrix().Data, Y.RawMatrix().Data, WY.RawMatrix().Data
	var dd, dMd float64
	for i, b := range B {
		delta := b - y[i]
		dd += delta * delta
		dMd += delta * (W[i] - wy[i])
	}
	if dMd <= r.curvature*dd*(1+1e-6) {
		return false
	}
	r.curvature = powerMargin * dMd / dd
	r.remember(r.curvature)
	return true
}

// extrapolate sets dst = x + beta (x - old).
func extrapolate(dst, x, old *mat.Dense, beta float64) {
	to, a, b := dst.RawMatrix().Data, x.RawMatrix().Data, old.RawMatrix().Data
	for i, v := range a {
		to[i] = v + beta*(v-b[i])
	}
}

// uphill reports whether the momentum of the step old -> x, that was taken from
// Y, points against it (O'Donoghue and Candes 2015, gradient scheme).
func uphill(Y, x, old *mat.Dense) bool {
	y, b, o := Y.RawMatrix().Data, x.RawMatrix().Data, old.RawMatrix().Data
	var dot float64
	for i, v := range b {
		dot += (y[i] - v) * (v - o[i])
	}
	return dot > 0
}

func (r *dualRun) report(first bool) {
	s := Step{Tau: r.p.Tau, Iteration: r.iter, Objective: r.best.objective, Dual: r.best.objective - max(r.best.gap, 0),
		RelGap: r.relative(r.best), Seconds: time.Since(r.start).Seconds()}
	if first || s.RelGap < 0.8*r.trace[len(r.trace)-1].RelGap {
		r.trace = append(r.trace, s)
	}
	if r.Progress != nil {
		r.Progress.Step(s)
	}
}
