package solve

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	held         = 1 - 1e-7 // from here on an eigenvalue of J counts as 1
	newtonSolved = 1e-3     // relative residual at which conjugate gradients stop
)

// newtonStep sets Y to a semismooth Newton step from x for the equation that holds
// at the optimum, W = prox(Z) with W = M B + g and Z = W - B/s, and WY to
// M Y + g. With R the prox at x and J its derivative the step is
//
//	(I - J) M dB + J dB/s = R - W.
//
// Where J = 1 it is at hand. On the rest, divided by I - J, the matrix is
// M + J/(s (I-J)), positive semidefinite, and conjugate gradients need only
// products with M, at most most of them. The step is only as good as the guess
// of which norms are 0 that x makes: the caller keeps it if the gap falls.
func (r *dualRun) newtonStep(ctx context.Context, x *point, most int) error {
	c := r.curvature // 1/s
	Z := r.work
	Z.Scale(-c, x.B)
	Z.Add(Z, x.W)
	R := mat.NewDense(r.n, r.d, nil)
	if err := r.pen.prox(R, Z, r.proxStep()); err != nil {
		return err
	}
	J, err := newJacobian(r.pen, Z, r.proxStep())
	if err != nil {
		return err
	}
	where := func(on bool, f func(v float64) float64) spectral {
		return J.of(func(v float64) float64 {
			if (v > held) != on {
				return 0
			}
			return f(v)
		})
	}
	isHeld := where(true, func(v float64) float64 { return 1 / (c * v) })
	free := where(false, func(float64) float64 { return 1 })
	divide := where(false, func(v float64) float64 { return 1 / (1 - v) })
	stiff := where(false, func(v float64) float64 { return c * v / (1 - v) })
	// M is small against 1/s in most directions, which the preconditioner
	// allows for by a fraction.
	soften := where(false, func(v float64) float64 { return 1 / (c*v/(1-v) + 0.05*c) })

	rest := make([]float64, r.n*r.d) // R - W
	floats.SubTo(rest, R.RawMatrix().Data, x.W.RawMatrix().Data)
	step, alpha := mat.NewDense(r.n, r.d, nil), make([]float64, r.n)
	J.apply(step.RawMatrix().Data, rest, isHeld)
	r.curve(r.WY, alpha, step)
	r.iter++

	b, add := make([]float64, len(rest)), make([]float64, len(rest))
	J.apply(b, rest, divide)
	J.apply(add, r.WY.RawMatrix().Data, free)
	floats.Sub(b, add)
	in, out := mat.NewDense(r.n, r.d, nil), mat.NewDense(r.n, r.d, nil)
	_, steps := conjugate(ctx, r.Y.RawMatrix().Data, b, func(dst, src []float64) {
		J.apply(in.RawMatrix().Data, src, free)
		r.curve(out, alpha, in)
		J.apply(dst, out.RawMatrix().Data, free)
		J.apply(add, src, stiff)
		floats.Add(dst, add)
	}, func(dst, src []float64) { J.apply(dst, src, soften) }, newtonSolved, most)

	r.Y.Add(r.Y, step)
	r.Y.Add(r.Y, x.B)
	r.field(r.WY, alpha, r.Y)
	r.iter += steps + 1
	return nil
}
