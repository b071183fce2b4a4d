package solve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// e1 is like experiment E1 of UAI 2018: the target is a sum of products of the
// first inputs, out of d.
func e1(n, d int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		for a := range 3 {
			for b := a; b < 3; b++ {
				y[i] += x[a] * x[b]
			}
		}
		y[i] += 0.1 * rng.NormFloat64()
	}
	return X, y
}

func BenchmarkPath50(b *testing.B) {
	const taus, decades, tol = 50, 3, 1e-6
	for name, k := range map[string]kern.Kernel{
		"poly3": kern.Polynomial{Degree: 3, Offset: 1},
		"gauss": kern.Gaussian{Width: kern.Sigma(4)},
	} {
		b.Run(name, func(b *testing.B) {
			X, y := e1(110, 18, 1)
			for b.Loop() {
				op, err := solve.NewOperator(k, X)
				if err != nil {
					b.Fatal(err)
				}
				p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Nu: 0.1}
				top, err := solve.TauMax(b.Context(), p, tol)
				if err != nil {
					b.Fatal(err)
				}
				var sol *solve.Solution
				products := 0
				for i := range taus {
					p.Tau = top.Tau * math.Pow(10, -decades*float64(i)/(taus-1))
					sol, err = (solve.Dual{Tol: tol}).Solve(b.Context(), p, sol)
					if err != nil {
						b.Fatal(err)
					}
					products += sol.Iterations
					if testing.Verbose() {
						b.Logf("tau/max %.2e it %d %.3fs", p.Tau/top.Tau, sol.Iterations, sol.Seconds)
					}
				}
				b.ReportMetric(float64(products), "products/op")
			}
		})
	}
}

// BenchmarkFeaturePath is the sums of 20,000 rows of 50 inputs with 500 random features, and a path of 20 taus
// on them, with its tau_max.
func BenchmarkFeaturePath(b *testing.B) {
	const n, d, count, taus, decades, tol = 20000, 50, 500, 20, 3, 1e-4
	X, y := e1(n, d, 1)
	var summed, path float64
	for b.Loop() {
		start := time.Now()
		op, z := onFeatures(b, kern.Gaussian{Width: kern.Sigma(10)}, X, y, count, 1, true)
		summed += time.Since(start).Seconds()
		start = time.Now()
		p := &solve.Problem{Op: op, Y: z, Penalty: penalty.Lasso{}, Nu: 1e-4}
		top, err := solve.TauMax(b.Context(), p, tol)
		if err != nil {
			b.Fatal(err)
		}
		sol := top.Start
		for i := range taus {
			p.Tau = top.Tau * math.Pow(10, -decades*float64(i)/(taus-1))
			sol, err = (solve.Dual{Tol: tol}).Solve(b.Context(), p, sol)
			if err != nil {
				b.Fatal(err)
			}
		}
		path += time.Since(start).Seconds()
	}
	b.ReportMetric(summed/float64(b.N), "s-sums/op")
	b.ReportMetric(path/float64(b.N), "s-path/op")
}

// BenchmarkProduct is a step of the solver: one product with M, 6 n^2 d flops,
// and two with an n x n matrix.
func BenchmarkProduct(b *testing.B) {
	for _, size := range []struct{ n, d int }{{110, 18}, {442, 10}, {500, 50}} {
		b.Run(fmt.Sprintf("n=%d,d=%d", size.n, size.d), func(b *testing.B) {
			X, y := e1(size.n, size.d, 1)
			p := &solve.Problem{Op: operator(b, kern.Polynomial{Degree: 3, Offset: 1}, X), Y: y, Penalty: penalty.Lasso{}, Nu: 1e-3}
			top, err := solve.TauMax(b.Context(), p, 1e-2)
			if err != nil {
				b.Fatal(err)
			}
			p.Tau = top.Tau / 2
			first := steps{b: b, left: 2}
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			first.stop = cancel
			if _, err := (solve.Dual{Tol: 1e-300, Progress: &first}).Solve(ctx, p, nil); err == nil {
				b.Fatal("solved to the last bit")
			}
		})
	}
}

// steps times b.N gradient steps of a run, from its second on, and stops it.
type steps struct {
	b    *testing.B
	left int
	stop func()
}

func (s *steps) Step(at solve.Step) {
	s.left--
	if s.left == 0 {
		s.stop()
	}
	if at.Iteration == 2 {
		s.b.ResetTimer()
		s.left = s.b.N
	}
}

// BenchmarkTauMax is tau_max at the default tolerance of a path, without what an
// operator does once.
func BenchmarkTauMax(b *testing.B) {
	for _, c := range []struct {
		n, d int
		k    kern.Kernel
	}{
		{110, 18, kern.Polynomial{Degree: 3, Offset: 1}},
		{110, 18, kern.Gaussian{Width: kern.Sigma(4.5)}},
		{500, 20, kern.Gaussian{Width: kern.Sigma(4.5)}},
	} {
		b.Run(fmt.Sprintf("%s,n=%d", name(c.k), c.n), func(b *testing.B) {
			X, y := e1(c.n, c.d, 1)
			p := &solve.Problem{Op: operator(b, c.k, X), Y: y, Penalty: penalty.Lasso{}, Nu: 1e-2}
			if _, err := solve.TauMaxWithin(b.Context(), p, 1e-4, 1); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				at, err := solve.TauMax(b.Context(), p, 1e-4)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(at.Products), "products/op")
			}
		})
	}
}

// BenchmarkNystrom adds 20,480 rows of five inputs to the sums of 500 centres, and takes their gap.
func BenchmarkNystrom(b *testing.B) {
	const n, d, m = 20480, 5, 500
	X, y := sample(n, d, 1)
	k := kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: []float64{1, 2, 1, 3, 2}}
	op := operator(b, k, mat.DenseCopyOf(X.Slice(0, m, 0, d)))
	for name, gap := range map[string]bool{"sums": false, "gap": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s, err := solve.NewNystrom(op, 0)
				if err != nil {
					b.Fatal(err)
				}
				s.ForGap()
				if err := s.Add(context.Background(), solve.RowsOf(X, y)); err != nil {
					b.Fatal(err)
				}
				fit, err := s.Solve(true)
				if err != nil {
					b.Fatal(err)
				}
				if !gap {
					continue
				}
				if _, err := fit.Gap(context.Background(), k, 1e-4, X, y, 2000, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLossPath is a path of two classes beside that of their numbers by squares.
func BenchmarkLossPath(b *testing.B) {
	const taus, decades, tol = 50, 3, 1e-4
	X, y := e1(110, 18, 1)
	rng := rand.New(rand.NewPCG(2, 0))
	for i, v := range y {
		y[i] = 1
		if v+rng.NormFloat64() < 3 {
			y[i] = -1
		}
	}
	for name, k := range map[string]kern.Kernel{"poly3": kern.Polynomial{Degree: 3, Offset: 1}, "gauss": kern.Gaussian{Width: kern.Sigma(4)}} {
		for _, l := range []loss.Loss{loss.Square{}, loss.Logistic{}} {
			b.Run(fmt.Sprintf("%s/%v", name, l), func(b *testing.B) {
				for b.Loop() {
					op, err := solve.NewOperator(k, X)
					if err != nil {
						b.Fatal(err)
					}
					p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Nu: 0.01, Loss: l, Intercept: true}
					top, err := solve.TauMax(b.Context(), p, tol)
					if err != nil {
						b.Fatal(err)
					}
					sol, products := top.Start, top.Products
					for i := range taus {
						p.Tau = top.Tau * math.Pow(10, -decades*float64(i)/(taus-1))
						sol, err = (solve.Dual{Tol: tol}).Solve(b.Context(), p, sol)
						if err != nil {
							b.Fatal(err)
						}
						products += sol.Iterations
					}
					b.ReportMetric(float64(products), "products")
				}
			})
		}
	}
}

// BenchmarkSeveral is a path of six taus over two decades for three functions: of three classes by the multinomial loss, and of three targets.
// The products per function compare with those of one function.
func BenchmarkSeveral(b *testing.B) {
	const n, d, classes, taus, decades, tol = 110, 18, 3, 6, 2, 1e-6
	X, y := e1(n, d, 1)
	for name, joint := range map[string]loss.Joint{"classes": loss.Multinomial{}, "targets": nil} {
		for kernel, k := range map[string]kern.Kernel{"poly3": kern.Polynomial{Degree: 3, Offset: 1}, "gauss": kern.Gaussian{Width: kern.Sigma(4)}} {
			b.Run(name+"/"+kernel, func(b *testing.B) {
				for b.Loop() {
					op, err := operator(b, k, X).Several(classes)
					if err != nil {
						b.Fatal(err)
					}
					p := &solve.Problem{Op: op, Y: manyTargets(classes, X, y, 1), Joint: joint, Penalty: penalty.Lasso{}, Nu: 0.1, Intercept: true}
					if joint != nil {
						p.Y = classTargets(classes, X, 1)
					}
					top, err := solve.TauMax(b.Context(), p, tol)
					if err != nil {
						b.Fatal(err)
					}
					sol, products := top.Start, top.Products
					if testing.Verbose() {
						b.Logf("tau/max 1 it %d gap %.2g", top.Products, top.Gap)
					}
					for i := range taus {
						p.Tau = top.Tau * math.Pow(10, -decades*float64(i)/(taus-1))
						sol, err = (solve.Dual{Tol: tol}).Solve(b.Context(), p, sol)
						if err != nil {
							b.Fatal(err)
						}
						products += sol.Iterations
						if testing.Verbose() {
							b.Logf("tau/max %.2e it %d gap %.2g %.3fs", p.Tau/top.Tau, sol.Iterations, sol.RelGap, sol.Seconds)
						}
					}
					b.ReportMetric(float64(products), "products/op")
				}
			})
		}
	}
}
