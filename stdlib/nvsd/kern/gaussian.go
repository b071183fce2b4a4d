package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Gaussian is k(x, z) = exp(-||x-z||^2 / (2 sigma^2)), with sigma given by
// Width.
type Gaussian struct {
	Width Width
}

func (k Gaussian) String() string { return fmt.Sprintf("Gaussian(%v)", k.Width) }

// Check reports a width that is missing, not a positive number, or a rule that
// has not been resolved.
func (k Gaussian) Check() error { return checkWidth("Gaussian", k.Width) }

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Gaussian) Resolve(X mat.Matrix) (Kernel, error) { return resolveKernel("Gaussian", k, X) }

// AtHalfSquare returns kappa(s) = exp(-s / sigma^2) and its two derivatives, at
// s = ||x-z||^2 / 2.
func (k Gaussian) AtHalfSquare(s float64) (value, first, second float64) {
	sigma := mustSigma("Gaussian", k.Width)
	g := 1 / (sigma * sigma)
	value = math.Exp(-g * s)
	return value, -g * value, g * g * value
}

// Eval returns k(x, z).
func (k Gaussian) Eval(x, z []float64) float64 { return valueOf(k.AtHalfSquare(halfSquare(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Gaussian) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Gaussian) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }
