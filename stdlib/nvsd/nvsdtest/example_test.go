package nvsdtest_test

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A penalty made of a function of one norm keeps the contract. Wrapped as convex,
// which it is not, it does not.
func ExamplePenalty() {
	p := penalty.Separable(func(u float64) float64 { return math.Log1p(u / 0.1) })
	fmt.Println(nvsdtest.Penalty(p, 18).Holds())
	for _, c := range nvsdtest.Penalty(penalty.Convex(p), 18).Failures() {
		fmt.Println(c.Name)
	}
	// Output:
	// true
	// Prox is no worse than points around it
	// Value is convex, as declared
	// Prox is firmly nonexpansive, as for convex penalties
}

// The hyperbolic tangent of an inner product is not positive definite, though
// it is used as a kernel.
func ExampleKernel() {
	k := kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Tanh() })
	for _, c := range nvsdtest.Kernel(k, 2).Failures() {
		fmt.Println(c.Name)
	}
	// Output:
	// the matrix of values is positive semidefinite
	// the matrix of values and derivatives is positive semidefinite
}
