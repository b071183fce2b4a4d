package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// closedSize is the largest n d for which [TauMax] takes the closed form: its
// eigenvectors take a second then.
const closedSize = 1000

// Below quickTol the closed form is taken up to quickSize too, for its smaller bound;
// it takes some milliseconds.
const (
	quickTol  = 1e-7
	quickSize = 200
)

// closedRank is the part of the largest eigenvalue of L up to which one counts as
// 0. Rounding of L has changed one of this size by a thousandth or so already,
// and its multiplier by as much.
const closedRank = 1e-12

// A closedForm gives, for every ridge nu, the dual blocks of least norm for which
// no gradient is left,
//
//	u = 2 nu J (Ks + n nu I)^-1 y,  J = L^+ D,  Ks = K - D'J:
//
// Ks is the kernel of the functions that are flat at all the points, and J maps the rest
// of y, which these do not fit, to the multipliers of being flat.
type closedForm struct {
	J    *mat.Dense // nd x n, rows ordered like those of [vec]
	flat *spectrum  // of Ks
}

// newClosedForm returns nil where ctx ends first.
func newClosedForm(ctx context.Context, op *Operator, centred bool) (*closedForm, error) {
	n, d := op.Dims()
	size := n * d
	D, L := mat.NewDense(size, n, nil), mat.NewDense(size, size, nil)
	alpha, B := make([]float64, n), mat.NewDense(n, d, nil)
	for k := range size {
		if ctx.Err() != nil {
			return nil, nil
		}
		b := &B.RawMatrix().Data[k]
		*b = 1
		gram(op.train, D.RawRowView(k), mat.NewDense(n, d, L.RawRowView(k)), alpha, B)
		*b = 0
	}
	gradients, err := eigen(L, false, nil)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	// Lambda^(-1/2) Q' of the eigenvalues that are not 0, which are the last ones.
	first := 0
	for first < size-1 && !(gradients.lambda[first] > closedRank*gradients.lambda[size-1]) {
		first++
	}
	Q := gradients.V.Dense().Slice(first, size, 0, size).(*mat.Dense)
	for k, l := range gradients.lambda[first:] {
		scale := 0.0 // no gradient at all
		if l > 0 {
			scale = 1 / math.Sqrt(l)
		}
		floats.Scale(scale, Q.RawRowView(k))
	}
	var T, Ks mat.Dense
	T.Mul(Q, D)
	Ks.Mul(T.T(), &T)
	Ks.Sub(op.train.kernel(), &Ks)
	c := &closedForm{J: mat.NewDense(size, n, nil)}
	c.J.Mul(Q.T(), &T)
	c.flat, err = eigen(&Ks, centred, op.constant)
	if err != nil {
		return nil, err
	}
	c.flat.clip()
	return c, nil
}

// blocks returns u for y, which must be centred where there is an intercept.
func (c *closedForm) blocks(y []float64, nu float64) []float64 {
	size, n := c.J.Dims()
	rest, u := make([]float64, n), make([]float64, size)
	c.flat.solve(rest, append([]float64(nil), y...), float64(n)*nu)
	v := mat.NewVecDense(size, u)
	v.MulVec(c.J, mat.NewVecDense(n, rest))
	v.ScaleVec(2*nu, v)
	return u
}
