package solve

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An iterate is f by its coefficients, with the products that S1 and the residuals need.
type iterate struct {
	alpha []float64
	B     *mat.Dense
	rest  []float64  // y - f(X), centred with an intercept
	W     *mat.Dense // Df
}

// An innerStep carries out S1: it moves f to the minimiser of
// E(f) + kappa/2 ||Df - Psi||^2, or towards it.
type innerStep interface {
	// begin sets f from given coefficients; nil means where to begin without any.
	begin(f *iterate, alpha []float64, B *mat.Dense)
	solve(ctx context.Context, f *iterate, Psi *mat.Dense, kappa float64)
	// kappa returns a value for which both terms of S1 matter.
	kappa() float64
}

// admmRun is one run of ADMM: its problem and configuration, which stay as they are
// given, and its state.
type admmRun struct {
	*finisher
	config ADMM                           // with its defaults
	units  struct{ primal, dual float64 } // what the residuals are relative to

	tol         float64         // what to come down to: config.Tol, halved by every sharpen
	inner       innerStep       // S1
	coordinates *coordinateStep // inner, if it is one; else nil

	f      *iterate   // of S1
	Phi    *mat.Dense // of S2
	Lambda *mat.Dense // of S3
	kappa  float64
	Psi    *mat.Dense // Phi - Lambda in S1, then Df + Lambda relaxed

	primal, dual float64 // relative residuals at the last look
	adapt, wait  int     // the round at which kappa may change next, and how long it stays then
	before       float64 // the larger residual when growth was last asked

	best    *point // with a certificate: the feasible point of the least gap
	trial   *point // work
	iter    int    // rounds
	history history
}

// looks is the number of rounds from one look at the residuals and the gap to the
// next.
const looks = 5

func newADMMRun(ctx context.Context, p *Problem, s ADMM) (*admmRun, error) {
	start := time.Now()
	fin, err := newFinisher(ctx, p, s.Tol)
	if err != nil {
		return nil, err
	}
	n, d := fin.n, fin.d
	r := &admmRun{finisher: fin, config: s, tol: s.Tol, history: history{to: listener(ctx, s.Progress), start: start}, wait: looks, adapt: looks, before: math.Inf(1),
		f:   &iterate{alpha: make([]float64, n), B: mat.NewDense(n, d, nil), rest: make([]float64, n), W: mat.NewDense(n, d, nil)},
		Phi: mat.NewDense(n, d, nil), Lambda: mat.NewDense(n, d, nil), Psi: mat.NewDense(n, d, nil),
		best: newPoint(n, d), trial: newPoint(n, d)}
	inner, exact, err := newInnerStep(ctx, p, s)
	if err != nil {
		return nil, err
	}
	r.inner = inner
	if c, ok := inner.(*coordinateStep); ok && s.AsPublished {
		r.inner = c.exact // which makes the f that is returned
	} else if ok {
		r.coordinates = c
	}
	r.units.primal = math.Max(mat.Norm(exact.g, 2), math.SmallestNonzeroFloat64)
	var Ky mat.VecDense
	Ky.MulVec(r.op.train.kernel(), mat.NewVecDense(n, r.y))
	r.units.dual = math.Max(2/float64(n)*math.Sqrt(max(0, floats.Dot(r.y, Ky.RawVector().Data))), math.SmallestNonzeroFloat64)
	return r, nil
}

// begin sets f, Phi, Lambda and kappa, and makes the first certified point by a
// step from f's B: Lambda stands for one only after S2.
func (r *admmRun) begin(warm *Solution) error {
	r.kappa = r.config.Kappa
	var split *Split
	if warm != nil && warm.B != nil {
		if err := r.checkWarm(warm); err != nil {
			return err
		}
		alpha, B := make([]float64, r.n), mat.NewDense(r.n, r.d, nil)
		r.alphaInto(alpha, warm.Alpha)
		r.blocksInto(B, warm.B)
		r.inner.begin(r.f, alpha, B)
		split = warm.Split
	} else {
		r.inner.begin(r.f, nil, nil)
	}
	if r.kappa == 0 && split != nil && isConvex(r.p.Penalty) { // else it would grow from fit to fit
		r.kappa = split.Kappa
	}
	if r.kappa == 0 {
		r.kappa = r.inner.kappa()
	}
	switch {
	case split != nil:
		r.Phi.Copy(split.Phi)
		r.Lambda.Scale(split.Kappa/r.kappa, split.Lambda)
	case !r.config.AsPublished || warm != nil:
		r.Phi.Copy(r.f.W)
		r.Lambda.Scale(-2*r.nu/r.kappa, r.f.B)
	}
	if r.certifies {
		r.field(r.WB, r.trial.alpha, r.f.B)
		if err := r.step(r.best, r.f.B, r.WB); err != nil {
			return err
		}
		if r.coordinates != nil { // else the step has judged it by coefficients
			if err := r.judge(r.best); err != nil {
				return err
			}
		}
	}
	r.measureResiduals()
	return r.report()
}

// minimise runs until the measure of convergence is within the tolerance.
func (r *admmRun) minimise(ctx context.Context) (Status, error) {
	for {
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.done():
			return Converged, nil
		case r.iter >= r.config.MaxIter:
			return MaxIter, nil
		}
		if !r.config.AsPublished {
			r.balance()
		}
		for range min(looks, r.config.MaxIter-r.iter) {
			if ctx.Err() != nil {
				break
			}
			if err := r.round(ctx); err != nil {
				return "", err
			}
		}
		if err := r.look(); err != nil {
			return "", err
		}
	}
}

// sharpen also forgets the best point, whose gap was not as good as it seemed, and
// goes on with coefficients where these have lost what coordinates had found: each
// S1 then corrects the rounding of the last.
func (r *admmRun) sharpen() {
	r.tol /= 2
	r.best.gap = math.Inf(1)
	if r.coordinates != nil {
		r.inner, r.coordinates = r.coordinates.exact, nil
	}
}

// done asks for a round at least, whose zeros are those of this problem.
func (r *admmRun) done() bool {
	at := r.residual()
	if r.certifies {
		at = r.relative(r.best.objective, r.best.gap)
	}
	return r.iter > 0 && at <= r.tol
}

// round carries out S1, S2 and S3.
func (r *admmRun) round(ctx context.Context) error {
	var before *mat.Dense // Phi
	if r.config.AsPublished {
		before = mat.DenseCopyOf(r.Phi)
	}
	r.Psi.Sub(r.Phi, r.Lambda)
	r.firstStep(ctx)
	psi, w, phi := r.Psi.RawMatrix().Data, r.f.W.RawMatrix().Data, r.Phi.RawMatrix().Data
	for i, l := range r.Lambda.RawMatrix().Data {
		psi[i] = r.config.Relax*w[i] + (1-r.config.Relax)*phi[i] + l
	}
	if err := r.pen.prox(r.Phi, r.Psi, r.p.Tau/(r.kappa*float64(r.n))); err != nil {
		return err
	}
	r.Lambda.Sub(r.Psi, r.Phi)
	r.iter++
	if r.config.AsPublished {
		r.balanceAsPublished(before)
	}
	return nil
}

// look computes the residuals and, with a certificate, the gap of the point that
// Lambda stands for, and reports.
func (r *admmRun) look() error {
	r.measureResiduals()
	if r.certifies {
		r.trial.B.Scale(-r.kappa/(2*r.nu), r.Lambda)
		r.trial.R.Copy(r.Phi)
		if err := r.judge(r.trial); err != nil {
			return err
		}
		if r.trial.gap < r.best.gap {
			r.trial, r.best = r.best, r.trial
		}
	}
	return r.report()
}

// judge sets the objective and the gap of a feasible point from its B and R, by coordinates
// where S1 is solved in them. It then says what this run can still gain in coordinates, and
// only that: by coefficients the gap may stay above the tolerance at any number of rounds,
// and nothing would tell that coordinates are done. Nothing is certified by it:
// [admmRun.solution] has the bounds computed from the coefficients, and where these are not
// within the tolerance the run goes on in coefficients (see sharpen). Steps until then tell
// of a gap in coordinates.
func (r *admmRun) judge(x *point) error {
	if r.coordinates == nil {
		r.field(x.W, x.alpha, x.B)
		return r.certify(x)
	}
	rest := make([]float64, r.n)
	theta := r.coordinates.function(x, rest)
	hW, err := r.pen.value(x.W)
	if err != nil {
		return err
	}
	hR, err := r.pen.value(x.R)
	if err != nil {
		return err
	}
	x.objective = floats.Dot(rest, rest)/float64(r.n) + r.nu*floats.Dot(theta, theta) + r.p.Tau*hW
	x.gap = r.p.Tau * (hW - hR)
	w, R := x.W.RawMatrix().Data, x.R.RawMatrix().Data
	for i, b := range x.B.RawMatrix().Data {
		x.gap += 2 * r.nu * b * (w[i] - R[i])
	}
	return nil
}

// firstStep carries out S1. Without a ridge the inner step is a damped one, and S1 as
// published takes it until it no longer moves.
func (r *admmRun) firstStep(ctx context.Context) {
	const (
		most  = 5000
		still = 1e-11
	)
	if exact, ok := r.inner.(*exactStep); !ok || !exact.damped || !r.config.AsPublished {
		r.inner.solve(ctx, r.f, r.Psi, r.kappa)
		return
	}
	last := mat.NewDense(r.n, r.d, nil)
	rest := make([]float64, r.n)
	for range most {
		last.Copy(r.f.W)
		copy(rest, r.f.rest)
		r.inner.solve(ctx, r.f, r.Psi, r.kappa)
		moved := floats.Distance(last.RawMatrix().Data, r.f.W.RawMatrix().Data, 2)/r.units.primal + floats.Distance(rest, r.f.rest, 2)/floats.Norm(r.y, 2)
		if !(moved > still) || ctx.Err() != nil {
			return
		}
	}
}

// report records the last look.
func (r *admmRun) report() error {
	if r.certifies {
		step := r.status(r.best, r.iter)
		step.Residual = r.residual()
		r.history.record(step)
		return nil
	}
	penalty, err := r.pen.value(r.f.W)
	if err != nil {
		return err
	}
	fitted := make([]float64, r.n)
	floats.SubTo(fitted, r.y, r.f.rest)
	square := floats.Dot(r.f.alpha, fitted) + floats.Dot(r.f.B.RawMatrix().Data, r.f.W.RawMatrix().Data)
	r.history.record(Step{Tau: r.p.Tau, Iteration: r.iter, Dual: math.NaN(), RelGap: math.NaN(), Residual: r.residual(),
		Objective: floats.Dot(r.f.rest, r.f.rest)/float64(r.n) + r.p.Tau*penalty + r.nu*square})
	return nil
}

// solution reports the best certified point, or where there can be none the last
// f, whose zeros are those of Phi. A run as published reports the last f. After an interrupt it is
// the best certified point, whose bound takes one product where that of f takes four.
func (r *admmRun) solution(status Status) (*Solution, error) {
	alpha, B := r.f.alpha, r.f.B
	if r.certifies && !r.config.AsPublished {
		alpha, B = r.best.alpha, r.best.B
	}
	var s *Solution
	var err error
	if r.certifies && status == Cancelled {
		s, err = r.certified(r.best)
	} else {
		s, err = r.solutionOf(alpha, B)
	}
	if err != nil {
		return nil, err
	}
	s.Split = &Split{Phi: r.Phi, Lambda: r.Lambda, Kappa: r.kappa}
	if !r.certifies {
		in := s.Split.Zeros()
		for a, zero := range in {
			in[a] = !zero
		}
		s.keep(in)
	}
	s.Residual = r.residual()
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.history.trace, r.history.seconds()
	return s, nil
}
