// Package bench holds benchmarks that are run beside a peer in another
// language; path.py runs both sides on the same data.
package bench

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// instance is a path to compute, as path.py writes it.
type instance struct {
	X     [][]float64
	Y     []float64
	Sigma float64 // of a Gaussian; 0: the polynomial (<x, z> + 1)^3
	Nu    float64
	Taus  []float64
	Tol   float64
}

// BenchmarkPath fits the instance that NVSD_INSTANCE names, each tau from the
// solution before it.
func BenchmarkPath(b *testing.B) {
	file := os.Getenv("NVSD_INSTANCE")
	if file == "" {
		b.Skip("NVSD_INSTANCE names no instance: run test/bench/path.py")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var in instance
	if err := json.Unmarshal(text, &in); err != nil {
		b.Fatal(err)
	}
	X := mat.NewDense(len(in.X), len(in.X[0]), nil)
	for i, row := range in.X {
		X.SetRow(i, row)
	}
	var k solve.Kernel = kern.Polynomial{Degree: 3, Offset: 1}
	if in.Sigma > 0 {
		k = kern.Gaussian{Width: kern.Sigma(in.Sigma)}
	}
	for b.Loop() {
		op, err := solve.NewOperator(k, X)
		if err != nil {
			b.Fatal(err)
		}
		p := &solve.Problem{Op: op, Y: in.Y, Penalty: penalty.Lasso{}, Nu: in.Nu}
		var sol *solve.Solution
		products, gap := 0, 0.0
		for _, p.Tau = range in.Taus {
			if sol, err = (solve.Dual{Tol: in.Tol}).Solve(b.Context(), p, sol); err != nil {
				b.Fatal(err)
			}
			products += sol.Iterations
			gap = math.Max(gap, sol.RelGap)
		}
		b.ReportMetric(float64(products), "products/op")
		b.ReportMetric(gap, "largest-gap")
	}
}
