package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
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

// AtHalfSquares sets values to kappa and first to its first derivative at every one of s, which are at
// least 0. The values are those of AtHalfSquare but for the last digit, and 0 where they are below 1e-307.
func (k Gaussian) AtHalfSquares(values, first, s []float64) {
	sigma := mustSigma("Gaussian", k.Width)
	g := 1 / (sigma * sigma)
	for i, v := range s {
		values[i] = -g * v
	}
	panel.Exp(values, values[:len(s)])
	for i, v := range values[:len(s)] {
		first[i] = -g * v
	}
}

// ManyHalfSquares returns the method AtHalfSquares of a kernel, which a [Gaussian] has, and nil for any other.
func ManyHalfSquares(k any) func(values, first, s []float64) {
	if g, is := k.(Gaussian); is {
		return g.AtHalfSquares
	}
	return nil
}

// Eval returns k(x, z).
func (k Gaussian) Eval(x, z []float64) float64 { return valueOf(k.AtHalfSquare(halfSquare(x, z))) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Gaussian) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Gaussian) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }
