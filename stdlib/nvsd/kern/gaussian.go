package kern

import (
	"errors"
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
func (k Gaussian) Check() error {
	switch w := k.Width.(type) {
	case nil:
		return errors.New("the Gaussian kernel has no width: set Width to kern.Sigma(s), or to a rule such as kern.Mean20thNN")
	case Sigma:
		return w.check()
	}
	return fmt.Errorf("the width %v of the Gaussian kernel is a rule: call kern.Resolve(k, X) with the data first", k.Width)
}

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k Gaussian) Resolve(X mat.Matrix) (Kernel, error) {
	if k.Width == nil {
		return nil, fmt.Errorf("kern: %w", k.Check())
	}
	s, err := k.Width.On(X)
	if err != nil {
		return nil, fmt.Errorf("kern: Gaussian: %w", err)
	}
	return Gaussian{Sigma(s)}, nil
}

// sigma panics where Check fails.
func (k Gaussian) sigma() float64 {
	if s, ok := k.Width.(Sigma); ok {
		return float64(s)
	}
	panic("kern: " + k.Check().Error())
}

// AtHalfSquare returns kappa(s) = exp(-s / sigma^2) and its two derivatives, at
// s = ||x-z||^2 / 2.
func (k Gaussian) AtHalfSquare(s float64) (value, first, second float64) {
	sigma := k.sigma()
	g := 1 / (sigma * sigma)
	value = math.Exp(-g * s)
	return value, -g * value, g * g * value
}

// Eval returns k(x, z).
func (k Gaussian) Eval(x, z []float64) float64 {
	value, _, _ := k.AtHalfSquare(halfSquare(x, z))
	return value
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Gaussian) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Gaussian) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }
