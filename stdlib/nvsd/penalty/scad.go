package penalty

import (
	"fmt"
	"math"
)

// SCAD is P(u) = sum_a rho(u_a), the smoothly clipped absolute deviation (Fan
// and Li 2001): the slope of rho is 1 up to Knee, falls to 0 at A Knee, and is
// 0 beyond. Fan and Li's parameters lambda and a are tau = Knee = lambda and A = a;
// they recommend a = 3.7. It is not convex.
type SCAD struct {
	Knee float64 // > 0, in the units of the norms
	A    float64 // > 1
}

func (p SCAD) String() string { return fmt.Sprintf("SCAD(knee %g, a %g)", p.Knee, p.A) }

// Check reports a Knee that is not a positive number, and an A that is not above 1.
func (p SCAD) Check(int) error {
	if !(p.A > 1) || math.IsInf(p.A, 1) {
		return fmt.Errorf("SCAD: a is %v: it must be a finite number > 1 (3.7 is usual)", p.A)
	}
	return checkPositive("SCAD", "knee", p.Knee)
}

// rho returns u up to Knee. Beyond, it adds the integral of a slope that falls from 1
// to 0 over the width Knee.
func (p SCAD) rho(u float64) float64 {
	width := (p.A - 1) * p.Knee
	beyond := min(max(u-p.Knee, 0), width)
	return min(u, p.Knee) + beyond - beyond*beyond/(2*width)
}

// Value returns P(u).
func (p SCAD) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		sum += p.rho(v)
	}
	return sum
}

// Prox sets dst_a to the stationary point of the piece of rho in which it lies. For
// t >= (A-1) Knee the objective is concave on the middle piece, and the better of the
// points on either side of it is taken.
func (p SCAD) Prox(dst, u []float64, t float64) {
	width := (p.A - 1) * p.Knee
	for a, v := range u {
		soft := max(0, v-t)
		switch {
		case v >= p.A*p.Knee && (t < width || p.gains(v, v, t) > p.gains(min(soft, p.Knee), v, t)):
			dst[a] = v
		case t < width && soft > p.Knee:
			// r - u + t (A Knee - r)/width = 0, from Knee on.
			dst[a] = min(v, p.Knee+(soft-p.Knee)/((width-t)/width))
		default:
			dst[a] = min(soft, p.Knee)
		}
	}
}

// gains returns the decrease of 1/2 (r-u)^2 + t rho(r) from its value at r = 0.
func (p SCAD) gains(r, u, t float64) float64 { return r*(u-r/2) - t*p.rho(r) }
