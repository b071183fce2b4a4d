package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// contrasts are n - 1 orthonormal vectors without a part along the constant, the columns of N: N'1 = 0, N'N = I.
// With a free constant b, y - b enters ridge regression by N'y alone, so that the constant's
// direction takes no part in the equations, at any ridge. In the centred matrix HKH,
// H = I - 11'/n, it is an eigenvector of eigenvalue 0, which rounding mixes with others.
//
// With q the constant at length 1, N is I - uu'/(1 + q_1) without its first column, u = (1 + q_1, q_2, ..., q_n):
// the reflection that maps q to (-1, 0, ..., 0). All q_i are 1/sqrt n but with weights.
type contrasts struct {
	c float64   // q_1
	q []float64 // nil where all entries are c
}

func newContrasts(n int, of *constant) contrasts {
	if of == nil {
		return contrasts{c: 1 / math.Sqrt(float64(n))}
	}
	q := append([]float64(nil), of.s...)
	floats.Scale(1/math.Sqrt(of.square), q)
	return contrasts{q[0], q}
}

// inner returns the inner product of v with q, or with the entries of q that begin at from.
func (h contrasts) inner(v []float64, from int) float64 {
	if h.q == nil {
		return h.c * floats.Sum(v)
	}
	return floats.Dot(h.q[from:], v)
}

// share returns q_i/(1 + q_1).
func (h contrasts) share(i int) float64 {
	if h.q == nil {
		return h.c / (1 + h.c)
	}
	return h.q[i] / (1 + h.c)
}

// of replaces r by N'r, in its first n - 1 entries, which it returns.
func (h contrasts) of(r []float64) []float64 {
	along := r[0] + h.inner(r, 0)
	for i, v := range r[1:] {
		r[i] = v - h.share(i+1)*along
	}
	return r[:len(r)-1]
}

// back sets dst = N v.
func (h contrasts) back(dst, v []float64) {
	along := h.inner(v, 1)
	dst[0] = -along
	for i, x := range v {
		dst[i+1] = x - h.share(i+1)*along
	}
}

// upper returns the upper triangle of N'KN.
func (h contrasts) upper(K *mat.Dense) *symmetric.Matrix {
	n, _ := K.Dims()
	byU := make([]float64, n) // K u
	for i := range n {
		byU[i] = K.At(i, 0) + h.inner(K.RawRowView(i), 0)
	}
	square := byU[0] + h.inner(byU, 0) // u'K u
	S := symmetric.New(n - 1)
	for i := range n - 1 {
		row, own := S.Row(i), h.share(i+1)
		for j := i; j < n-1; j++ {
			other := h.share(j + 1)
			across := own * (byU[i+1] + byU[j+1]) // of u u'K + K u u', where all shares are the same
			if h.q != nil {
				across = own*byU[j+1] + other*byU[i+1]
			}
			row[j] = (K.At(i+1, j+1)+K.At(j+1, i+1))/2 - across + own*other*square
		}
	}
	return S
}
