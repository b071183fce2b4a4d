package kern

import (
	"fmt"
	"math"
)

// Polynomial is k(x, z) = (<x, z> + Offset)^Degree. With Offset 0 it is
// homogeneous: only products of exactly Degree factors.
type Polynomial struct {
	Degree int     // at least 1
	Offset float64 // at least 0
}

func (k Polynomial) String() string {
	return fmt.Sprintf("Polynomial(degree %d, offset %.4g)", k.Degree, k.Offset)
}

// Check reports a degree or an offset for which this is not a kernel.
func (k Polynomial) Check() error {
	if k.Degree < 1 {
		return fmt.Errorf("the degree of the polynomial kernel is %d: it must be at least 1", k.Degree)
	}
	if !(k.Offset >= 0) || math.IsInf(k.Offset, 1) {
		return fmt.Errorf("the offset of the polynomial kernel is %v: it must be a finite number >= 0, else the kernel is not positive definite", k.Offset)
	}
	return nil
}

// AtDot returns kappa(s) = (s + Offset)^Degree and its two derivatives, at
// s = <x, z>.
func (k Polynomial) AtDot(s float64) (value, first, second float64) {
	value, first, second = 1, 0, 0
	s += k.Offset
	for range k.Degree { // the product rule, exact in every case
		second = second*s + 2*first
		first = first*s + value
		value *= s
	}
	return value, first, second
}

// Eval returns k(x, z).
func (k Polynomial) Eval(x, z []float64) float64 { return valueOf(k.AtDot(dot(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Polynomial) Grad(dst, x, z []float64) { dotGrad(k.AtDot, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Polynomial) Mixed(dst, x, z []float64) { dotMixed(k.AtDot, dst, x, z) }
