package kern

import (
	"fmt"
	"math"
)

// Isotropic returns the kernel k(x, z) = kappa(||x-z||^2 / 2), with kappa given as a
// function of jets. Its derivatives are exact, and solvers have fast products
// for it:
//
//	kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg().Exp() }) // a Gaussian
//
// The caller must know that it is positive definite. Solvers report a negative
// eigenvalue of its matrix, and package nvsdtest looks for one.
func Isotropic(kappa func(s Jet) Jet) Kernel { return isotropicFunction{function{kappa}} }

// DotProduct returns the kernel k(x, z) = kappa(<x, z>), with kappa given as a
// function of jets. All else is as for [Isotropic].
func DotProduct(kappa func(s Jet) Jet) Kernel { return dotFunction{function{kappa}} }

// function is a function of one number by jets.
type function struct {
	kappa func(Jet) Jet
}

func (k function) at(s float64) (value, first, second float64) {
	j := k.kappa(Variable(s))
	return j.Value, j.First, j.Second
}

// check reports a function that is missing, or has no derivatives at s.
func (k function) check(constructor string, s float64) error {
	if k.kappa == nil {
		return fmt.Errorf("kern.%s has no function (nil)", constructor)
	}
	value, first, second := k.at(s)
	for _, v := range []float64{value, first, second} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the function of kern.%s has value %g and derivatives %g and %g at s = %g: they must be finite there (a square root of s is not)",
				constructor, value, first, second, s)
		}
	}
	return nil
}

type isotropicFunction struct{ function }

func (isotropicFunction) String() string { return "Isotropic(function)" }

// Check reports a function that is missing, or not finite with its derivatives
// at s = 0, where x = z.
func (k isotropicFunction) Check() error { return k.check("Isotropic", 0) }

// AtHalfSquare returns kappa and its two derivatives at s = ||x-z||^2 / 2.
func (k isotropicFunction) AtHalfSquare(s float64) (value, first, second float64) { return k.at(s) }

// Eval returns k(x, z).
func (k isotropicFunction) Eval(x, z []float64) float64 {
	return k.kappa(Variable(halfSquare(x, z))).Value
}

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k isotropicFunction) Grad(dst, x, z []float64) { isotropicGrad(k.at, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k isotropicFunction) Mixed(dst, x, z []float64) { isotropicMixed(k.at, dst, x, z) }

type dotFunction struct{ function }

func (dotFunction) String() string { return "DotProduct(function)" }

// Check reports a function that is missing, or not finite with its derivatives
// at s = 1, an inner product of usual size.
func (k dotFunction) Check() error { return k.check("DotProduct", 1) }

// AtDot returns kappa and its two derivatives at s = <x, z>.
func (k dotFunction) AtDot(s float64) (value, first, second float64) { return k.at(s) }

// Eval returns k(x, z).
func (k dotFunction) Eval(x, z []float64) float64 { return k.kappa(Variable(dot(x, z))).Value }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k dotFunction) Grad(dst, x, z []float64) { dotGrad(k.at, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k dotFunction) Mixed(dst, x, z []float64) { dotMixed(k.at, dst, x, z) }
