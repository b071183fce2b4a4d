package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A finisher makes the [Solution] of given coefficients, and bounds the minimum
// of its problem from below. It is what every solver ends with:
//
//	fin, err := newFinisher(ctx, p)   // once for a run
//	dual, err := fin.bound(B)         // to stop on: fin.relative(objective, objective-dual) <= tol
//	sol, err := fin.solution(alpha, B) // or fin.certified(x), of a feasible point
//	sol.Iterations, sol.Seconds, sol.Status, sol.Trace = ...
//
// A solver with zeros of its own (of a split variable, or by a threshold) calls
// sol.keep with them at the end. One that stops on residuals sets sol.Residual.
type finisher struct {
	*reduced
	p         *Problem
	nu        float64
	pen       *guarded
	certifies bool       // there is a lower bound: P is convex and nu > 0
	floor     float64    // of the gap's denominator, 1e-12 ||y||^2/n
	zero      float64    // objective of f = 0
	least     float64    // tau P(0), below which no objective is
	curvature float64    // 1/s, at least the largest eigenvalue of M
	g         *mat.Dense // gradients at B = 0, those of kernel ridge regression
	ridge     float64    // the largest norm of these
	lengths   []float64  // ||L_aa||_F, at least the largest eigenvalue of L_aa

	// How many inputs are decided by the point with this gap; what is certain stays
	// so, and they are counted anew when the gap has fallen by a fifth.
	counted struct {
		Counts
		gap float64
	}

	x     *point     // work
	Z, WB *mat.Dense // work
}

// newFinisher prepares what does not depend on coefficients: with a
// certificate, one product and an estimate of M's largest eigenvalue, which the
// operator remembers.
func newFinisher(ctx context.Context, p *Problem) (*finisher, error) {
	red, err := newReduced(p)
	if err != nil {
		return nil, err
	}
	if err := p.Op.checkPositive(ctx); err != nil {
		return nil, err
	}
	n, d := red.n, red.d
	f := &finisher{reduced: red, p: p, nu: p.Ridge(), pen: newGuarded(p.Penalty, d),
		certifies: p.Ridge() > 0 && isConvex(p.Penalty), floor: 1e-12 * floats.Dot(p.Y, p.Y) / float64(n),
		g: mat.NewDense(n, d, nil), x: newPoint(n, d), Z: mat.NewDense(n, d, nil), WB: mat.NewDense(n, d, nil)}
	value, err := f.pen.value(f.g)
	if err != nil {
		return nil, err
	}
	f.least = p.Tau * value
	f.zero = floats.Dot(f.y, f.y)/float64(n) + f.least
	if f.nu > 0 {
		f.field(f.g, f.x.alpha, f.x.B)
		columnNorms(f.pen.u, f.g)
		f.ridge = floats.Max(f.pen.u)
	}
	f.counted.gap = math.NaN()
	if f.certifies {
		f.lengths = f.op.lengths()
		if f.curvature = f.largest(ctx); f.curvature == 0 {
			f.curvature = 1 // M = 0: any step will do
		}
	}
	return f, nil
}

// bound returns a lower bound of the minimum, the value of the dual function
// after a proximal gradient step from B, which makes its blocks feasible and
// is no worse than B where that is feasible already. It is NaN without a
// certificate. It costs two products.
func (f *finisher) bound(B *mat.Dense) (float64, error) {
	if !f.certifies {
		return math.NaN(), nil
	}
	f.field(f.WB, f.x.alpha, B)
	if err := f.step(f.x, B, f.WB); err != nil {
		return 0, err
	}
	return f.x.objective - max(f.x.gap, 0), nil
}

// relative returns the relative gap of an objective that is at most gap above the
// minimum: NaN without a certificate, +Inf where numbers have overflowed.
func (f *finisher) relative(objective, gap float64) float64 {
	part := gap / math.Max(objective, f.floor)
	switch {
	case !f.certifies:
		return math.NaN()
	case gap <= 0 && !math.IsNaN(objective):
		return 0
	case math.IsNaN(part):
		return math.Inf(1)
	}
	return part
}

// step sets x to the proximal gradient step from Y, where W = M Y + g is given.
func (f *finisher) step(x *point, Y, W *mat.Dense) error {
	from, w, z := Y.RawMatrix().Data, W.RawMatrix().Data, f.Z.RawMatrix().Data
	for i, v := range from {
		z[i] = w[i] - f.curvature*v
	}
	if err := f.pen.prox(x.R, f.Z, f.proxStep()); err != nil {
		return err
	}
	b, s := x.B.RawMatrix().Data, 1/f.curvature
	for i, r := range x.R.RawMatrix().Data {
		b[i] = s * (r - z[i])
	}
	f.field(x.W, x.alpha, x.B)
	return f.certify(x)
}

// proxStep is the step of the prox in the units of the norms: that of h is
// 1/(2 nu s), and a norm is sqrt(n) times smaller than its block.
func (f *finisher) proxStep() float64 { return f.p.Tau * f.curvature / (2 * f.nnu) }

// from sets B to warm's, or to 0, and W to M B + g.
func (f *finisher) from(warm *Solution, B, W *mat.Dense) error {
	B.Zero()
	W.Copy(f.g)
	if warm == nil || warm.B == nil {
		return nil
	}
	if err := f.checkWarm(warm); err != nil {
		return err
	}
	B.Copy(warm.B)
	f.field(W, f.x.alpha, B)
	return nil
}

// solution is the Solution of alpha (length n) and B (n x d), which it keeps.
// The bounds are computed anew: the objective of these coefficients, with the
// intercept that is best for them, and the lower bound that B gives; without a
// certificate Dual and RelGap are NaN. Iterations, Seconds, Status and Trace are
// left to the solver.
func (f *finisher) solution(alpha []float64, B *mat.Dense) (*Solution, error) {
	dual, err := f.best(B)
	if err != nil {
		return nil, err
	}
	s, err := f.measure(alpha, B)
	if err != nil {
		return nil, err
	}
	f.bounds(s, dual, f.x)
	return s, nil
}

// best returns the lower bound that B gives, as [finisher.bound] does, and computed
// anew.
func (f *finisher) best(B *mat.Dense) (float64, error) {
	if dual, err := f.bound(B); err != nil || !f.certifies {
		return dual, err
	}
	_, dual, err := f.anew(f.x)
	return dual, err
}

// certified is the Solution of a feasible point, whose coefficients it keeps, with
// the point's own gap computed anew.
func (f *finisher) certified(x *point) (*Solution, error) {
	s, dual, err := f.anew(x)
	if err != nil {
		return nil, err
	}
	f.bounds(s, dual, x)
	return s, nil
}

// anew measures the coefficients of a feasible point, and returns the value of the
// dual function at its blocks. It corrects the point's gap.
func (f *finisher) anew(x *point) (s *Solution, dual float64, err error) {
	if s, err = f.measure(x.alpha, x.B); err != nil {
		return nil, 0, err
	}
	x.W.Copy(f.WB)
	if err := f.certify(x); err != nil {
		return nil, 0, err
	}
	x.gap = max(x.gap, 0) + f.unsettled(s)
	return s, s.Objective - x.gap, nil
}

// unsettled bounds what is left to gain by alpha, B being what it is. That alpha
// minimises the objective with <-2 nu B, W> for the penalty is what the gap relies
// on; it does when (K + n nu I) alpha = y - D'B, of which rounding can leave a
// residual
//
//	r = y - f(X) - b - n nu alpha,
//
// and the gain is r'K (K + n nu I)^-1 r / n, at most ||r||^2/n.
func (f *finisher) unsettled(s *Solution) float64 {
	var sum float64
	for i, a := range s.Alpha {
		r := f.p.Y[i] - s.Fitted[i] - f.nnu*a
		sum += r * r
	}
	return sum / float64(f.n)
}

// tooFar is the part by which rounding may take a lower bound above the objective
// of f = 0, where that is the minimum.
const tooFar = 1e-6

// bounds sets Dual to dual, the value of the dual function at x's blocks, and what
// follows. No minimum is below tau P(0). Where numbers are too far apart for a
// float64 it can come out above the objective of f = 0: then it is worth nothing.
func (f *finisher) bounds(s *Solution, dual float64, x *point) {
	if dual > f.zero*(1+tooFar) {
		dual = f.least
	}
	s.Dual = math.Min(math.Max(dual, f.least), math.Min(s.Objective, f.zero))
	s.RelGap = f.relative(s.Objective, s.Objective-s.Dual)
	f.decide(s, x)
	f.enclose(s)
}

// enclose sets Lower, Upper and Certain.
func (f *finisher) enclose(s *Solution) {
	if s.Certified() {
		s.Lower, s.Upper = f.bracket(s.RawNorms, s.Groups, s.Ratios, s.Objective, s.Objective-s.Dual)
		s.Certain = f.certain(s.Lower, s.Upper)
	}
}

// status is what a Step tells of the best point of a run.
func (f *finisher) status(best *point, iteration int) Step {
	return Step{Tau: f.p.Tau, Iteration: iteration, Objective: best.objective, Dual: best.objective - max(best.gap, 0),
		RelGap: f.relative(best.objective, best.gap), Residual: math.NaN(), Counts: f.count(best)}
}

// measure sets everything that needs no certificate.
func (f *finisher) measure(alpha []float64, B *mat.Dense) (*Solution, error) {
	s := &Solution{Alpha: alpha, B: B, Fitted: make([]float64, f.n), RawNorms: make([]float64, f.d), Residual: math.NaN(),
		Approximate: f.op.approximate, Notes: f.notes()}
	W := f.WB
	gram(f.op.train, s.Fitted, W, alpha, B)
	rest := make([]float64, f.n)
	floats.SubTo(rest, f.p.Y, s.Fitted)
	if f.p.Intercept {
		s.Intercept = floats.Sum(rest) / float64(f.n)
		floats.AddConst(-s.Intercept, rest)
	}
	s.NormSq = floats.Dot(alpha, s.Fitted) + floats.Dot(vec(B).RawVector().Data, vec(W).RawVector().Data)
	floats.AddConst(s.Intercept, s.Fitted)
	value, err := f.pen.value(W)
	if err != nil {
		return nil, err
	}
	s.Objective = floats.Dot(rest, rest)/float64(f.n) + f.p.Tau*value + f.nu*s.NormSq
	columnNorms(s.RawNorms, W)
	s.NormScale = max(floats.Max(s.RawNorms), f.ridge)
	return s, nil
}
