package blas

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

const (
	// smallProduct is the number of multiplications up to which a product is left
	// to gonum.
	smallProduct = 256

	// smallFactor is the number of entries up to which B' is multiplied row by row,
	// without a copy of it.
	smallFactor = 4096

	// blockInner x blockColumns numbers of B fit into the second cache, and eight
	// columns of them into the first.
	blockInner   = 256
	blockColumns = 128

	// stripStride is apart from a power of two, for which rows of a strip would
	// share lines of the cache.
	stripStride = blockInner + 8

	// A further goroutine pays from so many multiplications and so many rows or
	// columns of C on. Goroutines that share rows of C each copy all of B.
	workPerGoroutine  = 1 << 20
	linesPerGoroutine = 32
)

// Dgemm sets C = alpha op(A) op(B) + beta C for c, m x n, where op(A) is a or its
// transpose and has k columns, and op(B) likewise k rows.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if m < panel.Rows || n < 1 || k < 1 || m*n*k <= smallProduct || alpha == 0 || !knows(tA) || !knows(tB) ||
		!holdsOp(a, tA, m, k, lda) || !holdsOp(b, tB, k, n, ldb) || !holds(c, m, n, ldc) {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	run(product{
		aTransposed: isTransposed(tA), bTransposed: isTransposed(tB), m: m, n: n, k: k, alpha: alpha, beta: beta,
		a: a, lda: lda, b: b, ldb: ldb, c: c, ldc: ldc,
	})
}

// Dsyrk sets a triangle of C = alpha A A' + beta C for a, n x k, or of
// C = alpha A' A + beta C for a, k x n.
func (i Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if n < panel.Rows || k < 1 || n*n*k <= 2*smallProduct || alpha == 0 || !knows(tA) || !isTriangle(ul) ||
		!holdsOp(a, tA, n, k, lda) || !holds(c, n, n, ldc) {
		i.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	run(product{
		aTransposed: isTransposed(tA), bTransposed: !isTransposed(tA), m: n, n: n, k: k, alpha: alpha, beta: beta,
		a: a, lda: lda, b: a, ldb: lda, c: c, ldc: ldc, part: ul,
	})
}

// A product is C = alpha op(A) op(B) + beta C, or a triangle of it. In which
// order an entry of C is summed depends on the sizes alone, and not on blocks or
// goroutines.
type product struct {
	aTransposed, bTransposed bool
	m, n, k                  int
	alpha, beta              float64
	a, b, c                  []float64
	lda, ldb, ldc            int
	part                     blas.Uplo // 0 for all of C
}

func run(p product) {
	if !p.aTransposed && p.bTransposed && p.n >= panel.Rows && p.n*p.k <= smallFactor {
		p.byVectors()
		return
	}
	lines := p.m
	if p.part == 0 {
		lines = max(p.m, p.n)
	}
	goroutines := min(lines/linesPerGoroutine, p.m*p.n*p.k/workPerGoroutine)
	if goroutines > 1 {
		goroutines = min(goroutines, runtime.GOMAXPROCS(0))
	}
	if goroutines < 2 {
		p.rows(0, 1)
		return
	}
	concurrently(p, goroutines)
}

// concurrently is apart from run since it moves p to the heap.
func concurrently(p product, goroutines int) {
	var wg sync.WaitGroup
	defer wg.Wait()
	if p.part != 0 || p.m >= p.n {
		for start := range goroutines {
			wg.Go(func() { p.rows(start, goroutines) })
		}
		return
	}
	width := ((p.n-1)/goroutines + 8) &^ 7 // whole panels
	for first := 0; first < p.n; first += width {
		some := p
		some.n, some.c = min(width, p.n-first), p.c[first:]
		if p.bTransposed {
			some.b = p.b[first*p.ldb:]
		} else {
			some.b = p.b[first:]
		}
		wg.Go(func() { some.rows(0, 1) })
	}
}

// byVectors computes each row of C = alpha A B' + beta C as B times a row of A.
func (p *product) byVectors() {
	for i := range p.m {
		first, last := p.columns(i)
		c := p.c[i*p.ldc+first : i*p.ldc+last]
		scale(p.beta, c)
		mulVecAdd(c, first, p.alpha, p.b, p.ldb, p.n, p.a[i*p.lda:][:p.k])
	}
}

// rows computes every step-th four rows of C. Rows that alternate share the work
// of a triangle evenly.
func (p *product) rows(start, step int) {
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	start, step = panel.Rows*start, panel.Rows*step
	for row := start; row < p.m; row += step {
		for i := row; i < min(row+panel.Rows, p.m); i++ {
			first, last := p.columns(i)
			scale(p.beta, p.c[i*p.ldc+first:i*p.ldc+last])
		}
	}
	for from := 0; from < p.k; from += blockInner {
		for column := 0; column < p.n; column += blockColumns {
			b := block{from: from, to: min(from+blockInner, p.k), first: column, last: min(column+blockColumns, p.n)}
			if p.bTransposed {
				s.b.SetRawTransposed(b.to-from, b.last-column, p.b[column*p.ldb+from:], p.ldb)
			} else {
				s.b.SetRaw(b.to-from, b.last-column, p.b[from*p.ldb+column:], p.ldb)
			}
			skips := (p.aTransposed || !p.bTransposed) && !s.b.Finite()
			for row := start; row < p.m; row += step {
				if skips {
					p.skipZeros(b, row)
				} else {
					p.strip(s, b, row)
				}
			}
		}
	}
}

// A block is the part of op(B) with the rows from <= i < to and the columns
// first <= k < last.
type block struct{ from, to, first, last int }

// columns returns the range of the columns in row i of C.
func (p *product) columns(i int) (first, last int) {
	switch p.part {
	case blas.Lower:
		return 0, i + 1
	case blas.Upper:
		return i, p.n
	}
	return 0, p.n
}

// columnsOf returns the range of the columns in row i of C within a block, counted from its
// first.
func (p *product) columnsOf(b block, i int) (first, last int) {
	first, last = p.columns(i)
	width := b.last - b.first
	return min(max(first-b.first, 0), width), min(max(last-b.first, 0), width)
}

// strip adds the products with a block to the four rows of C from row on.
func (p *product) strip(s *scratch, b block, row int) {
	end, width := min(row+panel.Rows, p.m), b.last-b.first
	first, last := p.columnsOf(b, row) // what any of the rows has
	innerFirst, innerLast := p.columnsOf(b, end-1)
	first, innerFirst = min(first, innerFirst), max(first, innerFirst) // what all have, in whole panels
	innerLast, last = min(last, innerLast), max(last, innerLast)
	if first >= last {
		return
	}
	innerFirst = (innerFirst + 7) &^ 7
	if innerLast < width || width%4 != 0 {
		innerLast &^= 7
	}
	if end-row < panel.Rows {
		innerLast = 0
	}
	a, lda := p.rowsOfA(s, b, row, end)
	inner := b.to - b.from
	for at := first &^ 7; at < last; at += 8 {
		if at == innerFirst && innerFirst < innerLast {
			panel.MulAdd(p.c[row*p.ldc+b.first+at:], p.ldc, a, lda, &s.b, 0, inner, at, innerLast)
			at = innerLast - 8
			continue
		}
		var c [panel.Rows * 8]float64
		for i := row; i < end; i++ {
			from, to := p.columnsOf(b, i)
			from, to = max(from, at), min(to, at+8)
			if from < to {
				copy(c[8*(i-row)+from-at:], p.c[i*p.ldc+b.first+from:i*p.ldc+b.first+to])
			}
		}
		panel.MulAdd(c[:], 8, a, lda, &s.b, 0, inner, at, min(at+8, panel.Padded(width)))
		for i := row; i < end; i++ {
			from, to := p.columnsOf(b, i)
			from, to = max(from, at), min(to, at+8)
			if from < to {
				copy(p.c[i*p.ldc+b.first+from:i*p.ldc+b.first+to], c[8*(i-row)+from-at:])
			}
		}
	}
}

// rowsOfA returns the rows of alpha op(A) from row on up to end, and the columns of
// a block. What stands for further rows, up to four, does not matter.
func (p *product) rowsOfA(s *scratch, b block, row, end int) (a []float64, lda int) {
	inner := b.to - b.from
	if !p.aTransposed {
		if p.alpha == 1 && end-row == panel.Rows {
			return p.a[row*p.lda+b.from:], p.lda
		}
		for r := range end - row {
			to := s.a[r*stripStride:][:inner]
			for l, v := range p.a[(row+r)*p.lda+b.from:][:inner] {
				to[l] = p.alpha * v
			}
		}
		return s.a[:], stripStride
	}
	if end-row < panel.Rows {
		for l := range inner {
			at := (b.from + l) * p.lda
			for r, v := range p.a[at+row : at+end] {
				s.a[r*stripStride+l] = p.alpha * v
			}
		}
		return s.a[:], stripStride
	}
	a0, a1 := s.a[:inner], s.a[stripStride:][:inner]
	a2, a3 := s.a[2*stripStride:][:inner], s.a[3*stripStride:][:inner]
	for l := range inner {
		v := (*[panel.Rows]float64)(p.a[(b.from+l)*p.lda+row:])
		a0[l], a1[l], a2[l], a3[l] = p.alpha*v[0], p.alpha*v[1], p.alpha*v[2], p.alpha*v[3]
	}
	return s.a[:], stripStride
}

// skipZeros multiplies a strip of a block of which not all is finite: gonum's loops leave
// out the products with 0.
func (p *product) skipZeros(b block, row int) {
	tA, tB := blas.NoTrans, blas.NoTrans
	if p.aTransposed {
		tA = blas.Trans
	}
	if p.bTransposed {
		tB = blas.Trans
	}
	for i := row; i < min(row+panel.Rows, p.m); i++ {
		first, last := p.columnsOf(b, i)
		if first == last {
			continue
		}
		first, last = first+b.first, last+b.first
		a, factor := i*p.lda+b.from, b.from*p.ldb+first
		if p.aTransposed {
			a = b.from*p.lda + i
		}
		if p.bTransposed {
			factor = first*p.ldb + b.from
		}
		gonum.Implementation{}.Dgemm(tA, tB, 1, last-first, b.to-b.from, p.alpha, p.a[a:], p.lda, p.b[factor:], p.ldb,
			1, p.c[i*p.ldc+first:], max(p.ldc, last-first))
	}
}
