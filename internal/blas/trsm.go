package blas

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

const (
	// smallTriangle is the order of the triangles that are solved row by row.
	smallTriangle = 16

	// fewestRightSides is the number of right sides below which the rows are too
	// short for that.
	fewestRightSides = 8
)

// Dtrsm sets B to the X of op(A) X = alpha B or X op(A) = alpha B for b, m x n,
// where op(A) is a triangle or its transpose.
func (i Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order, others := m, n
	if s == blas.Right {
		order, others = n, m
	}
	if order < panel.Rows || others < 1 || alpha == 0 || !knows(tA) || s != blas.Left && s != blas.Right || !isTriangle(ul) ||
		d != blas.NonUnit && d != blas.Unit || !holds(a, order, order, lda) || !holds(b, m, n, ldb) ||
		order <= smallTriangle && others < fewestRightSides {
		i.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	e := equations{s: s, ul: ul, tA: tA, d: d, order: order, others: others, a: a, lda: lda, b: b, ldb: ldb}
	e.solve(alpha)
}

// equations are op(A) X = alpha B or X op(A) = alpha B, with B others x order or
// order x others.
type equations struct {
	s             blas.Side
	ul            blas.Uplo
	tA            blas.Transpose
	d             blas.Diag
	order, others int
	a, b          []float64
	lda, ldb      int
}

// solve solves one half of the equations for half of X, and with it the other.
func (e *equations) solve(alpha float64) {
	if e.order <= smallTriangle {
		e.solveSmall(alpha)
		return
	}
	half := (e.order/2 + 7) &^ 7 // whole panels
	first, second := *e, *e
	first.order, second.order = half, e.order-half
	second.a = e.a[half*e.lda+half:]
	beside := e.a[half:] // of the diagonal blocks
	if e.ul == blas.Lower {
		beside = e.a[half*e.lda:]
	}
	var impl Implementation
	if e.s == blas.Left {
		second.b = e.b[half*e.ldb:]
	} else {
		second.b = e.b[half:]
	}
	if !e.forward() {
		first, second = second, first
	}
	first.solve(alpha)
	if e.s == blas.Left {
		impl.Dgemm(e.tA, blas.NoTrans, second.order, e.others, first.order, -1, beside, e.lda, first.b, e.ldb, alpha, second.b, e.ldb)
	} else {
		impl.Dgemm(blas.NoTrans, e.tA, e.others, second.order, first.order, -1, first.b, e.ldb, beside, e.lda, alpha, second.b, e.ldb)
	}
	second.solve(1)
}

// forward reports whether the first entries of X do not depend on others.
func (e *equations) forward() bool {
	lower := (e.ul == blas.Lower) != isTransposed(e.tA)
	return lower == (e.s == blas.Left)
}

func (e *equations) solveSmall(alpha float64) {
	if e.others < fewestRightSides || e.s == blas.Right && !e.finite() {
		var impl Implementation
		m, n := e.order, e.others
		if e.s == blas.Right {
			m, n = n, m
		}
		impl.Implementation.Dtrsm(e.s, e.ul, e.tA, e.d, m, n, alpha, e.a, e.lda, e.b, e.ldb)
		return
	}
	if e.s == blas.Left {
		e.solveRows(e.b, e.ldb, e.others, alpha)
		return
	}
	// The rows of the transpose of B are as long as B has rows.
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	s.x = slices.Grow(s.x[:0], e.order*e.others)[:e.order*e.others]
	for i := range e.others {
		for k, v := range e.b[i*e.ldb:][:e.order] {
			s.x[k*e.others+i] = v
		}
	}
	e.solveRows(s.x, e.others, e.others, alpha)
	for i := range e.others {
		row := e.b[i*e.ldb:][:e.order]
		for k := range row {
			row[k] = s.x[k*e.others+i]
		}
	}
}

// solveRows solves for one row of order x n numbers after the other.
func (e *equations) solveRows(b []float64, ldb, n int, alpha float64) {
	step, first, end := 1, 0, e.order
	if !e.forward() {
		step, first, end = -1, e.order-1, -1
	}
	row, column := e.lda, 1 // what is between two entries of a row or column of the triangle
	if isTransposed(e.tA) != (e.s == blas.Right) {
		row, column = column, row
	}
	for i := first; i != end; i += step {
		to := b[i*ldb:][:n]
		scale(alpha, to)
		from, known := 0, i // the rows that are solved
		if step < 0 {
			from, known = i+1, e.order-1-i
		}
		var factors [smallTriangle]float64
		hasZero := false
		for k := range known {
			factors[k] = e.a[i*row+(from+k)*column]
			hasZero = hasZero || factors[k] == 0
		}
		if hasZero && e.s == blas.Left {
			for k, v := range factors[:known] {
				if v != 0 {
					panel.Axpy(-v, b[(from+k)*ldb:][:n], to)
				}
			}
		} else if known > 0 {
			mulVecTransposedAdd(to, -1, b[from*ldb:], ldb, factors[:known])
		}
		if e.d == blas.Unit {
			continue
		}
		pivot := e.a[i*(e.lda+1)]
		if e.s == blas.Right {
			for j := range to {
				to[j] /= pivot
			}
			continue
		}
		inverse := 1 / pivot // as gonum does from the left
		for j := range to {
			to[j] *= inverse
		}
	}
}

// finite reports whether the triangle has neither infinities nor NaN. Gonum's
// loops from the right leave out other products with 0 than those from the left.
func (e *equations) finite() bool {
	for i := range e.order {
		first, last := 0, i+1
		if e.ul == blas.Upper {
			first, last = i, e.order
		}
		for _, v := range e.a[i*e.lda+first : i*e.lda+last] {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return false
			}
		}
	}
	return true
}
