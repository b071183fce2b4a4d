package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Matern52 is the Matern kernel of smoothness 5/2, with r = ||x-z|| and sigma
// given by Width,
//
//	k(x, z) = (1 + sqrt(5) r/sigma + 5 r^2/(3 sigma^2)) exp(-sqrt(5) r/sigma):
//
// for functions that are rougher than the Gaussian's.
type Matern52 struct {
	Width Width
}

func (k Matern52) String() string { return fmt.Sprintf("Matern52(%v)", k.Width) }

// Check reports a width that is missing, not a positive number, or a rule that
// has not been resolved.
func (k Matern52) Check() error { return checkWidth("Matern", k.Width) }

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Matern52) Resolve(X mat.Matrix) (Kernel, error) {
	w, err := resolveWidth("Matern", k.Width, X)
	return Matern52{w}, err
}

// AtHalfSquare returns kappa and its two derivatives at s = r^2 / 2: with c =
// sqrt(5)/sigma they are (1 + c r + c^2 r^2/3) e, -(c^2/3) (1 + c r) e and
// (c^4/3) e, e = exp(-c r).
func (k Matern52) AtHalfSquare(s float64) (value, first, second float64) {
	c := math.Sqrt(5) / mustSigma("Matern", k.Width)
	cr := c * math.Sqrt(2*s)
	e := math.Exp(-cr)
	return (1 + cr + cr*cr/3) * e, -c * c / 3 * (1 + cr) * e, c * c * c * c / 3 * e
}

// Eval returns k(x, z).
func (k Matern52) Eval(x, z []float64) float64 {
	value, _, _ := k.AtHalfSquare(halfSquare(x, z))
	return value
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Matern52) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Matern52) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }
