//go:build !amd64 || purego

package panel

func mulAdd8(c []float64, ldc int, a []float64, lda int, b []float64, skip, inner, panels int) {
	mulAdd8Go(c, ldc, a, lda, b, skip, inner, panels)
}

func mulAdd4(c []float64, ldc int, a []float64, lda int, b []float64, inner int) {
	mulAdd4Go(c, ldc, a, lda, b, inner)
}

func weigh(s *Sums, p, u, v []float64) { weighGo(s, p, u, v) }

func dotRows(s *RowSums, x, a []float64, lda int) { dotRowsGo(s, x, a, lda) }

func addRows(y []float64, factors *[Rows]float64, a []float64, lda int) {
	addRowsGo(y, factors, a, lda)
}

func dotAddRows(s *RowSums, x, y []float64, factors *[Rows]float64, a []float64, lda int) {
	dotAddRowsGo(s, x, y, factors, a, lda)
}

func dot(x, y []float64) float64 { return dotGo(x, y) }

func axpy(alpha float64, x, y []float64) { axpyGo(alpha, x, y) }

func mulVecAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	mulVecAddGo(y, alpha, a, lda, x)
}

func mulVecTransposedAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	mulVecTransposedAddGo(y, alpha, a, lda, x)
}

func addOuter(a []float64, lda int, alpha float64, x, y []float64) {
	addOuterGo(a, lda, alpha, x, y)
}

func exp(dst, x []float64) { expGo(dst, x) }
