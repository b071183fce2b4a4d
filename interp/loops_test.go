package interp

import (
	"context"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// loops are functions of no argument that take some milliseconds.
var loops = []struct{ name, code string }{
	{"dot", `func work() float64 {
	a, b := make([]float64, 20000), make([]float64, 20000)
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}`},
	{"matrix", `func work() float64 {
	n := 24
	a, b, c := make([][]float64, n), make([][]float64, n), make([][]float64, n)
	for i := 0; i < n; i++ {
		a[i], b[i], c[i] = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			s := 0.0
			for k := 0; k < n; k++ {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
	return c[n-1][n-1]
}`},
	{"sieve", `func work() int {
	n, count := 20000, 0
	composite := make([]bool, n)
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		count++
		for j := i * i; j < n; j += i {
			composite[j] = true
		}
	}
	return count
}`},
	{"calls", `func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}
func work() int { return fib(17) }`},
	{"numbers", `func work() int {
	longest := 0
	for n := 1; n < 400; n++ {
		steps := 0
		for k := n; k != 1; steps++ {
			if k%2 == 0 {
				k /= 2
			} else {
				k = 3*k + 1
			}
		}
		if steps > longest {
			longest = steps
		}
	}
	return longest
}`},
	{"structs", `type point struct{ x, y float64 }
func work() float64 {
	ps := make([]point, 3000)
	for i := 0; i < len(ps); i++ {
		ps[i].x = float64(i)
		ps[i].y = ps[i].x / 2
	}
	s := 0.0
	for i := 0; i < len(ps); i++ {
		s += ps[i].x - ps[i].y
	}
	return s
}`},
	{"maps", `func work() int {
	m := map[int]int{}
	for i := 0; i < 5000; i++ {
		m[i%97] += i
	}
	s := 0
	for _, v := range m {
		s += v
	}
	return s
}`},
}

// BenchmarkLoops compares loops in cells, checked, lowered and watched for
// panics, with the same in the bare interpreter. The figures are the shortest
// runs, of a cell by its own clock.
func BenchmarkLoops(b *testing.B) {
	for _, l := range loops {
		b.Run(l.name+"/cell", func(b *testing.B) {
			c := open(b)
			c.run(l.code)
			best := math.Inf(1)
			for b.Loop() {
				r := c.run(`func() int64 { start := time.Now(); work(); return int64(time.Since(start)) }()`)
				n, err := strconv.ParseFloat(r.result, 64)
				if err != nil {
					b.Fatal(r)
				}
				best = min(best, n)
			}
			b.ReportMetric(best, "ns/loop")
		})
		b.Run(l.name+"/yaegi", func(b *testing.B) {
			i := interp.New(interp.Options{Unrestricted: true})
			for _, path := range symbols.Paths() {
				if err := i.Use(symbols.Exports(path, symbols.Values(path))); err != nil {
					b.Fatal(err)
				}
			}
			if _, err := i.EvalWithContext(context.Background(), "0"); err != nil { // as cells are compiled
				b.Fatal(err)
			}
			if _, err := i.Eval("package main\n" + l.code); err != nil {
				b.Fatal(err)
			}
			work, err := i.Eval("main.work")
			if err != nil {
				b.Fatal(err)
			}
			best := math.Inf(1)
			for b.Loop() {
				start := time.Now()
				work.Call(nil)
				best = min(best, float64(time.Since(start)))
			}
			b.ReportMetric(best, "ns/loop")
		})
	}
}
