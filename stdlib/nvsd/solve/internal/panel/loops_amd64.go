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
