package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// exactStep solves S1. With alpha eliminated as in the dual problem, and c =
// kappa/(2 nu), stationarity is (I + c M) B = c (Psi - g).
//
// With nu = 0 the operator M is not defined. Then S1 gets the term
// damping ||f - f_last||_H^2, which vanishes as the run converges, so that what
// is found is a solution for nu = 0 all the same (proximal ADMM; Fazel, Pong, Sun
// and Tseng 2013). For f - f_last it is the S1 of another problem, with the
// ridge damping and the target y - f_last(X).
type exactStep struct {
	*reduced
	ridge   float64 // nu, or damping
	damped  bool
	inverse inverse
	target  []float64  // y, centred with an intercept
	g       *mat.Dense // gradients of kernel ridge regression

	alpha      []float64 // work
	B, W, step *mat.Dense
}

// damping, relative to the largest eigenvalue of K/n. Parts of f to which K/n
// gives less are found only in the course of rounds; but with a smaller one the
// coefficients, which accumulate, lose more digits to what cancels in f.
const damping = 1e-3

func newExactStep(p *Problem) (*exactStep, error) {
	red, err := newReduced(p)
	if err != nil {
		return nil, err
	}
	s := &exactStep{reduced: red, ridge: p.Ridge(), target: append([]float64(nil), red.y...)}
	n, d := red.n, red.d
	if s.ridge == 0 {
		s.damped = true
		s.nnu = damping * math.Max(floats.Max(s.spec.lambda), math.SmallestNonzeroFloat64/damping)
		s.ridge = s.nnu / float64(n)
		s.key.nu = s.ridge
	}
	s.alpha = make([]float64, n)
	s.B, s.W, s.step, s.g = mat.NewDense(n, d, nil), mat.NewDense(n, d, nil), mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
	s.field(s.g, s.alpha, s.B)
	return s, nil
}

// newInnerStep returns the step that solves S1, and the exactStep that it is based on.
func newInnerStep(ctx context.Context, p *Problem, config ADMM) (innerStep, *exactStep, error) {
	s, err := newExactStep(p)
	if err != nil {
		return nil, nil, err
	}
	if config.Inner == "" {
		config.Inner, err = s.suited(ctx)
		if err != nil {
			return nil, nil, err
		}
	}
	switch {
	case config.Inner == SteepestDescent:
		return &descent{exact: s, nu: p.Ridge(), steps: config.Descents}, s, nil
	case config.Inner == Eigen && !s.damped:
		c, err := newCoordinateStep(ctx, s)
		return c, s, err
	}
	s.inverse, err = s.inverseOf(ctx, config.Inner)
	return s, s, err
}

// suited returns the way for an operator that is neither small nor large: by its largest
// eigenvalues, which conjugate gradients need at any rate.
func (s *exactStep) suited(ctx context.Context) (Inner, error) {
	known, err := s.inverseOf(ctx, ConjugateGradients)
	if err != nil {
		return "", err
	}
	if m := known.(*deflated).m; !s.damped && len(m) > 0 && m[0] > flat*m[len(m)-1] {
		return Eigen, nil
	}
	return ConjugateGradients, nil
}

// flat is the part of the largest eigenvalue above which all of the deflated ones are alike.
const flat = 0.25

func (s *exactStep) begin(f *iterate, alpha []float64, B *mat.Dense) {
	switch {
	case s.damped && B == nil:
		copy(f.rest, s.target)
	case s.damped:
		s.from(f, alpha, B)
	default:
		if B != nil {
			f.B.Copy(B)
		}
		s.field(f.W, f.alpha, f.B)
		floats.ScaleTo(f.rest, s.nnu, f.alpha)
	}
}

// from sets f from coefficients that need not satisfy anything.
func (s *exactStep) from(f *iterate, alpha []float64, B *mat.Dense) {
	copy(f.alpha, alpha)
	f.B.Copy(B)
	gram(s.op.train, s.v, f.W, f.alpha, f.B)
	s.center(s.v)
	floats.SubTo(f.rest, s.target, s.v)
}

// kappa balances the two terms of S1 in the direction of the gradients of kernel
// ridge regression, where the second derivative of min E(f) over f with given
// gradients is 2 nu M^-1.
func (s *exactStep) kappa() float64 {
	s.curve(s.W, s.alpha, s.g)
	square := floats.Dot(s.g.RawMatrix().Data, s.g.RawMatrix().Data)
	curved := floats.Dot(s.g.RawMatrix().Data, s.W.RawMatrix().Data)
	if kappa := 2 * s.ridge * square / curved; kappa > 0 && !math.IsInf(kappa, 1) {
		return kappa
	}
	return 1
}

func (s *exactStep) solve(ctx context.Context, f *iterate, Psi *mat.Dense, kappa float64) {
	c := kappa / (2 * s.ridge)
	if s.damped {
		copy(s.y, f.rest)
		s.B.Zero()
		s.field(s.W, s.alpha, s.B)
		s.W.Add(s.W, f.W)
	} else {
		s.B.Copy(f.B)
		s.W.Copy(f.W)
	}
	// The step from B: (I + c M) step = c (Psi - W) - B.
	rest, b, w := s.step.RawMatrix().Data, s.B.RawMatrix().Data, s.W.RawMatrix().Data
	for i, v := range Psi.RawMatrix().Data {
		rest[i] = c*(v-w[i]) - b[i]
	}
	s.inverse.apply(ctx, s.reduced, rest, c)
	s.B.Add(s.B, s.step)
	if !s.damped {
		f.B.Copy(s.B)
		s.field(f.W, f.alpha, f.B)
		floats.ScaleTo(f.rest, s.nnu, f.alpha)
		return
	}
	s.field(s.W, s.alpha, s.B)
	f.B.Add(f.B, s.B)
	f.W.Add(f.W, s.W)
	floats.Add(f.alpha, s.alpha)
	floats.ScaleTo(f.rest, s.nnu, s.alpha)
}

// descent takes steps of steepest descent in alpha and B towards the solution of
// S1. With G the Gram matrix of all kernel sections and derivatives, the gradient
// is G (a, b), where
//
//	a = 2 nu alpha - (2/n) (y - f(X)),   b = 2 nu B + kappa (Df - Psi).
type descent struct {
	exact  *exactStep
	nu     float64
	steps  int // of the first S1
	rounds int
}

// more is the number of rounds after which S1 gets one step more.
const more = 10

func (s *descent) kappa() float64 { return s.exact.kappa() }

func (s *descent) begin(f *iterate, alpha []float64, B *mat.Dense) {
	if B == nil {
		copy(f.rest, s.exact.target)
		return
	}
	s.exact.from(f, alpha, B)
}

func (s *descent) solve(ctx context.Context, f *iterate, Psi *mat.Dense, kappa float64) {
	a, p, q := make([]float64, s.exact.n), make([]float64, s.exact.n), make([]float64, s.exact.n)
	P, Q := s.exact.W, s.exact.step
	for range s.steps + s.rounds/more {
		if ctx.Err() != nil {
			return
		}
		for i, e := range f.rest {
			a[i] = 2*s.nu*f.alpha[i] - 2/float64(s.exact.n)*e
		}
		b, w, psi := s.exact.B.RawMatrix().Data, f.W.RawMatrix().Data, Psi.RawMatrix().Data
		for i, v := range f.B.RawMatrix().Data {
			b[i] = 2*s.nu*v + kappa*(w[i]-psi[i])
		}
		gram(s.exact.op.train, p, P, a, s.exact.B)
		gram(s.exact.op.train, q, Q, p, P)
		slope := floats.Dot(p, p) + floats.Dot(P.RawMatrix().Data, P.RawMatrix().Data)
		curved := 2 * s.nu * (floats.Dot(p, q) + floats.Dot(P.RawMatrix().Data, Q.RawMatrix().Data))
		s.exact.center(q)
		curved += 2/float64(s.exact.n)*floats.Dot(q, q) + kappa*floats.Dot(Q.RawMatrix().Data, Q.RawMatrix().Data)
		if !(curved > 0) {
			break
		}
		step := slope / curved
		floats.AddScaled(f.alpha, -step, p)
		floats.AddScaled(f.B.RawMatrix().Data, -step, P.RawMatrix().Data)
		floats.AddScaled(f.rest, step, q)
		floats.AddScaled(w, -step, Q.RawMatrix().Data)
	}
	s.rounds++
}
