package kern

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// FromEval returns the kernel (f(x, z) + f(z, x)) / 2, with derivatives by central
// differences of fourth order. It has no structure: solvers form its matrices in full,
// with 16 calls of f for every mixed derivative. On inputs of order one, as scaling makes
// them, gradients are good to some 11 digits and mixed derivatives to 9 where f is
// smooth. Since the derivatives are not exact, a solver's certificate holds for a kernel
// close to this one: [Certified] is false.
//
// f must not keep or change its arguments.
func FromEval(f func(x, z []float64) float64) Kernel { return fromEval{f} }

// Certified reports whether the derivatives of k are exact, so that a solver's
// certificate holds for k itself. A kernel without a method Certified() bool counts as
// exact.
func Certified(k Kernel) bool { return trait.IsCertified(k) }

type fromEval struct {
	f func(x, z []float64) float64
}

func (fromEval) String() string { return "FromEval(function)" }

// Certified returns false: the derivatives are not exact.
func (fromEval) Certified() bool { return false }

// Check reports a function that is missing.
func (k fromEval) Check() error {
	if k.f == nil {
		return fmt.Errorf("kern.FromEval has no function (nil)")
	}
	return nil
}

// Eval returns k(x, z).
func (k fromEval) Eval(x, z []float64) float64 { return (k.f(x, z) + k.f(z, x)) / 2 }

// The steps of the differences, relative to an input where that is above 1:
// their errors are of the order step^4, and those of rounding 1e-16/step and
// 1e-16/step^2.
const (
	gradStep  = 5e-4
	mixedStep = 2e-3
)

func step(base, v float64) float64 { return base * max(1, math.Abs(v)) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k fromEval) Grad(dst, x, z []float64) {
	y := slices.Clone(x)
	for a, v := range x {
		h := step(gradStep, v)
		across := func(h float64) float64 {
			y[a] = v + h
			plus := k.Eval(y, z)
			y[a] = v - h
			return (plus - k.Eval(y, z)) / (2 * h)
		}
		dst[a] = (4*across(h) - across(2*h)) / 3
		y[a] = v
	}
}

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k fromEval) Mixed(dst, x, z []float64) {
	d := len(x)
	y, w := slices.Clone(x), slices.Clone(z)
	for a, xa := range x {
		for b, zb := range z {
			h, l := step(mixedStep, xa), step(mixedStep, zb)
			at := func(h, l float64) float64 {
				y[a], w[b] = xa+h, zb+l
				return k.Eval(y, w)
			}
			across := func(h, l float64) float64 {
				return (at(h, l) + at(-h, -l) - (at(h, -l) + at(-h, l))) / (4 * h * l)
			}
			dst[a*d+b] = (4*across(h, l) - across(2*h, 2*l)) / 3
			y[a], w[b] = xa, zb
		}
	}
}
