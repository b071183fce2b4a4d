package kern_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestFarAway: at any distance, values and derivatives are finite.
func TestFarAway(t *testing.T) {
	for _, k := range shipped.EveryKernel(1, kern.Sigma(1e-3)) {
		for _, far := range []float64{1, 1e10, 1e100, 1e150} {
			x, z := []float64{far}, []float64{0}
			got := make([]float64, 2)
			k.Grad(got[:1], x, z)
			k.Mixed(got[1:], x, z)
			for _, v := range append(got, k.Eval(x, z)) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%v at distance %g: %v, derivatives %v", k, far, k.Eval(x, z), got)
				}
			}
		}
	}
}

// TestManyShapes: the rational quadratic of a large shape is the Gaussian, as
// 1 - r^4/(8 shape) tells, and loses no digits on the way there.
func TestManyShapes(t *testing.T) {
	gauss := kern.Gaussian{Width: kern.Sigma(1)}
	x, z := []float64{1.3}, []float64{0}
	for _, shape := range []float64{1e6, 1e9, 1e12, 1e15} {
		k := kern.RationalQuadratic{Width: kern.Sigma(1), Shape: shape}
		want := gauss.Eval(x, z) * (1 + math.Pow(1.3, 4)/(8*shape))
		near(t, fmt.Sprint(k), k.Eval(x, z), want, 1e-15+1/(shape*shape))
	}
}

// TestPeriodsApart: a million periods away, the kernel is the same.
func TestPeriodsApart(t *testing.T) {
	k := kern.Periodic{Period: 0.75, Width: 1} // whole periods are exact numbers
	z := []float64{0}
	for _, at := range []float64{0, 0.125, 0.25, 0.5} {
		x, far := []float64{at}, []float64{at + 0.75e6}
		near(t, "value", k.Eval(far, z), k.Eval(x, z), 1e-15)
		for name, of := range map[string]func(dst, x, z []float64){"gradient": k.Grad, "mixed": k.Mixed} {
			got, want := make([]float64, 1), make([]float64, 1)
			of(got, far, z)
			of(want, x, z)
			near(t, name, got[0], want[0], 1e-15)
		}
	}
}

// TestJetsWhereTheyCancel: the slopes of tanh and of the arc sine to all digits.
func TestJetsWhereTheyCancel(t *testing.T) {
	v := 18.0
	e := math.Exp(-2 * v)
	if got, want := kern.Variable(v).Tanh().First, 4*e/((1+e)*(1+e)); math.Abs(got/want-1) > 1e-13 {
		t.Errorf("the slope of tanh at %v is %v, want %v", v, got, want)
	}
	const h = 0x1p-40
	if got, want := kern.Variable(1-h).Asin().First, 1/math.Sqrt(h*(2-h)); math.Abs(got/want-1) > 1e-15 {
		t.Errorf("the slope of the arc sine at 1 - 2^-40 is %v, want %v", got, want)
	}
}
