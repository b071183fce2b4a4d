//go:build !amd64 || purego

package panel

func mulAdd8(c []float64, ldc int, a []float64, lda int, b []float64, skip, inner, panels int) {
	mulAdd8Go(c, ldc, a, lda, b, skip, inner, panels)
}

func mulAdd4(c []float64, ldc int, a []float64, lda int, b []float64, inner int) {
	mulAdd4Go(c, ldc, a, lda, b, inner)
}

func weigh(s *Sums, p, u, v []float64) { weighGo(s, p, u, v) }
