package bench

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// BenchmarkStep reports the time of one gradient step of the dual solver, which
// is one product with the operator: 6 n^2 d flops. It is the shortest of a run,
// in which other programs have the least part. The eigendecomposition that
// precedes the first step is not in it.
func BenchmarkStep(b *testing.B) {
	for _, size := range []struct{ n, d int }{
		{250, 20}, {500, 20}, {1000, 20}, {2000, 20}, // grows as n^2
		{500, 50}, {500, 100}, {500, 200}, // grows as d
	} {
		b.Run(fmt.Sprintf("n=%d,d=%d", size.n, size.d), func(b *testing.B) {
			X, y := points(size.n, size.d)
			op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(5)}, X)
			if err != nil {
				b.Fatal(err)
			}
			p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.01, Nu: 1e-4}
			var took stepTimes
			for b.Loop() {
				_, err := solve.Dual{Tol: 1e-300, MaxIter: 12, Progress: &took}.Solve(b.Context(), p, nil)
				if _, stopped := errors.AsType[*solve.Unfinished](err); !stopped {
					b.Fatal(err)
				}
			}
			b.ReportMetric(slices.Min(took.seconds)*1e3, "ms/step")
		})
	}
}

// stepTimes collects the time between one step and the next.
type stepTimes struct {
	last    solve.Step
	seconds []float64
}

func (s *stepTimes) Step(at solve.Step) {
	if at.Iteration == s.last.Iteration+1 {
		s.seconds = append(s.seconds, at.Seconds-s.last.Seconds)
	}
	s.last = at
}

// BenchmarkMemory reports the peak memory of a process that forms the operator
// for n = 5000, d = 100 and takes one product with it. Run it alone.
func BenchmarkMemory(b *testing.B) {
	const n, d = 5000, 100
	X, alpha := points(n, d)
	for b.Loop() {
		op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(5)}, X)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := op.Gradients(alpha, X, X); err != nil {
			b.Fatal(err)
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("no /proc here: ", err)
	}
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kB float64
	if _, err := fmt.Sscan(string(peak), &kB); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(kB/1e3, "MB-peak")
}

func points(n, d int) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(1, 1))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		y[i] = x[0]*x[1] + 0.1*rng.NormFloat64()
	}
	return X, y
}
