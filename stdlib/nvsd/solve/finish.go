package solve

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A finisher makes the [Solution] of given coefficients, and bounds the minimum
// of its problem from below. It is what every solver ends with:
//
//	fin, err := newFinisher(ctx, p)   // once for a run
//	dual, err := fin.bound(B)         // to stop on: fin.relative(objective, objective-dual) <= tol
//	sol, err := fin.solution(alpha, B)
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
	curvature float64    // 1/s, at least the largest eigenvalue of M
	g         *mat.Dense // gradients at B = 0, those of kernel ridge regression
	ridge     float64    // the largest norm of these
	lengths   []float64  // ||L_aa||_F, at least the largest eigenvalue of L_aa

	// How many inputs are decided by the point with this gap; what is certain stays
	// so, and they are counted anew when the gap has fallen by a fifth.
	counted struct {
		gap     float64
		in, out int
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

// relative returns the relative gap of an objective that is at most gap above
// the minimum.
func (f *finisher) relative(objective, gap float64) float64 {
	if gap <= 0 {
		return 0
	}
	return gap / math.Max(objective, f.floor)
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
	if rows, cols := warm.B.Dims(); rows != f.n || cols != f.d {
		return fmt.Errorf("solve: the warm start is for %d x %d coefficients, the problem has %d x %d", rows, cols, f.n, f.d)
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
	dual, err := f.bound(B)
	if err != nil {
		return nil, err
	}
	s, err := f.measure(alpha, B)
	if err != nil {
		return nil, err
	}
	s.Dual = math.Min(dual, s.Objective)
	s.RelGap = f.relative(s.Objective, s.Objective-s.Dual)
	f.decide(s, f.x)
	f.enclose(s)
	return s, nil
}

// certified is the Solution of a feasible point, whose coefficients it keeps, with
// the point's own gap computed anew.
func (f *finisher) certified(x *point) (*Solution, error) {
	s, err := f.measure(x.alpha, x.B)
	if err != nil {
		return nil, err
	}
	x.W.Copy(f.WB)
	if err := f.certify(x); err != nil {
		return nil, err
	}
	f.bounds(s, x)
	return s, nil
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
	if !(best.gap > 0.8*f.counted.gap) {
		f.counted.gap = best.gap
		f.counted.in, f.counted.out = f.count(best)
	}
	return Step{Tau: f.p.Tau, Iteration: iteration, Objective: best.objective, Dual: best.objective - max(best.gap, 0),
		RelGap: f.relative(best.objective, best.gap), Residual: math.NaN(), In: f.counted.in, Out: f.counted.out}
}

// measure sets everything that needs no certificate.
func (f *finisher) measure(alpha []float64, B *mat.Dense) (*Solution, error) {
	s := &Solution{Alpha: alpha, B: B, Fitted: make([]float64, f.n)}
	gram(f.op.train, s.Fitted, f.WB, alpha, B)
	s.NormSq = floats.Dot(alpha, s.Fitted) + floats.Dot(vec(B).RawVector().Data, vec(f.WB).RawVector().Data)
	return s, f.weigh(s, f.WB)
}

// weigh sets what follows from Fitted, without an intercept, the gradients W and
// NormSq.
func (f *finisher) weigh(s *Solution, W *mat.Dense) error {
	rest := make([]float64, f.n)
	floats.SubTo(rest, f.p.Y, s.Fitted)
	if f.p.Intercept {
		s.Intercept = floats.Sum(rest) / float64(f.n)
		floats.AddConst(-s.Intercept, rest)
	}
	floats.AddConst(s.Intercept, s.Fitted)
	value, err := f.pen.value(W)
	if err != nil {
		return err
	}
	s.Objective = floats.Dot(rest, rest)/float64(f.n) + f.p.Tau*value + f.nu*s.NormSq
	s.RawNorms, s.Residual, s.Approximate, s.Notes = make([]float64, f.d), math.NaN(), f.op.approximate, f.notes()
	columnNorms(s.RawNorms, W)
	s.NormScale = max(floats.Max(s.RawNorms), f.ridge)
	return nil
}

// inCoordinates is the Solution of a feasible point and a function theta: values
// and bounds are those of theta. The point's coefficients, which it keeps, are
// those of theta but for rounding, and for what the gap leaves open.
func (f *finisher) inCoordinates(x *point, in *factors, theta []float64) (*Solution, error) {
	s := &Solution{Alpha: x.alpha, B: x.B, Fitted: make([]float64, f.n), NormSq: floats.Dot(theta, theta)}
	mat.NewVecDense(f.n, s.Fitted).MulVec(in.V, mat.NewVecDense(len(theta), theta))
	floats.AddConst(floats.Dot(in.means, theta), s.Fitted)
	if err := f.weigh(s, x.W); err != nil {
		return nil, err
	}
	f.bounds(s, x)
	return s, nil
}

// bounds sets what the gap of x says.
func (f *finisher) bounds(s *Solution, x *point) {
	s.Dual = s.Objective - max(x.gap, 0)
	s.RelGap = f.relative(s.Objective, s.Objective-s.Dual)
	f.decide(s, x)
	f.enclose(s)
}
