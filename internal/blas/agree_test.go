package blas

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"pgregory.net/rapid"
)

// A draw has what operations are called with.
type draw struct{ *rapid.T }

// size is around what the loops take at once, or above the blocks of a product.
func (t draw) size(name string) int {
	return rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, 40), rapid.IntRange(120, 140), rapid.IntRange(250, 270)).
		Draw(t.T, name)
}

func (t draw) transpose(name string) blas.Transpose {
	return rapid.SampledFrom([]blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}).Draw(t.T, name)
}

func (t draw) triangle() blas.Uplo {
	return rapid.SampledFrom([]blas.Uplo{blas.Upper, blas.Lower}).Draw(t.T, "triangle")
}

func (t draw) factor(name string) float64 {
	return rapid.SampledFrom([]float64{0, 1, -1, 0.75}).Draw(t.T, name)
}

// matrix is rows x cols, with rows that may be further apart, and nothing after
// the last.
func (t draw) matrix(name string, rows, cols int) (a []float64, ld int) {
	few := rapid.SliceOfN(rapid.Float64Range(-1, 1), 7, 7).Draw(t.T, name) // a long list is slow to draw
	ld = cols + rapid.IntRange(0, 3).Draw(t.T, "apart")
	a = make([]float64, (rows-1)*ld+cols)
	for i := range a {
		a[i] = few[i%7] * math.Cos(float64(i))
	}
	return a, ld
}

// op is a matrix whose op is rows x cols.
func (t draw) op(name string, of blas.Transpose, rows, cols int) (a []float64, ld int) {
	if isTransposed(of) {
		rows, cols = cols, rows
	}
	return t.matrix(name, rows, cols)
}

// vector has n numbers that are inc apart.
func (t draw) vector(name string, n int) (x []float64, inc int) {
	inc = rapid.SampledFrom([]int{1, 1, 2, -1, -3}).Draw(t.T, "increment")
	x, _ = t.matrix(name, 1, (n-1)*max(inc, -inc)+1)
	return x, inc
}

// agree holds an operation that changes a to gonum's, to what roundings of sums
// of so many terms of size 1 leave.
func (t draw) agree(a []float64, terms int, op func(impl float64s, a []float64)) {
	t.Helper()
	want := slices.Clone(a)
	op(gonum.Implementation{}, want)
	op(Implementation{}, a)
	for i, w := range want {
		if difference := math.Abs(a[i] - w); !(difference <= 1e-15*float64(terms+2)*max(1, math.Abs(w))) {
			t.Fatalf("entry %d is %v, gonum's %v", i, a[i], w)
		}
	}
}

func TestAgreesWithGonum(t *testing.T) {
	for _, op := range []struct {
		name  string
		check func(t draw)
	}{
		{"Ddot", func(t draw) {
			n := t.size("n")
			x, incX := t.vector("x", n)
			y, incY := t.vector("y", n)
			t.agree([]float64{0}, n, func(impl float64s, a []float64) { a[0] = impl.Ddot(n, x, incX, y, incY) })
		}},
		{"Daxpy", func(t draw) {
			n, alpha := t.size("n"), t.factor("alpha")
			x, incX := t.vector("x", n)
			y, incY := t.vector("y", n)
			t.agree(y, 1, func(impl float64s, y []float64) { impl.Daxpy(n, alpha, x, incX, y, incY) })
		}},
		{"Dger", func(t draw) {
			m, n, alpha := t.size("m"), t.size("n"), t.factor("alpha")
			a, lda := t.matrix("A", m, n)
			x, incX := t.vector("x", m)
			y, incY := t.vector("y", n)
			incX, incY = max(incX, -incX), max(incY, -incY) // gonum's assembly has others wrong
			t.agree(a, 1, func(impl float64s, a []float64) { impl.Dger(m, n, alpha, x, incX, y, incY, a, lda) })
		}},
		{"Dgemv", func(t draw) {
			m, n, tA, alpha, beta := t.size("m"), t.size("n"), t.transpose("tA"), t.factor("alpha"), t.factor("beta")
			a, lda := t.matrix("A", m, n)
			inner, outer := n, m
			if isTransposed(tA) {
				inner, outer = m, n
			}
			x, incX := t.vector("x", inner)
			y, incY := t.vector("y", outer)
			t.agree(y, inner, func(impl float64s, y []float64) { impl.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY) })
		}},
		{"Dsymv", func(t draw) {
			n, ul, alpha, beta := t.size("n"), t.triangle(), t.factor("alpha"), t.factor("beta")
			a, lda := t.matrix("A", n, n)
			x, incX := t.vector("x", n)
			y, incY := t.vector("y", n)
			t.agree(y, n, func(impl float64s, y []float64) { impl.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY) })
		}},
		{"Dgemm", func(t draw) {
			m, n, k := t.size("m"), t.size("n"), t.size("k")
			tA, tB, alpha, beta := t.transpose("tA"), t.transpose("tB"), t.factor("alpha"), t.factor("beta")
			a, lda := t.op("A", tA, m, k)
			b, ldb := t.op("B", tB, k, n)
			c, ldc := t.matrix("C", m, n)
			t.agree(c, k, func(impl float64s, c []float64) {
				impl.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			})
		}},
		{"Dsyrk", func(t draw) {
			n, k, ul, tA, alpha, beta := t.size("n"), t.size("k"), t.triangle(), t.transpose("tA"), t.factor("alpha"), t.factor("beta")
			a, lda := t.op("A", tA, n, k)
			c, ldc := t.matrix("C", n, n)
			t.agree(c, k, func(impl float64s, c []float64) { impl.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc) })
		}},
		{"Dtrsm", func(t draw) {
			m, n, ul, tA, alpha := t.size("m"), t.size("n"), t.triangle(), t.transpose("tA"), t.factor("alpha")
			s := rapid.SampledFrom([]blas.Side{blas.Left, blas.Right}).Draw(t.T, "side")
			d := rapid.SampledFrom([]blas.Diag{blas.NonUnit, blas.Unit}).Draw(t.T, "diagonal")
			order := m
			if s == blas.Right {
				order = n
			}
			a, lda := t.matrix("A", order, order)
			for i := range a { // of which the inverse is as large as its diagonal
				a[i] /= 2 * float64(order)
			}
			for i := range order {
				a[i*(lda+1)] += 1
			}
			b, ldb := t.matrix("B", m, n)
			t.agree(b, order, func(impl float64s, b []float64) { impl.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) })
		}},
	} {
		t.Run(op.name, rapid.MakeCheck(func(t *rapid.T) { op.check(draw{t}) }))
	}
}

// TestOverwritten has NaN in what is multiplied by beta = 0.
func TestOverwritten(t *testing.T) {
	var impl Implementation
	const n = 37
	a := slices.Repeat([]float64{1}, n*n)
	finite := func(name string, op func(c []float64)) {
		c := slices.Repeat([]float64{math.NaN()}, n*n)
		op(c)
		for i, v := range c {
			if v != n && !math.IsNaN(v) {
				t.Errorf("%s: entry %d is %v, want %v", name, i, v, n)
			}
			if outside := strings.HasSuffix(name, "v") && i >= n || name == "Dsyrk" && i%n < i/n; outside != math.IsNaN(v) {
				t.Errorf("%s: entry %d is %v", name, i, v)
			}
		}
	}
	finite("Dgemm", func(c []float64) {
		impl.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n)
	})
	finite("Dsyrk", func(c []float64) { impl.Dsyrk(blas.Upper, blas.Trans, n, n, 1, a, n, 0, c, n) })
	finite("Dsymv", func(c []float64) { impl.Dsymv(blas.Upper, n, 1, a, n, a, 1, 0, c, 1) })
	finite("Dgemv", func(c []float64) { impl.Dgemv(blas.NoTrans, n, n, 1, a, n, a, 1, 0, c, 1) })
	finite("Dgemv", func(c []float64) { impl.Dgemv(blas.Trans, n, n, 1, a, n, a, 1, 0, c, 1) })
}

// TestNotFinite has infinities, NaN and zeros beside each other: where gonum's
// result is not finite, this one's is not, and where it is, they are equal.
func TestNotFinite(t *testing.T) {
	kind := func(v float64) string {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return fmt.Sprint(v)
		}
		return "finite"
	}
	rapid.Check(t, func(rt *rapid.T) {
		t := draw{rt}
		m, n, k := t.size("m"), t.size("n"), t.size("k")
		fill := func(size int) []float64 {
			a := make([]float64, size)
			for range rapid.IntRange(0, 3).Draw(t.T, "how many") {
				a[rapid.IntRange(0, size-1).Draw(t.T, "where")] =
					rapid.SampledFrom([]float64{1, math.Inf(1), math.Inf(-1), math.NaN()}).Draw(t.T, "what")
			}
			return a
		}
		tA, tB, ul := t.transpose("tA"), t.transpose("tB"), t.triangle()
		lda, ldb := k, n
		if isTransposed(tA) {
			lda = m
		}
		if isTransposed(tB) {
			ldb = k
		}
		a, b, c, square, triangle := fill(m*k), fill(k*n), fill(m*n), fill(m*m), fill(m*m)
		for i := range m {
			triangle[i*(m+1)] += 1
		}
		compare := func(name string, a []float64, op func(impl float64s, a []float64)) {
			want := slices.Clone(a)
			op(gonum.Implementation{}, want)
			op(Implementation{}, a)
			for i, v := range a {
				if kind(v) != kind(want[i]) {
					t.Fatalf("%s: entry %d is %v, gonum's %v", name, i, v, want[i])
				}
			}
		}
		compare("Dgemm", c, func(impl float64s, c []float64) { impl.Dgemm(tA, tB, m, n, k, 1, a, lda, b, ldb, 1, c, n) })
		compare("Dsyrk", square, func(impl float64s, c []float64) { impl.Dsyrk(ul, tA, m, k, 1, a, lda, 1, c, m) })
		compare("Dtrsm", b, func(impl float64s, x []float64) {
			x = x[:m*(len(x)/m)]
			impl.Dtrsm(blas.Left, ul, tA, blas.NonUnit, m, len(x)/m, 1, triangle, m, x, max(1, len(x)/m))
		})
		compare("Dtrsm", b, func(impl float64s, x []float64) {
			impl.Dtrsm(blas.Right, ul, tA, blas.NonUnit, len(x)/m, m, 1, triangle, m, x, m)
		})
		compare("Dsymv", slices.Repeat([]float64{1}, m), func(impl float64s, y []float64) {
			impl.Dsymv(ul, m, 1, square, m, slices.Repeat([]float64{0.5}, m), 1, 1, y, 1)
		})
		compare("Dgemv", slices.Repeat([]float64{1}, max(m, n)), func(impl float64s, y []float64) {
			impl.Dgemv(tA, m, n, 1, c, n, slices.Repeat([]float64{0.5}, max(m, n)), 1, 1, y, 1)
		})
	})
}
