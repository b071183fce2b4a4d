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

// In a Go test, with a *testing.T in place of the printer, what does not hold is
// an error of the test, with the draw that shows it.
func ExampleCheck() {
	twice := penalty.Named("lasso of twice the step", penalty.Convex(doubled{}))
	nvsdtest.Check(printer{}, nvsdtest.Penalty(twice, 2))
	// Output:
	// lasso of twice the step on 2 inputs (seed 1): Prox is no worse than points around it: at u = [0.2009 0], t = 0.1745 it returns [0 0]; at [0.2009 0] 1/2 ||r-u||^2 + t P(r) is 0.0149 more, which for a convex penalty would be 0.0202 at least
	// lasso of twice the step on 2 inputs (seed 1): Prox is no worse than a naive search: at u = [0.2009 0], t = 0.1745 it returns [0 0], where 1/2 ||r-u||^2 + t P(r) is 0.0201797; at [0.02642 0] it is 0.0198305
}

// doubled is a lasso whose prox is not that of its value.
type doubled struct{ penalty.Lasso }

func (p doubled) Prox(dst, u []float64, t float64) { p.Lasso.Prox(dst, u, 2*t) }

// A printer is what Check needs of a *testing.T.
type printer struct{}

func (printer) Helper() {}

func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
