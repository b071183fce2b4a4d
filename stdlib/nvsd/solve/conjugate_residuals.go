package solve

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// conjugateResiduals solves A x = b from x = 0 for A positive semidefinite and b
// in its range; then x is the solution of least norm. Each x has the smallest
// residual in the space of the steps so far, so that the residual never rises,
// unlike that of conjugate gradients, and every x is worth stopping at. apply
// sets dst = A src.
//
// After every step done(x, r) is asked, r = b - A x, whether it is enough. The
// steps end besides after most of them, at the floor of rounding, and with ctx.
func conjugateResiduals(ctx context.Context, x, b []float64, apply func(dst, src []float64), done func(x, r []float64) bool, most int) {
	clear(x)
	size := len(b)
	r, Ar := append([]float64(nil), b...), make([]float64, size)
	apply(Ar, r)
	p, Ap := append([]float64(nil), r...), append([]float64(nil), Ar...)
	curvature, floor := floats.Dot(r, Ar), rounding*floats.Norm(b, 2)
	for steps := 1; steps < most && ctx.Err() == nil && curvature > 0; steps++ {
		step := curvature / floats.Dot(Ap, Ap)
		floats.AddScaled(x, step, p)
		floats.AddScaled(r, -step, Ap)
		if done(x, r) || floats.Norm(r, 2) <= floor {
			return
		}
		apply(Ar, r)
		next := floats.Dot(r, Ar)
		floats.AddScaledTo(p, r, next/curvature, p)
		floats.AddScaledTo(Ap, Ar, next/curvature, Ap)
		curvature = next
	}
}

// rounding is the relative residual below which steps change nothing.
const rounding = 1e-15
