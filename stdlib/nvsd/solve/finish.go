package solve

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// A finisher makes the [Solution] of given coefficients, and bounds the minimum
// of its problem from below. It is what every solver ends with:
//
//	fin, err := newFinisher(ctx, p, tol) // once for a run
//	dual, err := fin.bound(B)         // to stop on: fin.relative(objective, objective-dual) <= tol
//	sol, err := fin.solutionOf(alpha, B) // or fin.certified(x), of a feasible point
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
	wanted    float64    // the relative gap that is wanted
	g         *mat.Dense // gradients at B = 0, those of kernel ridge regression
	ridge     float64    // the largest norm of these
	ridgeOff  float64    // the most that rounding has taken from that

	groups  [][]int // of a penalty that is a sum of block norms and squares; else nil
	weights []float64
	quad    float64
	lengths []float64 // ||L_aa||_F, at least the largest eigenvalue of L_aa

	// How many inputs are certain by the point with this gap. A certain input stays
	// certain; the inputs are counted anew when the gap has fallen by a fifth.
	counted struct {
		Counts
		gap float64
	}

	feasible *point     // the proximal gradient step of the last bound
	work, WB *mat.Dense // n x d

	rows, slopes rowWeights // of values and gradients
	each         int        // rows of X, of which f.n has each once for every function

	mean            *meanLoss // nil for squares
	apart           []float64 // how far the blocks of a dual point are from those of coefficients that are certified; nil for not at all
	constantsOfZero []float64 // the best constants where f is 0, of a loss
}

// newFinisher computes the part of a certificate that does not depend on coefficients: one
// product and an estimate of M's largest eigenvalue, which the operator remembers.
func newFinisher(ctx context.Context, p *Problem, tol float64) (*finisher, error) {
	f, err := bareFinisher(ctx, p, tol)
	if err != nil {
		return nil, err
	}
	if err := f.prepare(); err != nil {
		return nil, err
	}
	return f, ctx.Err() // what was computed until its end may not be whole
}

// bareFinisher returns a finisher that knows nothing of the kernel. It has the Solution of
// f = 0 alone, and takes no time.
func bareFinisher(ctx context.Context, p *Problem, tol float64) (_ *finisher, err error) {
	defer heldLoss(&err)
	n, d := p.Op.Dims()
	f := &finisher{reduced: posed(ctx, p), p: p, nu: p.Ridge(), pen: newGuarded(p.Penalty, d),
		certifies: p.Ridge() > 0 && isConvex(p.Penalty), floor: 1e-12 * p.square() / float64(n),
		wanted: tol, g: mat.NewDense(n, d, nil), feasible: newPoint(n, d), work: mat.NewDense(n, d, nil), WB: mat.NewDense(n, d, nil)}
	f.groups, f.weights, f.quad = blocksOf(p.Penalty, d)
	f.each = n / p.Op.Functions()
	if w := p.Op.weighting; w != nil {
		f.rows, f.slopes = w.values, w.slopes
	}
	value, err := f.pen.value(f.g)
	if err != nil {
		return nil, err
	}
	f.least = p.Tau * value
	f.zero = floats.Dot(f.y, f.y)/float64(n) + f.least
	if !p.ofSquares() {
		f.mean = newMeanLoss(p, f.rows)
		none := make([]float64, n)
		f.constantsOfZero, err = f.mean.bestConstants(none, make([]float64, p.Op.Functions()))
		if err != nil {
			return nil, err
		}
		at := f.mean.value(none, f.constantsOfZero)
		f.zero, f.floor = at+f.least, 1e-12*at
	}
	f.counted.gap = math.NaN()
	return f, nil
}

// prepare computes what depends on the kernel.
func (f *finisher) prepare() error {
	if err := f.invert(f.p.TauRidge); err != nil {
		return err
	}
	if err := f.op.checkPositive(f.ctx); err != nil {
		return err
	}
	if f.nu > 0 {
		f.field(f.g, f.feasible.alpha, f.feasible.B)
		columnNorms(f.pen.u, f.g)
		f.ridge = floats.Max(f.pen.u)
	}
	if !f.certifies {
		return nil
	}
	f.lengths = f.op.lengths()
	f.curvature = f.largest(f.ctx)
	if f.curvature == 0 {
		f.curvature = 1 // M = 0: any step will do
	}
	if f.op.several != nil && f.op.several.level != nil { // a model, of which nothing is claimed
		f.ridgeOff = ridgeOfModel * f.ridge
		return nil
	}
	return f.weighRidge()
}

// weighRidge sets ridgeOff, a bound of the rounding error of the gradients of kernel ridge
// regression: from its coefficients, whose objective is at most ||r - n nu alpha||^2/n
// above the minimum, and from the products with them.
func (f *finisher) weighRidge() error {
	alpha, B := f.asKernel(f.feasible.alpha, f.feasible.B)
	m, err := f.evaluated(alpha, B, false)
	if err != nil {
		return err
	}
	settled, _ := f.unsettled(m)
	f.ridgeOff = m.offNorm + math.Sqrt(floats.Max(f.lengths)*(settled.at.Hi+settled.off)/f.nnu)
	return nil
}

// bound returns a lower bound of the minimum, the value of the dual function
// after a proximal gradient step from B, which makes its blocks feasible and
// is no worse than B where that is feasible already. It is NaN without a
// certificate. It costs two products.
func (f *finisher) bound(B *mat.Dense) (float64, error) {
	if !f.certifies {
		return math.NaN(), nil
	}
	f.field(f.WB, f.feasible.alpha, B)
	if err := f.step(f.feasible, B, f.WB); err != nil {
		return 0, err
	}
	return f.feasible.objective - max(f.feasible.gap, 0), nil
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
	if err := f.proximal(x, Y, W); err != nil {
		return err
	}
	f.field(x.W, x.alpha, x.B)
	return f.certify(x)
}

// proximal sets B and R of the proximal gradient step.
func (f *finisher) proximal(x *point, Y, W *mat.Dense) error {
	from, w, z := Y.RawMatrix().Data, W.RawMatrix().Data, f.work.RawMatrix().Data
	for i, v := range from {
		z[i] = w[i] - f.curvature*v
	}
	f.op.withoutSum(f.work)
	if err := f.pen.prox(x.R, f.work, f.proxStep()); err != nil {
		return err
	}
	b, s := x.B.RawMatrix().Data, 1/f.curvature
	for i, r := range x.R.RawMatrix().Data {
		b[i] = s * (r - z[i])
	}
	return nil
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
	f.blocksInto(B, warm.B)
	f.field(W, f.feasible.alpha, B)
	return nil
}

// solutionOf returns the Solution of a run's alpha (length n) and B (n x d), which it keeps, with
// the intercept that is best for them and the lower bound that B gives.
func (f *finisher) solutionOf(alpha []float64, B *mat.Dense) (*Solution, error) {
	alpha, B = f.asKernel(alpha, B)
	return f.boundOf(alpha, B)
}

// boundOf returns the Solution of coefficients alpha (length n) and B (n x d) of the kernel, which it keeps, with
// the intercept that is best for them and the lower bound that B gives. Without a
// certificate Dual and RelGap are NaN. The solver sets Iterations, Seconds, Status and
// Trace.
func (f *finisher) boundOf(alpha []float64, B *mat.Dense) (*Solution, error) {
	if !f.certifies {
		m, err := f.measure(func(m *measured) (float64, error) { return m.value.off, nil }, alpha, B)
		if err != nil {
			return nil, err
		}
		return f.uncertified(m, f.feasible), nil
	}
	own := B
	if f.root != nil {
		own = mat.NewDense(f.n, f.d, nil)
		f.blocksInto(own, B)
	}
	if _, err := f.bound(own); err != nil {
		return nil, err
	}
	point, proof, err := f.proven(f.feasible)
	if err != nil {
		return nil, err
	}
	m, err := f.measure(func(m *measured) (float64, error) { return m.value.off, nil }, alpha, B)
	if err != nil {
		return nil, err
	}
	// F(f) - dual = F(f) - F(x) + F(x) - dual
	above := m.value.plus(point.value.times(-1)).plus(proof.gap)
	s, err := f.conclude(m, f.feasible, above, cmp.Or(m.improper, proof.improper))
	if err == nil {
		s.Bound.Stepped = true
	}
	return s, err
}

// uncertified returns the Solution of m where there is no lower bound. x has blocks that are 0.
func (f *finisher) uncertified(m *measured, x *point) *Solution {
	s := f.described(m)
	s.Dual, s.RelGap = math.NaN(), math.NaN()
	s.Groups, s.Ratios = f.ratios(x)
	f.decide(s, x)
	return s
}

// nothing returns the Solution f = 0. Its lower bound is tau P(0), below which no objective is:
// it needs no product, and says little.
func (f *finisher) nothing() (_ *Solution, err error) {
	defer heldLoss(&err)
	m, err := f.atZero()
	if err != nil {
		return nil, err
	}
	x := &point{B: m.B, R: m.B}
	if !f.certifies {
		return f.uncertified(m, x), nil
	}
	return f.conclude(m, x, f.aboveLeast(m), "")
}

// aboveLeast returns the distance of the objective of f = 0 to tau P(0).
func (f *finisher) aboveLeast(m *measured) estimate {
	return estimate{at: m.value.at.Sub(exact.Of(f.least))}
}

// certified returns the Solution of a feasible point, whose coefficients it keeps.
func (f *finisher) certified(x *point) (*Solution, error) {
	alpha, B := f.asKernel(x.alpha, x.B)
	return f.certifiedAs(alpha, B, x)
}

// certifiedAs returns the Solution of the coefficients of the kernel at a feasible point x.
func (f *finisher) certifiedAs(alpha []float64, B *mat.Dense, x *point) (_ *Solution, err error) {
	defer heldLoss(&err)
	m, proof, err := f.provenAs(alpha, B, x)
	if err != nil {
		return nil, err
	}
	s, err := f.conclude(m, x, proof.gap, proof.improper)
	if err == nil && f.groups == nil && &s.Alpha[0] == &alpha[0] {
		s.Bound.Prox = mat.DenseCopyOf(x.R)
		if f.mean != nil {
			s.Bound.Curvature = f.curvature
		}
	}
	return s, err
}

// proven measures the coefficients of a feasible point and certifies them.
func (f *finisher) proven(x *point) (m *measured, p proof, err error) {
	alpha, B := f.asKernel(x.alpha, x.B)
	return f.provenAs(alpha, B, x)
}

func (f *finisher) provenAs(alpha []float64, B *mat.Dense, x *point) (m *measured, p proof, err error) {
	m, err = f.measure(func(m *measured) (float64, error) {
		p, err = f.prove(m, x)
		return m.value.off + p.gap.off, err
	}, alpha, B)
	return m, p, err
}

// measure evaluates a function, and once more in Doubles where rounding may matter: where
// the bound of the rounding error that of returns is too large for the tolerance. It leaves the
// Doubles out where the run's context ends before they are there: the bounds hold without them,
// and are wider.
func (f *finisher) measure(of func(*measured) (float64, error), alpha []float64, B *mat.Dense) (*measured, error) {
	var rough *measured
	if f.p.Op.rounds {
		m, err := f.evaluated(alpha, B, false)
		if err != nil {
			return nil, err
		}
		off, err := of(m)
		if err != nil {
			return nil, err
		}
		if f.ctx.Err() != nil || m.improper == "" && off <= f.wanted/10*max(m.value.at.Hi, f.floor) {
			return m, nil
		}
		rough = m
	}
	m, err := f.evaluated(alpha, B, true)
	if rough != nil && ended(f.ctx, err) {
		m, err = rough, nil
	}
	if err == nil {
		_, err = of(m)
	}
	return m, err
}

// conclude returns the Solution of m, whose objective exceeds the minimum by at most
// above; improper is the reason where nothing is proven, else "". Where m is much worse
// than f = 0, it returns that of f = 0.
func (f *finisher) conclude(m *measured, x *point, above estimate, improper string) (*Solution, error) {
	if !(m.value.at.Hi <= worthless*f.zero) {
		none, err := f.atZero()
		if err != nil {
			return nil, err
		}
		m, x, improper = none, &point{B: none.B, R: none.B}, ""
		above = f.aboveLeast(none)
	}
	s := f.described(m)
	off := above.off + m.value.off
	gap := max(0, above.at.Hi) + off
	dual := s.Objective - gap - 2*unit*(math.Abs(s.Objective)+gap)
	switch {
	case improper == "" && !(gap < math.Inf(1)):
		improper = "its numbers overflow"
	case improper == "" && dual > f.zero*(1+tooFar):
		improper = "its bound is above the objective of f = 0"
	}
	if improper != "" {
		gap, off, dual = math.Inf(1), 0, math.Inf(-1)
		s.Notes = append(s.Notes, f.unproven(improper))
	}
	s.Dual = math.Min(math.Max(dual, f.least), math.Min(s.Objective, f.zero))
	s.RelGap, s.Rounding = f.relative(s.Objective, s.Objective-s.Dual), f.relative(s.Objective, off)
	s.Groups, s.Ratios = f.ratios(x)
	s.Lower, s.Upper = f.bracket(s.RawNorms, m.offNorm, s.Ratios, gap)
	s.Certain = f.certain(s.Lower, s.Upper)
	f.decide(s, x)
	return s, nil
}

// worthless times the objective of f = 0 is the largest objective of a function that is
// returned. Functions that rounding has spoilt are far above it.
const worthless = 2

// tooFar is the part by which a lower bound may be above the objective of f = 0, which
// is computed in float64.
const tooFar = 1e-9

// unproven returns the note of a solution of which nothing is proven.
func (f *finisher) unproven(reason string) string {
	return "nothing is proven of this solution, since " + reason + ": its numbers are too far apart for a float64; " +
		"scale the inputs, leave out rows that are the same but for rounding, or take a larger nu"
}

// status returns the Step of the best point of a run.
func (f *finisher) status(best *point, iteration int) Step {
	return Step{Tau: f.p.Tau, Iteration: iteration, Objective: best.objective, Dual: best.objective - max(best.gap, 0),
		RelGap: f.relative(best.objective, best.gap), Residual: math.NaN(), Counts: f.count(best)}
}

// described returns the Solution of m without its bounds.
func (f *finisher) described(m *measured) *Solution {
	s := &Solution{Alpha: m.alpha, B: m.B, Objective: m.value.at.Float64(), NormSq: m.normSq.at.Float64(),
		RawNorms: floats64(m.norms), Fitted: make([]float64, f.n), Residual: math.NaN(), Approximate: f.op.approximate, Notes: f.notes(), Bound: Bound{Tol: f.wanted}}
	for i, v := range m.v {
		s.Fitted[i] = v.Add(m.constants[i/f.each]).Float64()
	}
	if f.p.Op.several == nil {
		s.Intercept = m.constants[0].Float64()
	} else {
		s.Intercepts = floats64(m.constants)
	}
	s.NormScale = max(floats.Max(s.RawNorms), f.ridge)
	return s
}
