package solve_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

var widths = []float64{0.5, 3, 20}

// ards are structured by their bases, one of them twice over.
var ards = []kern.ARD{
	{Base: kern.Gaussian{Width: kern.Sigma(1.5)}, Widths: widths},
	{Base: kern.Polynomial{Degree: 3, Offset: 1}, Widths: widths},
	{Base: kern.Scaled(2, kern.Matern72{Width: kern.Sigma(2)}), Widths: widths},
	{Base: kern.ARD{Base: kern.RationalQuadratic{Width: kern.Sigma(1), Shape: 2}, Widths: []float64{2, 2, 0.1}}, Widths: widths},
}

// TestStretchedProducts holds products on scaled inputs to sums over the
// definition.
func TestStretchedProducts(t *testing.T) {
	const n, d = 15, 3
	for _, k := range ards {
		productsAreSums(t, k, n, d)
	}
}

// TestStretchedFits: the same fit as with full matrices, norms in the units of
// the inputs, not in those of the scaled ones.
func TestStretchedFits(t *testing.T) {
	const n, d = 20, 3
	X, y := sample(n, d, 4)
	for _, k := range ards {
		var norms [2][]float64
		for i, k := range []kern.Kernel{k, unstructured{k}} {
			p := &solve.Problem{Op: operator(t, k, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.05, Nu: 0.1}
			s, err := solve.Dual{Tol: 1e-10}.Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			norms[i] = s.Norms
		}
		allNear(t, k.String(), norms[0], norms[1], 1e-4)
	}
}

// TestStretchedFitsWhereDenseDoesNot: full matrices would take n^2 (1+d)^2
// numbers, 27 GiB.
func TestStretchedFitsWhereDenseDoesNot(t *testing.T) {
	const n, d = 100, 600
	X := mat.NewDense(n, d, nil)
	X.Apply(func(i, a int, _ float64) float64 { return math.Sin(float64(i*a + a)) }, X)
	w := make([]float64, d)
	for a := range w {
		w[a] = 1 + float64(a)
	}
	k := kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: w}
	if _, err := solve.NewOperator(k, X); err != nil {
		t.Error(err)
	}
	if _, err := solve.NewOperator(unstructured{k}, X); err == nil || !strings.Contains(err.Error(), "GiB") {
		t.Errorf("full matrices: %v", err)
	}
	k.Widths = w[:7]
	if _, err := solve.NewOperator(k, X); err == nil || !strings.Contains(err.Error(), "7 widths for 600 inputs") {
		t.Errorf("7 widths: %v", err)
	}
}
