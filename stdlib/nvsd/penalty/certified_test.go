package penalty_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestCertificateIsHonest: with penalties whose prox is found by iteration, the
// lower bound of a run that stopped early is one: a long run does not fall
// below it.
func TestCertificateIsHonest(t *testing.T) {
	const n = 25
	rng := rand.New(rand.NewPCG(4, 2))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		y[i] = x[0] + x[1]*x[2] + 0.3*rng.NormFloat64()
	}
	op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(2)}, X)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []penalty.Penalty{
		penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1}, {1, 2, 3}, {3, 4, 0}})},
		penalty.Convex(penalty.Separable(func(u float64) float64 { return u + u*u/2 })),
	} {
		problem := &solve.Problem{Op: op, Y: y, Penalty: p, Nu: 0.05}
		for _, tau := range []float64{0.5, 0.05, 0.005} {
			problem.Tau = tau
			sharp, err := solve.Dual{Tol: 1e-9}.Solve(t.Context(), problem, nil)
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			for _, tol := range []float64{1, 1e-2, 1e-4, 1e-6} {
				early, err := solve.Dual{Tol: tol}.Solve(t.Context(), problem, nil)
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				if early.Dual > sharp.Objective*(1+1e-12) || early.Objective < sharp.Dual*(1-1e-12) {
					t.Errorf("%v at tau %v, tol %g: bounds %.12g to %.12g, the minimum is in %.12g to %.12g",
						p, tau, tol, early.Dual, early.Objective, sharp.Dual, sharp.Objective)
				}
			}
		}
	}
}
