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
// at a direction without curvature, or when the residual has not fallen for
// long, as happens at the floor of rounding, where going on would only add what
// A does not see. It returns the best residual's norm relative to ||b|| and the
// number of products.
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
	best, since := append([]float64(nil), x...), 0
	for residual = 1; residual > tol && steps < most && ctx.Err() == nil; steps++ {
		apply(q, p)
		curvature := floats.Dot(p, q)
		if !(curvature > 0) || math.IsInf(curvature, 1) {
			break
		}
		step := rz / curvature
		floats.AddScaled(x, step, p)
		floats.AddScaled(r, -step, q)
		if now := floats.Norm(r, 2) / norm; now < residual {
			copy(best, x)
			residual, since = now, 0
		} else if since++; since > stagnant {
			break
		}
		precondition(z, r)
		next := floats.Dot(r, z)
		floats.AddScaledTo(p, z, next/rz, p)
		rz = next
	}
	copy(x, best)
	return residual, steps
}

// stagnant is the number of steps without a smaller residual after which
// conjugate gradients give up. Residuals do rise for a while when A is badly
// conditioned.
const stagnant = 200
