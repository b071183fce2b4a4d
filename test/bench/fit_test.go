//go:build unix

package bench

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// BenchmarkFit is one fit at one ridge with all that precedes it: the operator,
// (K + n nu I)^-1, the checks. It needs few steps. The processor time is that of
// all threads.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 5000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			X, y := points(n, 20)
			before := processorSeconds(b)
			for b.Loop() {
				op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(5)}, X)
				if err != nil {
					b.Fatal(err)
				}
				p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.05, Nu: 0.01}
				if _, err := (solve.Dual{Tol: 1e-4}).Solve(b.Context(), p, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((processorSeconds(b)-before)/float64(b.N), "cpu-s/op")
		})
	}
}

func processorSeconds(b *testing.B) float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
