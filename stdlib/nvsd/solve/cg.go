package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// conjugate solves A x = b by preconditioned conjugate gradients from x = 0,
// for A positive semidefinite and b in its range; then x is the solution of
// least norm in the preconditioner's metric. apply sets dst = A src, precondition
// dst = C src. It stops once the residual is below tol ||b||, after most steps,
// or at a direction without curvature, and returns the residual's norm relative
// to ||b|| and the number of products.
func conjugate(ctx context.Context, x, b []float64, apply, precondition func(dst, src []float64), tol float64, most int) (residual float64, steps int) {
	clear(x)
	norm := floats.Norm(b, 2)
	if norm == 0 {
		return 0, 0
	}
	r := append([]float64(nil), b...)
	z, p, q := make([]float64, len(b)), make([]float64, len(b)), make([]float64, len(b))
	precondition(z, r)
	copy(p, z)
	rz := floats.Dot(r, z)
	for residual = 1; residual > tol && steps < most && ctx.Err() == nil; steps++ {
		apply(q, p)
		curvature := floats.Dot(p, q)
		if !(curvature > 0) || math.IsInf(curvature, 1) {
			break
		}
		step := rz / curvature
		floats.AddScaled(x, step, p)
		floats.AddScaled(r, -step, q)
		residual = floats.Norm(r, 2) / norm
		precondition(z, r)
		next := floats.Dot(r, z)
		floats.AddScaledTo(p, z, next/rz, p)
		rz = next
	}
	return residual, steps
}
