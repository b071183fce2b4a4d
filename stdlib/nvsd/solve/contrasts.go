package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// contrasts are n - 1 orthonormal vectors that sum to 0, the columns of N: N'1 = 0, N'N = I.
// With a free constant b, y - b enters ridge regression by N'y alone, so that the constant's
// direction takes no part in the equations, at any ridge. In the centred matrix HKH,
// H = I - 11'/n, it is an eigenvector of eigenvalue 0, which rounding mixes with others.
//
// N is I - uu'/(1 + c) without its first column, with c = 1/sqrt n and u = (1 + c, c, ..., c):
// the reflection that maps the vector of c to (-1, 0, ..., 0).
type contrasts struct{ c float64 }

func newContrasts(n int) contrasts { return contrasts{c: 1 / math.Sqrt(float64(n))} }

// of replaces r by N'r, in its first n - 1 entries, which it returns.
func (h contrasts) of(r []float64) []float64 {
	part := h.c / (1 + h.c) * (r[0] + h.c*floats.Sum(r))
	for i, v := range r[1:] {
		r[i] = v - part
	}
	return r[:len(r)-1]
}

// back sets dst = N v.
func (h contrasts) back(dst, v []float64) {
	sum := h.c * floats.Sum(v)
	dst[0] = -sum
	for i, x := range v {
		dst[i+1] = x - h.c/(1+h.c)*sum
	}
}

// upper returns the upper triangle of N'KN.
func (h contrasts) upper(K *mat.Dense) *symmetric.Matrix {
	n, _ := K.Dims()
	byU := make([]float64, n) // K u
	for i := range n {
		byU[i] = K.At(i, 0) + h.c*floats.Sum(K.RawRowView(i))
	}
	part := h.c / (1 + h.c)
	both := part * part * (byU[0] + h.c*floats.Sum(byU)) // of u'K u
	S := symmetric.New(n - 1)
	for i := range n - 1 {
		row := S.Row(i)
		for j := i; j < n-1; j++ {
			row[j] = (K.At(i+1, j+1)+K.At(j+1, i+1))/2 - part*(byU[i+1]+byU[j+1]) + both
		}
	}
	return S
}
