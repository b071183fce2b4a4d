//go:build !purego

package panel

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func mulAdd8(c []float64, ldc int, a []float64, lda int, b []float64, skip, inner, panels int) {
	if !hasAVX2 {
		mulAdd8Go(c, ldc, a, lda, b, skip, inner, panels)
		return
	}
	mulAdd8AVX2(&c[0], ldc, &a[0], lda, &b[0], skip, inner, panels)
}

func mulAdd4(c []float64, ldc int, a []float64, lda int, b []float64, inner int) {
	if !hasAVX2 {
		mulAdd4Go(c, ldc, a, lda, b, inner)
		return
	}
	mulAdd4AVX2(&c[0], ldc, &a[0], lda, &b[0], inner)
}

func weigh(s *Sums, p, u, v []float64) {
	if !hasAVX2 {
		weighGo(s, p, u, v)
		return
	}
	weighAVX2(s, &p[0], &u[0], &v[0], len(p))
}

// mulAdd8AVX2 is mulAdd8Go; inner and panels are at least 1. A panel's 4 x 8
// entries of c stay in registers.
//
//go:noescape
func mulAdd8AVX2(c *float64, ldc int, a *float64, lda int, b *float64, skip, inner, panels int)

// mulAdd4AVX2 is mulAdd4Go; inner is at least 1.
//
//go:noescape
func mulAdd4AVX2(c *float64, ldc int, a *float64, lda int, b *float64, inner int)

// weighAVX2 is weighGo; n is a multiple of 4 and at least 4.
//
//go:noescape
func weighAVX2(s *Sums, p, u, v *float64, n int)

func dotRows(s *RowSums, x, a []float64, lda int) {
	if !hasAVX2 {
		dotRowsGo(s, x, a, lda)
		return
	}
	dotRowsAVX2(s, &x[0], &a[0], lda, len(x))
}

func addRows(y []float64, factors *[Rows]float64, a []float64, lda int) {
	if !hasAVX2 {
		addRowsGo(y, factors, a, lda)
		return
	}
	addRowsAVX2(&y[0], factors, &a[0], lda, len(y))
}

func dotAddRows(s *RowSums, x, y []float64, factors *[Rows]float64, a []float64, lda int) {
	if !hasAVX2 {
		dotAddRowsGo(s, x, y, factors, a, lda)
		return
	}
	dotAddRowsAVX2(s, &x[0], &y[0], factors, &a[0], lda, len(x))
}

// dotRowsAVX2 is dotRowsGo; n is a multiple of 4 and at least 4, as below.
//
//go:noescape
func dotRowsAVX2(s *RowSums, x, a *float64, lda, n int)

// addRowsAVX2 is addRowsGo.
//
//go:noescape
func addRowsAVX2(y *float64, factors *[Rows]float64, a *float64, lda, n int)

// dotAddRowsAVX2 is dotAddRowsGo.
//
//go:noescape
func dotAddRowsAVX2(s *RowSums, x, y *float64, factors *[Rows]float64, a *float64, lda, n int)

func dot(x, y []float64) float64 {
	if !hasAVX2 {
		return dotGo(x, y)
	}
	return dotAVX2(&x[0], &y[0], len(x))
}

func axpy(alpha float64, x, y []float64) {
	if !hasAVX2 {
		axpyGo(alpha, x, y)
		return
	}
	axpyAVX2(alpha, &x[0], &y[0], len(x))
}

// dotAVX2 is dotGo.
//
//go:noescape
func dotAVX2(x, y *float64, n int) float64

// axpyAVX2 is axpyGo.
//
//go:noescape
func axpyAVX2(alpha float64, x, y *float64, n int)

func mulVecAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	if !hasAVX2 {
		mulVecAddGo(y, alpha, a, lda, x)
		return
	}
	mulVecAddAVX2(&y[0], alpha, &a[0], lda, &x[0], len(x), len(y)/Rows)
}

func mulVecTransposedAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	if !hasAVX2 {
		mulVecTransposedAddGo(y, alpha, a, lda, x)
		return
	}
	mulVecTransposedAddAVX2(&y[0], alpha, &a[0], lda, &x[0], len(y), len(x)/Rows)
}

// mulVecAddAVX2 is mulVecAddGo for n columns; n and strips, each of four rows,
// are at least 1, as below.
//
//go:noescape
func mulVecAddAVX2(y *float64, alpha float64, a *float64, lda int, x *float64, n, strips int)

// mulVecTransposedAddAVX2 is mulVecTransposedAddGo.
//
//go:noescape
func mulVecTransposedAddAVX2(y *float64, alpha float64, a *float64, lda int, x *float64, n, strips int)

func addOuter(a []float64, lda int, alpha float64, x, y []float64) {
	if !hasAVX2 {
		addOuterGo(a, lda, alpha, x, y)
		return
	}
	addOuterAVX2(&a[0], lda, alpha, &x[0], &y[0], len(x), len(y))
}

// addOuterAVX2 is addOuterGo for a, m x n; m and n are at least 1.
//
//go:noescape
func addOuterAVX2(a *float64, lda int, alpha float64, x, y *float64, m, n int)

func exp(dst, x []float64) {
	if !hasAVX2 {
		expGo(dst, x)
		return
	}
	expAVX2(&dst[0], &x[0], len(x))
}

// expAVX2 is expGo; n is a multiple of 4 and at least 4.
//
//go:noescape
func expAVX2(dst, x *float64, n int)
