package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Coefficients holds the coefficients of a function
//
//	f(x) = sum_i alpha_i k(x_i, x) + sum_ia B_ia d_a k(x_i, x),
//
// d_a the derivative by the first argument.
type Coefficients struct {
	Alpha []float64  // length n
	B     *mat.Dense // n x d; nil if f has no derivative terms
	Bound Bound      // that of the Solution that they come from; Tol alone for others
}

// Certify returns the [Solution] of given coefficients, which it computes without solving
// anything: the objective, the norms, and with a convex penalty and nu > 0 the gap, bounds
// of the norms and what is certain. Nothing but p and the coefficients enters: a Bound says
// where to look for the lower bound, and is not believed. For the coefficients and the Bound of
// a Solution, the gap is that of the Solution.
//
// Where there is no gap, Solution.Residual says how far the coefficients are from
// stationary. With r = y - f(X) - b, W the gradients and R the prox of W - c B for a c > 0,
// it is
//
//	max(||r - n nu alpha||/||y||, ||W - R||/(c ||B||)),
//
// the second the least of a few c. It is NaN where nu = 0. A Solution of Certify has no
// Status, Iterations and Trace.
//
// It is an error if p is not valid, if lengths disagree, if a coefficient is not finite, or if
// the objective is far above that of f = 0.
func Certify(ctx context.Context, p *Problem, at Coefficients) (*Solution, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	n, d := p.Op.Dims()
	if at.B == nil {
		at.B = mat.NewDense(n, d, nil)
	}
	if err := at.check(n, d); err != nil {
		return nil, err
	}
	made := newFinisher
	if !p.ofSquares() {
		made = newLossFinisher
	}
	f, err := made(ctx, p, at.Bound.Tol)
	if err != nil {
		return nil, err
	}
	if !f.certifies {
		return f.stationary(ctx, at)
	}
	s, err := f.provenAt(at)
	if err != nil {
		return nil, err
	}
	if &s.Alpha[0] != &at.Alpha[0] {
		return nil, errors.New("solve: the objective of the given coefficients is more than twice that of f = 0")
	}
	return s, nil
}

func (at *Coefficients) check(n, d int) error {
	if len(at.Alpha) != n {
		return fmt.Errorf("solve: alpha has length %d for %d observations", len(at.Alpha), n)
	}
	for name, m := range map[string]*mat.Dense{"B": at.B, "the prox": at.Bound.Prox} {
		if m == nil {
			continue
		}
		if rows, cols := m.Dims(); rows != n || cols != d {
			return fmt.Errorf("solve: %s is %d x %d for %d observations of %d inputs", name, rows, cols, n, d)
		}
		if !allFinite(m.RawMatrix().Data) {
			return fmt.Errorf("solve: %s has a value that is not finite", name)
		}
	}
	if !allFinite(at.Alpha) {
		return errors.New("solve: alpha has a value that is not finite")
	}
	return nil
}

func allFinite(v []float64) bool {
	return !floats.HasNaN(v) && !math.IsInf(floats.Norm(v, math.Inf(1)), 0)
}

// provenAt returns the Solution whose gap the coefficients themselves prove, or else the
// coefficients after a step. For a penalty that is no sum of block norms, the first takes the
// prox.
func (f *finisher) provenAt(at Coefficients) (*Solution, error) {
	if at.Bound.Curvature > 0 {
		f.curvature = at.Bound.Curvature
	}
	x := &point{B: mat.NewDense(f.n, f.d, nil), R: mat.NewDense(f.n, f.d, nil)}
	f.blocksInto(x.B, at.B)
	switch {
	case at.Bound.Stepped:
	case f.groups != nil:
		f.blockProx(x.R, x.B)
		return f.certifiedAs(at.Alpha, at.B, x)
	case at.Bound.Prox != nil && f.isProx(at.Bound.Prox, x.B):
		x.R.Copy(at.Bound.Prox)
		return f.certifiedAs(at.Alpha, at.B, x)
	case at.Bound.Prox != nil && f.mean != nil:
		if err := f.proxNear(x, at.Bound.Prox); err != nil {
			return nil, err
		}
		return f.certifiedAs(at.Alpha, at.B, x)
	case f.mean != nil:
		return nil, fmt.Errorf("solve: coefficients alone prove nothing of the penalty %s with the loss %s: give their Bound too", called(f.p.Penalty), f.p.lossName())
	}
	return f.boundOf(at.Alpha, at.B)
}

// blockProx sets R to the blocks at which u = -2 nu B is a subgradient of the penalty, if
// this is a sum of block norms and squares: R_g = (1 - rad_g/||u_g||)_+ u_g/(2 c2). Without
// squares it is 0, as it does not matter then.
func (f *finisher) blockProx(R, B *mat.Dense) {
	c2 := f.p.Tau * f.quad / float64(f.n)
	if c2 == 0 {
		return
	}
	for g, members := range f.groups {
		var square float64
		for i := range f.n {
			for _, a := range members {
				square += B.At(i, a) * B.At(i, a)
			}
		}
		rad, norm := f.p.Tau*f.weights[g]/math.Sqrt(float64(f.n)), 2*f.nu*math.Sqrt(square)
		if !(norm > rad) {
			continue
		}
		factor := -2 * f.nu * (1 - rad/norm) / (2 * c2)
		for i := range f.n {
			for _, a := range members {
				R.Set(i, a, factor*B.At(i, a))
			}
		}
	}
}

// proxNear sets the R of x to the prox of R - c B, with c the curvature, where R is nearly that. By so much, over c, the
// blocks of a dual point are off those of x, which is kept for the bound.
func (f *finisher) proxNear(x *point, R *mat.Dense) error {
	f.shift(R, x.B)
	if err := f.pen.prox(x.R, f.work, f.proxStep()); err != nil {
		return err
	}
	var apart mat.Dense
	apart.Sub(x.R, R)
	f.apart = make([]float64, f.d)
	columnNorms(f.apart, &apart)
	floats.Scale(math.Sqrt(float64(f.n))/f.curvature, f.apart)
	return nil
}

// isProx reports whether R is the prox of R - c B, with c the curvature, but for roundings:
// then -2 nu B is a subgradient of the penalty at R.
func (f *finisher) isProx(R, B *mat.Dense) bool {
	const roundings = 64 * unit
	var again mat.Dense
	again.CloneFrom(R)
	f.shift(R, B)
	size := mat.Norm(f.work, 2)
	if f.pen.prox(&again, f.work, f.proxStep()) != nil {
		return false
	}
	again.Sub(&again, R)
	return mat.Norm(&again, 2) <= roundings*size
}

// shift sets work to W - c B, with c the curvature.
func (f *finisher) shift(W, B *mat.Dense) {
	f.work.Scale(-f.curvature, B)
	f.work.Add(f.work, W)
}

// stationary returns the Solution of coefficients that have no certificate, with their
// residual. An input whose norm and block of the prox disagree stays as the norm says.
func (f *finisher) stationary(ctx context.Context, at Coefficients) (*Solution, error) {
	s, err := f.boundOf(at.Alpha, at.B)
	if err != nil || f.nu == 0 {
		return s, err
	}
	m, err := f.evaluated(at.Alpha, at.B, true)
	if err != nil {
		return nil, err
	}
	unsettled, _ := f.unsettled(m)
	size := math.Sqrt(f.floor * 1e12)
	s.Residual = math.Sqrt(math.Max(unsettled.at.Hi, 0)) / max(size, math.SmallestNonzeroFloat64)
	W, B, R := mat.NewDense(f.n, f.d, floats64(m.W)), mat.NewDense(f.n, f.d, nil), mat.NewDense(f.n, f.d, nil)
	f.blocksInto(B, at.B)
	scaleRows(W, f.steep)
	top, blocks, apart := f.largest(ctx), mat.Norm(B, 2), math.Inf(1)
	for _, part := range []float64{1, 0.1, 0.01, 0.001} {
		f.curvature = max(top*part, math.SmallestNonzeroFloat64)
		f.shift(W, B)
		if err := f.pen.prox(R, f.work, f.proxStep()); err != nil {
			return nil, err
		}
		R.Sub(R, W)
		apart = min(apart, mat.Norm(R, 2)/max(f.curvature*blocks, math.SmallestNonzeroFloat64))
	}
	s.Residual = max(s.Residual, apart)
	return s, nil
}
