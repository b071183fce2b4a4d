package solve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestDualSharedInputs: with groups that share inputs, a kernel of few functions and next to no ridge,
// where first-order steps crawl, the interior point method ends the run after a few hundred products.
// Groups are families without order, and trees.
func TestDualSharedInputs(t *testing.T) {
	const n, d = 13, 12
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 3))
		X, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := X.RawRowView(i)
			for a := range row {
				row[a] = 2*rng.Float64() - 1
			}
			row[1] = 2 * row[0]
			y[i] = rng.NormFloat64() + row[0]
		}
		groups := [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {0, 1, 2}, {3, 4}, {0}, {7, 8, 9, 10}}
		if seed > 0 {
			groups = nil
			for a := range d {
				group := []int{a}
				for b := range d {
					if b != a && rng.IntN(3) == 0 {
						group = append(group, b)
					}
				}
				groups = append(groups, group)
			}
			groups = groups[:8]
			groups = append(groups, []int{8, 9, 10, 11})
		}
		weights := make([]float64, len(groups))
		for g := range weights {
			weights[g] = math.Exp(1.5 * rng.NormFloat64())
		}
		p := &solve.Problem{
			Op: operator(t, kern.Polynomial{Degree: 1}, X), Y: y, Nu: math.Pow(10, -9+2*rng.Float64()),
			Penalty: penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: groups, Weights: weights}},
		}
		for _, tau := range []float64{0.01, 0.1} {
			p.Tau = tau
			sol, err := solve.Dual{Tol: 1e-4, MaxIter: 2000}.Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatalf("seed %d, tau %v: %v", seed, tau, err)
			}
			if sol.Status != solve.Converged {
				t.Errorf("seed %d, tau %v: %v after %d products, relative gap %.2g", seed, tau, sol.Status, sol.Iterations, sol.RelGap)
			}
		}
	}
}
