package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Matern52 is the Matern kernel of smoothness 5/2, with r = ||x-z|| and sigma
// given by Width,
//
//	k(x, z) = (1 + c r + c^2 r^2/3) exp(-c r),  c = sqrt(5)/sigma.
//
// Its functions are rougher than those of the Gaussian.
type Matern52 struct {
	Width Width
}

func (k Matern52) String() string { return fmt.Sprintf("Matern52(%v)", k.Width) }

// Check reports a width that is missing, not a positive number, or a rule that
// has not been resolved.
func (k Matern52) Check() error { return checkWidth("Matern", k.Width) }

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Matern52) Resolve(X mat.Matrix) (Kernel, error) { return resolveKernel("Matern", k, X) }

// AtHalfSquare returns kappa and its two derivatives at s = r^2 / 2.
func (k Matern52) AtHalfSquare(s float64) (value, first, second float64) {
	return matern(2, k.Width, s)
}

// Eval returns k(x, z).
func (k Matern52) Eval(x, z []float64) float64 { return valueOf(k.AtHalfSquare(halfSquare(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Matern52) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Matern52) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }

// Matern72 is the Matern kernel of smoothness 7/2, with r = ||x-z|| and sigma
// given by Width,
//
//	k(x, z) = (1 + c r + 2 c^2 r^2/5 + c^3 r^3/15) exp(-c r),  c = sqrt(7)/sigma.
type Matern72 struct {
	Width Width
}

func (k Matern72) String() string { return fmt.Sprintf("Matern72(%v)", k.Width) }

// Check reports a width that is missing, not a positive number, or a rule that
// has not been resolved.
func (k Matern72) Check() error { return checkWidth("Matern", k.Width) }

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Matern72) Resolve(X mat.Matrix) (Kernel, error) { return resolveKernel("Matern", k, X) }

// AtHalfSquare returns kappa and its two derivatives at s = r^2 / 2.
func (k Matern72) AtHalfSquare(s float64) (value, first, second float64) {
	return matern(3, k.Width, s)
}

// Eval returns k(x, z).
func (k Matern72) Eval(x, z []float64) float64 { return valueOf(k.AtHalfSquare(halfSquare(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Matern72) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Matern72) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }

// Matern92 is the Matern kernel of smoothness 9/2, with r = ||x-z|| and sigma
// given by Width,
//
//	k(x, z) = (1 + c r + 3 c^2 r^2/7 + 2 c^3 r^3/21 + c^4 r^4/105) exp(-c r),  c = sqrt(9)/sigma.
type Matern92 struct {
	Width Width
}

func (k Matern92) String() string { return fmt.Sprintf("Matern92(%v)", k.Width) }

// Check reports a width that is missing, not a positive number, or a rule that
// has not been resolved.
func (k Matern92) Check() error { return checkWidth("Matern", k.Width) }

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Matern92) Resolve(X mat.Matrix) (Kernel, error) { return resolveKernel("Matern", k, X) }

// AtHalfSquare returns kappa and its two derivatives at s = r^2 / 2.
func (k Matern92) AtHalfSquare(s float64) (value, first, second float64) {
	return matern(4, k.Width, s)
}

// Eval returns k(x, z).
func (k Matern92) Eval(x, z []float64) float64 { return valueOf(k.AtHalfSquare(halfSquare(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Matern92) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Matern92) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }

// matern is the Matern kernel of smoothness m + 1/2 at s = r^2 / 2, with its two
// derivatives by s. By (1/t) d/dt (t^nu K_nu(t)) = -t^(nu-1) K_(nu-1)(t) these
// are Matern functions of lower smoothness: with c = sqrt(2 m + 1)/sigma and M_m
// equal to 1 at 0,
//
//	kappa = M_m(c r),  kappa' = -c^2/(2m-1) M_(m-1)(c r),  kappa” = c^4/((2m-1)(2m-3)) M_(m-2)(c r).
func matern(m int, width Width, s float64) (value, first, second float64) {
	c := math.Sqrt(float64(2*m+1)) / mustSigma("Matern", width)
	t := c * math.Sqrt(2*s)
	e := math.Exp(-t)
	if e == 0 { // the polynomial may overflow there
		return 0, 0, 0
	}
	// (2m-1)(2m-3)...1 M_m e^t are the reverse Bessel polynomials: theta_m =
	// (2m-1) theta_(m-1) + t^2 theta_(m-2), which add up positive terms.
	var M [3]float64 // M_m, M_(m-1), M_(m-2), times e^t
	before, theta, odd := 1.0, 1.0, 1.0
	for k := 0; k <= m; k++ {
		switch k {
		case 0:
		case 1:
			theta = 1 + t
		default:
			before, theta = theta, float64(2*k-1)*theta+t*t*before
			odd *= float64(2*k - 1)
		}
		M[0], M[1], M[2] = theta/odd, M[0], M[1]
	}
	slope := c * c / float64(2*m-1)
	return M[0] * e, -slope * M[1] * e, slope * c * c / float64(2*m-3) * M[2] * e
}
