//go:build !purego

package panel

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// numbers are of every size, and such that say how zeros, infinities and what is
// no number are treated.
func numbers(t *rapid.T, n int) []float64 {
	special := rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022})
	any := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.Float64Range(-2, 2), rapid.Float64(), special)
	few := rapid.SliceOfN(any, 7, 7).Draw(t, "numbers") // repeated with other factors: a long list is slow to draw
	offset := rapid.IntRange(0, 3).Draw(t, "offset")    // not aligned
	list := make([]float64, offset+n)
	for i := range list {
		list[i] = few[i%7] * (1 + float64(i%13)/16)
	}
	return list[offset:]
}

// sameBits is to the bit, but for those of a NaN.
func sameBits(t *rapid.T, what string, got, want []float64) {
	t.Helper()
	for i, v := range got {
		if math.Float64bits(v) != math.Float64bits(want[i]) && !(math.IsNaN(v) && math.IsNaN(want[i])) {
			t.Fatalf("%s: entry %d is %v, in Go %v", what, i, v, want[i])
		}
	}
}

func TestInstructionsAgreeWithGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	copied := func(v []float64) []float64 { return append([]float64(nil), v...) }
	t.Run("mulAdd8", rapid.MakeCheck(func(t *rapid.T) {
		inner, panels := rapid.IntRange(1, 40).Draw(t, "inner"), rapid.IntRange(1, 4).Draw(t, "panels")
		skip := 8 * rapid.IntRange(0, 2).Draw(t, "skip")
		lda, ldc := inner+rapid.IntRange(0, 3).Draw(t, "lda"), 8*panels+rapid.IntRange(0, 3).Draw(t, "ldc")
		a, b, c := numbers(t, 4*lda), numbers(t, panels*(8*inner+skip)), numbers(t, 4*ldc)
		want := copied(c)
		mulAdd8Go(want, ldc, a, lda, b, skip, inner, panels)
		mulAdd8(c, ldc, a, lda, b, skip, inner, panels)
		sameBits(t, "c", c, want)
	}))
	t.Run("exp", rapid.MakeCheck(func(t *rapid.T) {
		x := numbers(t, 4*rapid.IntRange(1, 10).Draw(t, "fours"))
		for i := range x {
			x[i] *= 400 // beyond the least one too
		}
		want, got := make([]float64, len(x)), make([]float64, len(x))
		expGo(want, x)
		exp(got, x)
		sameBits(t, "e^x", got, want)
	}))
	t.Run("mulAdd4", rapid.MakeCheck(func(t *rapid.T) {
		inner := rapid.IntRange(1, 40).Draw(t, "inner")
		lda, ldc := inner+rapid.IntRange(0, 3).Draw(t, "lda"), 4+rapid.IntRange(0, 3).Draw(t, "ldc")
		a, b, c := numbers(t, 4*lda), numbers(t, 4*inner), numbers(t, 4*ldc)
		want := copied(c)
		mulAdd4Go(want, ldc, a, lda, b, inner)
		mulAdd4(c, ldc, a, lda, b, inner)
		sameBits(t, "c", c, want)
	}))
	t.Run("weigh", rapid.MakeCheck(func(t *rapid.T) {
		n := 4 * rapid.IntRange(1, 20).Draw(t, "n/4")
		p, u, v, start := numbers(t, n), numbers(t, n), numbers(t, n), numbers(t, 8)
		var s, wantS Sums
		for i := range s {
			copy(s[i][:], start[4*i:])
		}
		wantS = s
		want := copied(p)
		weighGo(&wantS, want, u, v)
		weigh(&s, p, u, v)
		sameBits(t, "p", p, want)
		for i := range s {
			sameBits(t, "sum", s[i][:], wantS[i][:])
		}
	}))
	t.Run("rows", rapid.MakeCheck(func(t *rapid.T) {
		n := 4 * rapid.IntRange(1, 20).Draw(t, "n/4")
		lda := n + rapid.IntRange(0, 3).Draw(t, "lda")
		a, x, y := numbers(t, Rows*lda), numbers(t, n), numbers(t, n)
		factors, start := [Rows]float64(numbers(t, Rows)), numbers(t, 16)
		var s, wantS RowSums
		for r := range s {
			copy(s[r][:], start[4*r:])
		}
		wantS = s
		want := copied(y)
		check := func(what string) {
			t.Helper()
			sameBits(t, what, y, want)
			for r := range s {
				sameBits(t, what, s[r][:], wantS[r][:])
			}
		}
		dotRowsGo(&wantS, x, a, lda)
		dotRows(&s, x, a, lda)
		check("dotRows")
		addRowsGo(want, &factors, a, lda)
		addRows(y, &factors, a, lda)
		check("addRows")
		dotAddRowsGo(&wantS, x, want, &factors, a, lda)
		dotAddRows(&s, x, y, &factors, a, lda)
		check("dotAddRows")
	}))
	t.Run("vectors", rapid.MakeCheck(func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		x, y, alpha := numbers(t, n), numbers(t, n), numbers(t, 1)[0]
		sameBits(t, "dot", []float64{dot(x, y)}, []float64{dotGo(x, y)})
		want := copied(y)
		axpyGo(alpha, x, want)
		axpy(alpha, x, y)
		sameBits(t, "axpy", y, want)
	}))
	t.Run("mulVec", rapid.MakeCheck(func(t *rapid.T) {
		rows, columns := 4*rapid.IntRange(1, 5).Draw(t, "rows/4"), rapid.IntRange(1, 40).Draw(t, "columns")
		lda := columns + rapid.IntRange(0, 3).Draw(t, "lda")
		a, x, y, alpha := numbers(t, (rows-1)*lda+columns), numbers(t, columns), numbers(t, rows), numbers(t, 1)[0]
		want := copied(y)
		mulVecAddGo(want, alpha, a, lda, x)
		mulVecAdd(y, alpha, a, lda, x)
		sameBits(t, "mulVecAdd", y, want)
		want = copied(x)
		mulVecTransposedAddGo(want, alpha, a, lda, y)
		mulVecTransposedAdd(x, alpha, a, lda, y)
		sameBits(t, "mulVecTransposedAdd", x, want)
		want = copied(a)
		addOuterGo(want, lda, alpha, y, x)
		addOuter(a, lda, alpha, y, x)
		sameBits(t, "addOuter", a, want)
	}))
}
