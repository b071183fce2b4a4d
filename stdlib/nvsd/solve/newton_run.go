package solve

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// newtonRun is the state of one run of Newton.
type newtonRun struct {
	*finisher
	Newton
	*history
	*factors

	A    *mat.SymDense // second derivative of q, 2 (V'V/n + nu I)
	chol mat.Cholesky  // of A
	CC   *mat.SymDense // C'C

	sigma    float64
	theta    []float64  // the iterate, and what follows from it and u:
	rest     []float64  // y - V theta
	W        *mat.Dense // C theta
	u        *mat.Dense // the multiplier
	Z, R, U  *mat.Dense // W + u/sigma, its prox, and the next multiplier sigma (Z - R)
	gradient []float64  // of the function that a step minimises
	value    float64    // of it
	gap      float64    // of theta and U

	best *point    // its W is C at; its B is -u/(2 nu)
	at   []float64 // the best theta; nil while best is the point that the run began with
	iter int       // Newton steps
	tell func()    // called after every step
}

func newNewtonRun(fin *finisher, s Newton, h *history) *newtonRun {
	r := &newtonRun{finisher: fin, Newton: s, history: h, best: newPoint(fin.n, fin.d)}
	r.tell = r.report
	return r
}

// begin starts from a feasible point. Where ctx ends first, the run has no more
// than that.
func (r *newtonRun) begin(ctx context.Context, from *point) error {
	r.best.copy(from)
	r.factors = r.op.factors(ctx, r.p.Intercept)
	if r.factors == nil {
		return nil
	}
	n := float64(r.n)
	size, moving := r.factors.dims()
	matrix := func() *mat.Dense { return mat.NewDense(r.n, r.d, nil) }
	r.W, r.u, r.Z, r.R, r.U = matrix(), matrix(), matrix(), matrix(), matrix()
	r.rest, r.gradient, r.theta = make([]float64, r.n), make([]float64, size), make([]float64, size)
	r.sigma = 2 * r.nu / r.curvature
	r.A, r.CC = mat.NewSymDense(size, nil), mat.NewSymDense(moving, nil)
	r.A.SymOuterK(2/n, r.V.T())
	for k := range size {
		r.A.SetSym(k, k, r.A.At(k, k)+2*r.nu)
	}
	if !r.chol.Factorize(r.A) {
		return fmt.Errorf("solve: the ridge nu = %.3g is a rounding error beside the kernel: take a larger one", r.nu)
	}
	r.CC.SymOuterK(1, r.C.T())

	// From tau_max on this is the solution.
	flat, least, err := r.flat(r.y, r.nu)
	if err != nil {
		return err
	}
	copy(r.theta, flat)
	r.u.Copy(least)
	if err := r.evaluate(); err != nil {
		return err
	}
	if _, err := r.judge(); err != nil || r.within(beyond*r.Tol) {
		return err
	}

	// Else theta minimises q(theta) + <u, C theta>.
	r.u.Scale(-2*r.nu, from.B)
	b := mat.NewVecDense(size, r.gradient)
	b.MulVec(r.V.T(), mat.NewVecDense(r.n, r.y))
	b.ScaleVec(2/n, b)
	floats.Sub(r.gradient[:moving], r.transposed(r.u))
	r.divide(r.theta, r.gradient, &r.chol)
	return r.evaluate()
}

// divide sets dst = A^-1 src. Where A is badly conditioned that is what it is:
// steps are judged by where they lead.
func (r *newtonRun) divide(dst, src []float64, A *mat.Cholesky) {
	_ = A.SolveVecTo(mat.NewVecDense(len(dst), dst), mat.NewVecDense(len(src), src))
}

// transposed returns C'u.
func (r *newtonRun) transposed(u *mat.Dense) []float64 {
	var c mat.VecDense
	c.MulVec(r.C.T(), vec(u))
	return c.RawVector().Data
}

const (
	innerSteps = 30
	sigmaGrows = 4
	sigmaSharp = 1e3 // times the first: rounding of Z is sigma times as much in U
	stalled    = 8   // steps of the multiplier without progress that end a run
)

// beyond is the part of the tolerance that is aimed at. The error of the function
// goes as the root of the gap, and the last steps are the ones that gain most.
const beyond = 1e-4

func (r *newtonRun) within(tol float64) bool {
	return r.relative(r.best.objective, r.best.gap) <= tol
}

// minimise takes steps of the multiplier until best is well within the
// tolerance, or within it and no better for a while.
func (r *newtonRun) minimise(ctx context.Context) (Status, error) {
	idle, least := 0, math.Inf(1)
	if r.within(beyond * r.Tol) {
		return Converged, nil
	}
	for !r.within(beyond * r.Tol) {
		switch {
		case ctx.Err() != nil:
			return Cancelled, nil
		case r.within(r.Tol) && (idle >= stalled || r.iter >= r.MaxIter):
			return Converged, r.polish(ctx)
		case r.iter < r.MaxIter && idle < stalled:
		default:
			return MaxIter, nil
		}
		from := r.iter
		if err := r.inner(ctx); err != nil {
			return "", err
		}
		r.u.Copy(r.U)
		if idle++; r.gap < 0.9*least {
			idle, least = 0, r.gap
		}
		if r.iter-from < innerSteps/2 {
			r.sigma *= sigmaGrows
		}
		if err := r.evaluate(); err != nil {
			return "", err
		}
	}
	return Converged, r.polish(ctx)
}

// polish minimises for the last multiplier to the last digit. What an inexact
// step costs in coordinates is quadratic in its error; the function that
// coefficients have by the multiplier is off by the error itself.
func (r *newtonRun) polish(ctx context.Context) error {
	r.sigma = min(r.sigma, sigmaSharp*2*r.nu/r.curvature)
	if err := r.evaluate(); err != nil {
		return err
	}
	for range innerSteps {
		size := floats.Norm(r.gradient, 2)
		if size == 0 || ctx.Err() != nil {
			break
		}
		if moved, err := r.newtonStep(); err != nil {
			return err
		} else if !moved || floats.Norm(r.gradient, 2) > size/2 {
			break
		}
	}
	r.best.gap = max(r.best.gap, beyond*r.Tol*r.best.objective) // no worse will do
	_, err := r.judge()
	return err
}

// inner minimises the function of the multiplier u, as far as this is worth it.
func (r *newtonRun) inner(ctx context.Context) error {
	for range innerSteps {
		if ctx.Err() != nil || r.iter >= r.MaxIter {
			return nil
		}
		r.iter++
		moved, err := r.newtonStep()
		if err != nil {
			return err
		}
		slack, err := r.judge()
		if err != nil || !moved || slack <= innerPart*r.sigma*r.apart() || r.within(beyond*r.Tol) {
			return err
		}
	}
	return nil
}

// innerPart is what the inexactness of a step may cost, beside what the split
// that it leaves does.
const innerPart = 1e-2

// apart is ||R - W||^2.
func (r *newtonRun) apart() float64 {
	distance := floats.Distance(r.R.RawMatrix().Data, r.W.RawMatrix().Data, 2)
	return distance * distance
}

// evaluate sets what follows from theta and u.
func (r *newtonRun) evaluate() error {
	n := float64(r.n)
	size, moving := r.factors.dims()
	theta, gradient := mat.NewVecDense(size, r.theta), mat.NewVecDense(size, r.gradient)
	vec(r.W).MulVec(r.C, theta.SliceVec(0, moving))
	mat.NewVecDense(r.n, r.rest).MulVec(r.V, theta)
	floats.SubTo(r.rest, r.y, r.rest)
	floats.AddScaledTo(r.Z.RawMatrix().Data, r.W.RawMatrix().Data, 1/r.sigma, r.u.RawMatrix().Data)
	if err := r.pen.prox(r.R, r.Z, r.splitStep()); err != nil {
		return err
	}
	r.U.Sub(r.Z, r.R)
	distance := mat.Norm(r.U, 2)
	r.U.Scale(r.sigma, r.U)
	penalty, err := r.pen.value(r.R)
	if err != nil {
		return err
	}
	r.value = r.smooth() + r.p.Tau*penalty + r.sigma*distance*distance/2
	gradient.MulVec(r.V.T(), mat.NewVecDense(r.n, r.rest))
	floats.Scale(-2/n, r.gradient)
	floats.AddScaled(r.gradient, 2*r.nu, r.theta)
	floats.Add(r.gradient[:moving], r.transposed(r.U))
	return nil
}

// smooth is q(theta).
func (r *newtonRun) smooth() float64 {
	return floats.Dot(r.rest, r.rest)/float64(r.n) + r.nu*floats.Dot(r.theta, r.theta)
}

// splitStep is the step of the prox in the units of the norms.
func (r *newtonRun) splitStep() float64 { return r.p.Tau / (r.sigma * float64(r.n)) }

// newtonStep moves theta by a Newton step, shortened until the function falls
// enough. It reports whether there was such a step.
func (r *newtonRun) newtonStep() (bool, error) {
	step, err := r.direction()
	if err != nil {
		return false, err
	}
	slope := floats.Dot(r.gradient, step)
	from, at, size := append([]float64(nil), r.theta...), r.value, floats.Norm(r.gradient, 2)
	for t := 1.0; t > 1e-8; t /= 2 {
		floats.AddScaledTo(r.theta, from, t, step)
		if err := r.evaluate(); err != nil {
			return false, err
		}
		// Close to the solution the function is flat to the last digit, and only
		// its gradient tells.
		if r.value <= at+1e-4*t*slope || floats.Norm(r.gradient, 2) < 0.5*size {
			return true, nil
		}
	}
	copy(r.theta, from)
	return false, r.evaluate()
}

// direction returns -(A + sigma C'(I - J)C)^-1 times the gradient.
func (r *newtonRun) direction() ([]float64, error) {
	J, err := newJacobian(r.pen, r.Z, r.splitStep())
	if err != nil {
		return nil, err
	}
	size, moving := r.factors.dims()
	S := mat.NewSymDense(moving, nil) // C'(I - J)C
	S.CopySym(r.CC)
	along := mat.NewDense(moving, r.d, nil) // columns C_a'z_a
	for a, tangent := range J.tangent {
		var Ca mat.Dense
		Ca.SetRawMatrix(blas64.General{Rows: r.n, Cols: moving, Stride: r.d * moving, Data: r.C.RawMatrix().Data[a*moving:]})
		if tangent > 0 {
			S.SymRankK(S, -tangent, Ca.T())
		}
		var c mat.VecDense
		c.MulVec(Ca.T(), J.dir.ColView(a))
		along.SetCol(a, c.RawVector().Data)
	}
	var toward, rank mat.Dense
	toward.Mul(along, J.radialLess())
	rank.Mul(&toward, along.T())
	H := mat.NewSymDense(size, nil)
	H.CopySym(r.A)
	for i := range moving {
		for j := i; j < moving; j++ {
			H.SetSym(i, j, H.At(i, j)+r.sigma*(S.At(i, j)-rank.At(i, j)))
		}
	}
	var chol mat.Cholesky
	// At the end sigma is so large that rounding can make H indefinite.
	for more := 1e-15 * mat.Trace(H); !chol.Factorize(H); more *= 100 {
		for k := range size {
			H.SetSym(k, k, H.At(k, k)+more)
		}
	}
	step := make([]float64, size)
	r.divide(step, r.gradient, &chol)
	floats.Scale(-1, step)
	return step, nil
}

// judge keeps theta and U if their gap is the best, and reports. It returns how
// far q(theta) + <U, C theta> is above its minimum.
func (r *newtonRun) judge() (slack float64, err error) {
	hW, err := r.pen.value(r.W)
	if err != nil {
		return 0, err
	}
	hR, err := r.pen.value(r.R)
	if err != nil {
		return 0, err
	}
	back := make([]float64, len(r.gradient))
	r.divide(back, r.gradient, &r.chol)
	slack = floats.Dot(back, r.gradient) / 2
	w, R := r.W.RawMatrix().Data, r.R.RawMatrix().Data
	r.gap = r.p.Tau*(hW-hR) + slack
	for i, u := range r.U.RawMatrix().Data {
		r.gap -= u * (w[i] - R[i])
	}
	if r.gap < r.best.gap {
		x := r.best
		x.gap, x.objective = r.gap, r.smooth()+r.p.Tau*hW
		x.B.Scale(-1/(2*r.nu), r.U)
		x.R.Copy(r.R)
		x.W.Copy(r.W)
		floats.ScaleTo(x.alpha, 1/r.nnu, r.rest)
		r.at = append(r.at[:0], r.theta...)
	}
	r.tell()
	return slack, nil
}

func (r *newtonRun) report() { r.record(r.status(r.best, r.iter)) }

// solution is the best point: as its coefficients have it where these carry the
// certificate, else as its coordinates do.
func (r *newtonRun) solution(status Status) (*Solution, error) {
	x := newPoint(r.n, r.d)
	x.copy(r.best)
	r.field(x.W, x.alpha, x.B)
	s, err := r.certified(x)
	if err != nil {
		return nil, err
	}
	if len(r.at) > 0 && s.RelGap > max(r.Tol, r.relative(r.best.objective, r.best.gap)) {
		if s, err = r.inCoordinates(r.best, r.factors, r.at); err != nil {
			return nil, err
		}
	}
	s.Iterations, s.Status, s.Trace, s.Seconds = r.iter, status, r.trace, r.seconds()
	return s, nil
}
