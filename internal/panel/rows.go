package panel

// RowSums are running sums of [Rows] rows, of each of which a lane has every
// fourth term.
type RowSums [Rows][4]float64

// Total returns the sum of row r.
func (s *RowSums) Total(r int) float64 { return (s[r][0] + s[r][1]) + (s[r][2] + s[r][3]) }

// DotRows adds the terms of the inner products of x with the four rows of a,
// which are lda numbers apart. The length of x is a multiple of 4.
func DotRows(s *RowSums, x, a []float64, lda int) {
	if len(x) == 0 {
		return
	}
	_ = a[3*lda+len(x)-1]
	dotRows(s, x, a, lda)
}

// AddRows adds the four rows of a, times their factors, to y, whose length is a
// multiple of 4.
func AddRows(y []float64, factors *[Rows]float64, a []float64, lda int) {
	if len(y) == 0 {
		return
	}
	_ = a[3*lda+len(y)-1]
	addRows(y, factors, a, lda)
}

// DotAddRows is DotRows and AddRows in one pass over a.
func DotAddRows(s *RowSums, x, y []float64, factors *[Rows]float64, a []float64, lda int) {
	if len(x) == 0 {
		return
	}
	_ = a[3*lda+len(x)-1]
	dotAddRows(s, x, y[:len(x)], factors, a, lda)
}

// MulVecAdd adds alpha A x to y, where A has as many rows as y, a multiple of
// four, which are lda numbers apart. Of each inner product a lane has every fourth
// term.
func MulVecAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	if len(y) == 0 || len(x) == 0 {
		return
	}
	_ = a[(len(y)-1)*lda+len(x)-1]
	mulVecAdd(y, alpha, a, lda, x)
}

// MulVecTransposedAdd adds alpha A' x to y, where A has as many rows as x, a
// multiple of four, which are lda numbers apart. Four rows are added to each
// other before they are added to y.
func MulVecTransposedAdd(y []float64, alpha float64, a []float64, lda int, x []float64) {
	if len(y) == 0 || len(x) == 0 {
		return
	}
	_ = a[(len(x)-1)*lda+len(y)-1]
	mulVecTransposedAdd(y, alpha, a, lda, x)
}

// AddOuter adds alpha x y' to A, whose rows are lda numbers apart.
func AddOuter(a []float64, lda int, alpha float64, x, y []float64) {
	if len(x) == 0 || len(y) == 0 {
		return
	}
	_ = a[(len(x)-1)*lda+len(y)-1]
	addOuter(a, lda, alpha, x, y)
}
