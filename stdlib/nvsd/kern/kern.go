// Package kern provides reproducing kernels with their derivatives.
//
// A kernel is a value. Its width may be a number, [Sigma], or a [WidthRule] such as
// [Mean20thNN], which becomes a number once there are data: [Resolve] returns the kernel
// with numbers in place of rules.
package kern

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Kernel is a reproducing kernel with the derivatives that derivative norms
// need. Points have length d.
//
// A kernel may have further methods, which package trait lists and finds. AtDot,
// AtHalfSquare and Unstretched state its structure, and solvers then have fast
// products for it. Check() error is called before the kernel is used. Certified()
// bool reports whether the derivatives are exact; where they are not, solutions are
// marked as approximate. [Suspect] looks for derivatives that are wrong, as package
// nvsd does before every path.
type Kernel interface {
	// Eval returns k(x, z).
	Eval(x, z []float64) float64
	// Grad sets dst[a] = d k(x, z) / d x_a; dst has length d.
	Grad(dst, x, z []float64)
	// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b; dst has length d*d.
	Mixed(dst, x, z []float64)
}

// Resolve returns k with every width rule replaced by the number that it gives
// on the rows of X (n x d), which should be scaled as in the fit. A kernel without rules
// is returned as it is. The error says what is wrong with the kernel's parameters, or
// why a rule gives no width on these data.
func Resolve(k Kernel, X mat.Matrix) (Kernel, error) {
	if k == nil {
		return nil, fmt.Errorf("kern: no kernel (nil)")
	}
	var r Resolver
	if trait.Find(k, &r) {
		return r.Resolve(X)
	}
	return k, trait.CheckParameters(k)
}

// A Resolver is a kernel with width rules. Its Resolve returns the kernel with the
// numbers that they give on the rows of X.
type Resolver interface {
	Resolve(X mat.Matrix) (Kernel, error)
}
