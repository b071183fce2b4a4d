package kern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// ARD is k(x / Widths, z / Widths) for the kernel k = Base: every input has a length
// scale of its own (automatic relevance determination with given scales). A width rule
// of Base sees the scaled inputs. Derivatives are by x, so that norms keep the units of
// the inputs. Solvers have fast products for an ARD where they have them for Base, and for a sum
// with an ARD among its parts. They have none for a product with one.
type ARD struct {
	Base   Kernel
	Widths []float64 // length d, all > 0; +Inf leaves the input out
}

func (k ARD) String() string {
	var in []int
	var widths []float64
	for a, w := range k.Widths {
		if !math.IsInf(w, 1) {
			in, widths = append(in, a), append(widths, w)
		}
	}
	if len(in) == len(k.Widths) {
		return fmt.Sprintf("ARD(%v, widths %.4g)", k.Base, k.Widths)
	}
	return fmt.Sprintf("ARD(%v, widths %.4g of inputs %d among %d)", k.Base, widths, in, len(k.Widths))
}

// Check reports a missing Base, an error of Base, and widths that are not positive numbers.
func (k ARD) Check() error {
	if err := k.checkWidths(); err != nil {
		return err
	}
	return trait.CheckParameters(k.Base)
}

func (k ARD) checkWidths() error {
	if k.Base == nil {
		return fmt.Errorf("the ARD kernel has no Base (nil)")
	}
	for a, w := range k.Widths {
		if !(w > 0) {
			return fmt.Errorf("input %d of the ARD kernel: the width is %v: it must be a number > 0, or +Inf to leave the input out", a, w)
		}
	}
	return nil
}

// Certified reports whether the derivatives of Base are exact.
func (k ARD) Certified() bool { return Certified(k.Base) }

// Resolve resolves Base on the scaled rows of X.
func (k ARD) Resolve(X mat.Matrix) (Kernel, error) {
	scaled, err := k.scaled(X)
	if err != nil {
		return nil, err
	}
	base, err := Resolve(k.Base, Weighed(scaled, weightsOf(X)))
	if err != nil {
		return nil, err
	}
	k.Base = base
	return k, nil
}

// scaled returns the rows of X divided by Widths.
func (k ARD) scaled(X mat.Matrix) (*mat.Dense, error) {
	if _, d := X.Dims(); d != len(k.Widths) {
		return nil, fmt.Errorf("kern: the ARD kernel has %d widths for %d inputs", len(k.Widths), d)
	}
	if err := k.checkWidths(); err != nil {
		return nil, fmt.Errorf("kern: %w", err)
	}
	scaled := mat.DenseCopyOf(X)
	scaled.Apply(func(_, a int, v float64) float64 { return v / k.Widths[a] }, scaled)
	return scaled, nil
}

// Unstretched returns Base and a copy of Widths: solvers use the structure of
// Base on scaled inputs.
func (k ARD) Unstretched() (base any, widths []float64) { return k.Base, slices.Clone(k.Widths) }

// scale returns x / Widths, and panics where the lengths differ.
func (k ARD) scale(x []float64) []float64 {
	if len(x) != len(k.Widths) {
		panic(fmt.Sprintf("kern: the ARD kernel has %d widths, the point has %d inputs", len(k.Widths), len(x)))
	}
	y := make([]float64, len(x))
	for a, v := range x {
		y[a] = v / k.Widths[a]
	}
	return y
}

// Eval returns k(x, z).
func (k ARD) Eval(x, z []float64) float64 { return k.Base.Eval(k.scale(x), k.scale(z)) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k ARD) Grad(dst, x, z []float64) {
	k.Base.Grad(dst, k.scale(x), k.scale(z))
	for a, w := range k.Widths {
		dst[a] /= w
	}
}

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k ARD) Mixed(dst, x, z []float64) {
	k.Base.Mixed(dst, k.scale(x), k.scale(z))
	d := len(k.Widths)
	for a, wa := range k.Widths {
		for b, wb := range k.Widths {
			dst[a*d+b] /= wa * wb
		}
	}
}
