package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// RationalQuadratic is k(x, z) = (1 + ||x-z||^2 / (2 Shape sigma^2))^-Shape, with
// sigma given by Width: a mixture of Gaussians of many widths, which tends to
// the Gaussian as Shape grows.
type RationalQuadratic struct {
	Width Width
	Shape float64 // > 0
}

func (k RationalQuadratic) String() string {
	return fmt.Sprintf("RationalQuadratic(%v, shape %.4g)", k.Width, k.Shape)
}

// Check reports a width or shape for which this is not a kernel, and a rule that
// has not been resolved.
func (k RationalQuadratic) Check() error {
	if !(k.Shape > 0) || math.IsInf(k.Shape, 1) {
		return fmt.Errorf("the shape of the rational quadratic kernel is %v: it must be a finite number > 0", k.Shape)
	}
	return checkWidth("rational quadratic", k.Width)
}

// Resolve returns the kernel with the width that its rule gives on the rows
// of X.
func (k RationalQuadratic) Resolve(X mat.Matrix) (Kernel, error) {
	var err error
	k.Width, err = resolveWidth("rational quadratic", k.Width, X)
	if err != nil {
		return nil, err
	}
	return k, k.Check()
}

// AtHalfSquare returns kappa(s) = (1 + s/(Shape sigma^2))^-Shape and its two
// derivatives, at s = ||x-z||^2 / 2.
func (k RationalQuadratic) AtHalfSquare(s float64) (value, first, second float64) {
	sigma := mustSigma("rational quadratic", k.Width)
	g := 1 / (sigma * sigma)
	x := g * s / k.Shape
	base := 1 + x
	value = math.Exp(-k.Shape * math.Log1p(x)) // 1 + x rounds off what a large Shape needs of x
	first = -g * value / base
	return value, first, -g * first * (k.Shape + 1) / (k.Shape * base)
}

// Eval returns k(x, z).
func (k RationalQuadratic) Eval(x, z []float64) float64 {
	return valueOf(k.AtHalfSquare(halfSquare(x, z)))
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k RationalQuadratic) Grad(dst, x, z []float64) { isotropicGrad(k.AtHalfSquare, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k RationalQuadratic) Mixed(dst, x, z []float64) { isotropicMixed(k.AtHalfSquare, dst, x, z) }
