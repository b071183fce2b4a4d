package solve_test

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// sums have parts of several structures.
var sums = []kern.Kernel{
	kern.Sum(ards[0], kern.Scaled(0.3, kern.Linear{})),
	kern.Sum(ards[1], ards[2]),
	kern.Sum(kern.Gaussian{Width: kern.Sigma(1.5)}, kern.Polynomial{Degree: 2, Offset: 1}),
	kern.ARD{Base: kern.Sum(kern.Linear{}, kern.Gaussian{Width: kern.Sigma(0.5)}), Widths: []float64{7, 0.005, 80}},
}

// TestSummedProducts holds products with sums of kernels to sums over the definition.
func TestSummedProducts(t *testing.T) {
	for _, k := range sums {
		productsAreSums(t, k, 15, 3)
	}
}

// TestSummedFits: the same fit as with full matrices.
func TestSummedFits(t *testing.T) {
	X, y := sample(20, 3, 4)
	for _, k := range sums {
		var norms [2][]float64
		for i, k := range []kern.Kernel{k, unstructured{k}} {
			p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.05, Nu: 0.1}
			s, err := solve.Dual{Tol: 1e-8}.Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			norms[i] = s.Norms
		}
		allNear(t, "norms", norms[0], norms[1], 1e-4)
	}
}
