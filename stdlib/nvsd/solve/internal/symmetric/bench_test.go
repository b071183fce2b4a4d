//go:build unix

package symmetric

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// measured reports the processor time of do, in all threads, beside the time that
// passes: on a machine that others use, the latter says little.
func measured(b *testing.B, prepare func(), do func() bool) {
	var spent time.Duration
	for b.Loop() {
		b.StopTimer()
		prepare()
		before := processorTime(b)
		b.StartTimer()
		ok := do()
		b.StopTimer()
		spent += processorTime(b) - before
		b.StartTimer()
		if !ok {
			b.Fatal("no result")
		}
	}
	b.ReportMetric(spent.Seconds()*1e3/float64(b.N), "cpu-ms/op")
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkEigen is run beside numpy by test/bench/eigen.py.
func BenchmarkEigen(b *testing.B) {
	for _, name := range []string{"random", "gaussian kernel"} {
		for _, n := range []int{500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				S := some[name](rand.New(rand.NewPCG(1, 1)), n)
				var m *Matrix
				measured(b, func() { m = Of(S) }, func() bool {
					_, err := m.Eigen()
					return err == nil
				})
			})
		}
	}
}

// BenchmarkCholesky compares the factor with gonum's.
func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{110, 500, 1000, 2000} {
		S := regularised(rand.New(rand.NewPCG(1, 1)), n, 1e-3)
		b.Run(fmt.Sprintf("factor/n=%d", n), func(b *testing.B) {
			var m *Matrix
			measured(b, func() { m = Of(S) }, func() bool {
				_, ok := m.Cholesky()
				return ok
			})
		})
		b.Run(fmt.Sprintf("gonum/n=%d", n), func(b *testing.B) {
			measured(b, func() {}, func() bool {
				var c mat.Cholesky
				return c.Factorize(S)
			})
		})
		b.Run(fmt.Sprintf("solve/n=%d", n), func(b *testing.B) {
			f, _ := Of(S).Cholesky()
			x := make([]float64, n)
			for b.Loop() {
				f.Solve(x)
			}
		})
	}
}
