package solve_test

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestFits: what an operator takes follows from its kernel, of which a width may still be a rule, and the refusal says how
// many samples fit.
func TestFits(t *testing.T) {
	gauss := kern.Gaussian{Width: kern.MedianDistance}
	periodic := kern.Periodic{Period: 1, Width: 1}
	const n, d = 100, 4
	for _, c := range []struct {
		k    kern.Kernel
		want float64 // matrices of n x n
	}{
		{gauss, 8},
		{kern.Linear{}, 8},
		{kern.ARD{Base: gauss, Widths: []float64{1, 1, 1, 1}}, 8},
		{kern.Sum(gauss, kern.Linear{}), 11},
		{kern.Product(gauss, kern.Linear{}), 25},
		{kern.Sum(gauss, periodic), 25},
		{kern.ARD{Base: periodic, Widths: []float64{1, 1, 1, 1}}, 25},
		{periodic, 25},
	} {
		if got := solve.OperatorBytes(c.k, n, d) / (8 * n * n); got != c.want {
			t.Errorf("%v: %v matrices, want %v", c.k, got, c.want)
		}
		if err := solve.Fits(c.k, n, d); err != nil {
			t.Errorf("%v: %v", c.k, err)
		}
		big, is := errors.AsType[*solve.MemoryError](solve.Fits(c.k, 100_000, d))
		if !is || solve.Fits(c.k, big.Most, d) != nil || solve.Fits(c.k, big.Most+2, d) == nil {
			t.Errorf("%v: %v", c.k, big)
		}
	}
	if _, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, mat.NewDense(60_000, 1, nil)); err == nil {
		t.Error("an operator on 60000 points")
	}
}
