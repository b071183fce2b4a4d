package solve

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// bent is a Gaussian near 0 and another function far from it.
type bent struct{ kern.Gaussian }

func (k bent) AtHalfSquare(s float64) (value, first, second float64) {
	if s > 4 {
		return kern.RationalQuadratic{Width: kern.Sigma(1), Shape: 1}.AtHalfSquare(s)
	}
	return k.Gaussian.AtHalfSquare(s)
}

// late is exp(-s), whose derivatives are no multiples of it from some s on, each from its own.
type late struct {
	kern.Gaussian
	first, second float64
}

func (l late) AtHalfSquare(s float64) (k, k1, k2 float64) {
	k = math.Exp(-s)
	k1, k2 = -k, k
	if s > l.first {
		k1 *= 2
	}
	if s > l.second {
		k2 *= 2
	}
	return k, k1, k2
}

// TestMultiples: derivatives that are multiples of the kernel at all points are
// found, and then kept in the kernel's own matrix.
func TestMultiples(t *testing.T) {
	const none = 1e300 // no multiple
	X := mat.NewDense(4, 2, []float64{1, 2, 3, 4, -1, 0, 0, 0.5})
	gauss := kern.Gaussian{Width: kern.Sigma(2)}
	for _, c := range []struct {
		kernel        kern.Kernel
		first, second float64
	}{
		{gauss, -0.25, 0.0625},
		{kern.Scaled(3, gauss), -0.25, 0.0625},
		{bent{gauss}, none, none},
		{late{gauss, 1, 8}, none, none},
		{late{gauss, 8, 1}, none, none},
		{late{gauss, 8, 100}, none, 1},
		{kern.Linear{}, none, 0},
		{kern.Polynomial{Degree: 2, Offset: 1}, none, none},
	} {
		op, err := NewOperator(c.kernel, X)
		if err != nil {
			t.Fatal(err)
		}
		e := op.train.(*structuredAt)
		for _, d := range []struct {
			what  string
			want  float64
			table scaledTable
		}{{"first", c.first, e.D1}, {"second", c.second, e.D2}} {
			shared := d.table.Dense == e.K
			if shared != (d.want != none) {
				t.Errorf("%v: the %s derivative shares the kernel's matrix: %v", c.kernel, d.what, shared)
			}
			if shared && math.Abs(d.table.factor-d.want) > 1e-15 {
				t.Errorf("%v: the %s derivative is %v times the kernel, want %v", c.kernel, d.what, d.table.factor, d.want)
			}
		}
	}
}
