package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// conjugate solves A x = b by preconditioned conjugate gradients from x = 0,
// for A positive semidefinite and b in its range; then x is the solution of
// least norm in the preconditioner's metric. apply sets dst = A src, precondition
// dst = C src. It stops once the residual is below tol ||b||, after most steps, at a
// direction without curvature, or when the residual has not fallen for long. The last
// happens at the floor of rounding, where further steps only add parts of x that A maps to
// 0. It returns the best residual's norm relative to ||b|| and the number of products.
func conjugate(ctx context.Context, x, b []float64, apply, precondition func(dst, src []float64), tol float64, most int) (residual float64, steps int) {
	norm := floats.Norm(b, 2)
	if norm == 0 {
		clear(x)
		return 0, 0
	}
	best, since := make([]float64, len(x)), 0
	residual = 1
	steps = conjugateUntil(ctx, x, b, apply, precondition, func(x, r []float64) bool {
		if now := floats.Norm(r, 2) / norm; now < residual {
			copy(best, x)
			residual, since = now, 0
		} else {
			since++
		}
		return residual <= tol || since > stagnant
	}, most)
	copy(x, best)
	return residual, steps
}

// stagnant is the number of steps without a smaller residual after which
// conjugate gradients give up. Residuals do rise for a while when A is badly
// conditioned.
const stagnant = 200

// conjugateUntil is [conjugate] with another rule to stop: after every step it calls
// done(x, r), with r = b - A x as the steps update it. It leaves the last x and returns
// the number of products.
func conjugateUntil(ctx context.Context, x, b []float64, apply, precondition func(dst, src []float64), done func(x, r []float64) bool, most int) (steps int) {
	clear(x)
	r := append([]float64(nil), b...)
	z, p, q := make([]float64, len(b)), make([]float64, len(b)), make([]float64, len(b))
	precondition(z, r)
	copy(p, z)
	rz := floats.Dot(r, z)
	for steps < most && ctx.Err() == nil {
		apply(q, p)
		curvature := floats.Dot(p, q)
		if !(curvature > 0) || math.IsInf(curvature, 1) {
			break
		}
		steps++
		step := rz / curvature
		floats.AddScaled(x, step, p)
		floats.AddScaled(r, -step, q)
		if done(x, r) {
			break
		}
		precondition(z, r)
		next := floats.Dot(r, z)
		floats.AddScaledTo(p, z, next/rz, p)
		rz = next
	}
	return steps
}
