package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// AISTATS is Algorithm 1 of AISTATS 2010: the forward-backward steps of
// [DENOVAS] without momentum, with an inner update of its own,
//
//	v_g <- (v_g + W_g/eta) / (1 + ||W_g||_n/(eta rho_g)),   rho_g = tau weight_g/(2 sigma n),
//
// where W are the gradients of the function that v leaves, eta = ||L||, and
// sigma = ||K||/n + nu; the paper says of sigma only that the eigenvalues of K determine
// it (eq. 11 and 17, in which v is unscaled; (2 sigma)^-1 in eq. 14 is 1/sigma, and 1/n^2
// in L is 1/n). The update keeps v in the balls, where it is a dual point, and approaches
// their boundary slowly.
//
// The paper's problem is eq. 1: nu = 0, and twice the lasso. AISTATS takes any ridge. The
// penalty must be a sum of block norms (lasso, weighted, group, multiples of these), since
// the update has no form for others.
//
// It stops as [DENOVAS] does: on the gap where nu > 0, else on the residual; or, with
// ByChange, on ||f^t - f^(t-1)|| / ||f^t||. The paper's tolerances are absolute.
//
// Without momentum, its iterations grow as sigma/nu. With linear, quadratic and Gaussian
// kernels about a thousand reach the default Tol. With a cubic kernel and a small ridge the
// default MaxIter is too small: runs end unfinished, at gaps of 1e-5 to 1e-1. Most of these
// converge within 1e5 iterations, some not within 6e5. Raise MaxIter or Tol there, or take
// [Dual].
//
// With nu = 0 and a kernel as rich as the Gaussian, the minimum belongs to a function
// that has no derivative at any point (see [ADMM]): what is selected is an effect
// of stopping before it, by ByChange or MaxIter.
//
// With nu > 0 the certificate decides which inputs are in, as for any solver. With nu = 0
// these are the inputs with sum_i (d_a f(x_i))^2 > Threshold (eq. 5), which depend on where
// the run stops, and so on MaxIter, and on the units of inputs and target. Alg1^GR, ridge
// regression with a Gaussian kernel on them, is Alg1GR of package nvsd.
type AISTATS struct {
	Tol     float64 // relative gap to reach, or residual for nu = 0; 0 means 1e-6
	MaxIter int     // iterations of the outer loop; 0 means 20000 (see above)

	// Last makes Solve return f^t of the last iteration, with the bounds of its own
	// coefficients. Otherwise Solve returns the better, by these bounds, of f^t and the
	// coefficients that belong to the last v.
	Last      bool
	ByChange  bool    // stop on the change of f alone, as the paper does
	Threshold float64 // of eq. 5, for nu = 0; 0 means tau, as in the paper's experiments

	// An inner loop starts from the last v. It stops when ||v_q - v_(q-1)||, in H, is at
	// most InnerTol ||v_q|| and at most a tenth of the last change of f, or less where the
	// gap asks for it.
	InnerTol float64 // 0 means 1e-4
	MaxInner int     // steps of an inner loop; 0 means 1000
	FromZero bool    // start it from 0, as the paper does; slow

	Progress Progress
}

// Check returns the reason why the method cannot solve p; nil where it can.
func (s AISTATS) Check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if err := splittingLimits.check(s.Tol, s.MaxIter); err != nil {
		return err
	}
	if err := p.Op.hasPoints("AISTATS"); err != nil {
		return err
	}
	if err := p.onSquares("AISTATS"); err != nil {
		return err
	}
	for _, c := range []struct {
		name  string
		value float64
	}{{"the threshold", s.Threshold}, {"the tolerance of the inner loop", s.InnerTol}} {
		if !(c.value >= 0) {
			return fmt.Errorf("solve: AISTATS: %s is %v: it must be >= 0 (0 means the default)", c.name, c.value)
		}
	}
	if s.MaxInner < 0 {
		return fmt.Errorf("solve: AISTATS: MaxInner is %d: it must be >= 0 (0 means 1000)", s.MaxInner)
	}
	_, d := p.Op.Dims()
	if groups, _, quad := blocksOf(p.Penalty, d); groups == nil || quad > 0 || !isConvex(p.Penalty) {
		return fmt.Errorf("solve: AISTATS needs a sum of block norms (lasso, group lasso), since its inner update keeps blocks in balls: %s is not one; take DENOVAS", called(p.Penalty))
	}
	if p.Tau == 0 {
		return errors.New("solve: AISTATS needs tau > 0: its inner update divides by it; with tau = 0 the problem is ridge regression")
	}
	return nil
}

// Solve minimises p, from warm's coefficients where warm is not nil. Beside an
// *[Unfinished] error it returns the best solution that it found.
func (s AISTATS) Solve(ctx context.Context, p *Problem, warm *Solution) (*Solution, error) {
	if err := s.Check(p); err != nil {
		return nil, err
	}
	if s.Threshold == 0 {
		s.Threshold = p.Tau
	}
	if s.InnerTol == 0 {
		s.InnerTol = 1e-4
	}
	if s.MaxInner == 0 {
		s.MaxInner = 1000
	}
	splittingLimits.fill(&s.Tol, &s.MaxIter)
	return carryOut(ctx, p, s.Tol, warm, func() (run, error) {
		made, err := newSplitting(ctx, p, splittingOptions{tol: s.Tol, maxIter: s.MaxIter, mode: Plain, byChange: s.ByChange, last: s.Last}, s.Progress)
		if err != nil {
			return nil, err
		}
		inner := &implicit{splitting: made, config: s, before: newElement(made.n, made.d), norms: make([]float64, made.d), shrink: make([]float64, made.d)}
		inner.groups, inner.weights, _ = blocksOf(p.Penalty, made.d)
		made.project, made.choose = inner.run, s.choose
		return made, nil
	})
}

// choose makes the inputs of sol those above the threshold.
func (s AISTATS) choose(sol *Solution) {
	active := make([]bool, len(sol.RawNorms))
	for a, u := range sol.RawNorms {
		active[a] = float64(len(sol.Alpha))*u*u > s.Threshold
	}
	sol.keep(active)
}

// implicit is the inner loop of AISTATS.
type implicit struct {
	*splitting
	config  AISTATS
	groups  [][]int
	weights []float64

	before        *element
	norms, shrink []float64
}

// run sets taken for arg, and R to 0: taken is in the balls, and so a subgradient at 0.
func (r *implicit) run(ctx context.Context) error {
	if r.config.FromZero {
		r.taken.combine(0, r.taken, 0, r.taken)
	}
	r.R.Zero()
	tol := min(r.config.InnerTol, r.steady)
	if r.t > 0 {
		tol = min(tol, r.change/10)
	}
	for range r.config.MaxInner {
		if ctx.Err() != nil {
			return nil
		}
		r.before.set(r.taken)
		r.update()
		r.taken.fromB(r.op)
		r.inner++
		r.diff.combine(1, r.taken, -1, r.before)
		if moved := r.diff.normSq(); moved == 0 || math.Sqrt(moved/r.taken.normSq()) <= tol {
			break
		}
	}
	W := r.work
	W.Sub(r.arg.W, r.taken.W)
	value, err := r.pen.value(W)
	r.excess = r.p.Tau/r.sigma*value - 2*floats.Dot(r.taken.B.RawMatrix().Data, W.RawMatrix().Data)
	return err
}

// update carries out eq. 17.
func (r *implicit) update() {
	W := r.work
	W.Sub(r.arg.W, r.taken.W)
	columnNorms(r.norms, W)
	for g, members := range r.groups {
		rho := r.weights[g] * r.proxScale()
		factor := 0.0 // of a group that is not penalised
		if rho > 0 {
			factor = 1 / (1 + blockNorm(r.norms, members)/(r.eta*rho))
		}
		for _, a := range members {
			r.shrink[a] = factor
		}
	}
	r.taken.B.Apply(func(i, a int, v float64) float64 { return r.shrink[a] * (v + W.At(i, a)/r.eta) }, r.taken.B)
}
