package solve

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// factors are orthonormal coordinates theta of the functions
//
//	f = sum_i alpha_i k(x_i, .) + sum_ia B_ia d_a k(x_i, .):
//
// with the Gram matrix of values and gradients
//
//	(K D'; D L) = (V; C)(V; C)',  theta = V' alpha + C' B,
//
// f has values V theta, gradients C theta and ||f||_H = ||theta||. Coefficients
// are huge where the matrix is all but singular, and evaluating them loses as
// many digits; theta is as large as f, and evaluating it loses none.
//
// They come from Cholesky's factorisation with pivots, the gradients first: only
// the first p of the r coordinates move a gradient, so that f is flat at all the
// points just where these are 0. What is left of the matrix at the end is
// rounding: the coordinates are those of a kernel that agrees with the given one
// in all the digits that it has.
type factors struct {
	C *mat.Dense // nd x p, rows ordered like those of [vec]
	V *mat.Dense // n x r, the columns centred with an intercept
}

func (f *factors) dims() (r, p int) {
	_, r = f.V.Dims()
	_, p = f.C.Dims()
	return r, p
}

// pivotRounding is the part of a diagonal entry that counts as rounding.
const pivotRounding = 1e-14

// newFactors returns nil where ctx ends.
func newFactors(ctx context.Context, op *Operator) *factors {
	n, d := op.Dims()
	size := n * (d + 1)
	c := &cholesky{op: op, alpha: make([]float64, n), B: mat.NewDense(n, d, nil), diagonal: make([]float64, size)}
	c.diagonals()
	c.rest = slices.Clone(c.diagonal)
	if !c.exhaust(ctx, n, size) {
		return nil
	}
	if len(c.columns) == 0 { // no gradient at all: a coordinate that moves nothing
		c.columns = append(c.columns, make([]float64, size))
	}
	p := len(c.columns)
	if !c.exhaust(ctx, 0, n) {
		return nil
	}
	f := &factors{C: mat.NewDense(n*d, p, nil), V: mat.NewDense(n, len(c.columns), nil)}
	for k, column := range c.columns {
		f.V.SetCol(k, column[:n])
		if k < p {
			f.C.SetCol(k, column[n:])
		}
	}
	return f
}

// across returns f with the columns of V centred.
func (f *factors) across(c *constant) *factors {
	n, r := f.V.Dims()
	g, means := &factors{C: f.C, V: mat.DenseCopyOf(f.V)}, make([]float64, r)
	for i := range n {
		floats.AddScaled(means, c.part(i, n), f.V.RawRowView(i))
	}
	for i := range n {
		floats.AddScaled(g.V.RawRowView(i), -c.at(i), means)
	}
	return g
}

// factors returns coordinates of the functions on the training points, which it
// keeps; nil where ctx ends first.
func (op *Operator) factors(ctx context.Context, centred bool) *factors {
	op.mu.Lock()
	f := op.factored
	op.mu.Unlock()
	if f == nil {
		f = newFactors(ctx, op)
		if f == nil {
			return nil
		}
		op.mu.Lock()
		op.factored = f
		op.mu.Unlock()
	}
	if centred {
		return f.across(op.constant)
	}
	return f
}

// cholesky is the state of a factorisation with pivots of the Gram matrix, whose
// rows and columns are the n values and then the nd gradients.
type cholesky struct {
	op       *Operator
	alpha    []float64
	B        *mat.Dense
	columns  [][]float64 // of (V; C)
	diagonal []float64
	rest     []float64 // diagonal of what is left
}

// unit calls do with the coefficients of the k-th of the n(d+1) functions.
func (c *cholesky) unit(k int, do func()) {
	n := len(c.alpha)
	at := &c.alpha[min(k, n-1)]
	if k >= n {
		at = &c.B.RawMatrix().Data[k-n]
	}
	*at = 1
	do()
	*at = 0
}

func (c *cholesky) diagonals() {
	n, d := c.op.Dims()
	v, w := make([]float64, 1), make([]float64, d)
	W := mat.NewDense(1, d, w)
	for i := range n {
		own, steep := c.op.constant.at(i), c.op.steep.at(i)
		at := c.op.products.at(c.op.x.Slice(i, i+1, 0, d).(*mat.Dense))
		c.unit(i, func() { gram(at, v, W, c.alpha, c.B) })
		c.diagonal[i] = own * v[0] * own
		for a := range d {
			k := n + i*d + a
			c.unit(k, func() { gram(at, v, W, c.alpha, c.B) })
			c.diagonal[k] = steep * w[a] * steep
		}
	}
}

// exhaust takes pivots among rows lo to hi, at each step the one of which most is
// left beside its diagonal entry, until there is none. It is false where ctx ends.
func (c *cholesky) exhaust(ctx context.Context, lo, hi int) bool {
	n, d := c.op.Dims()
	for {
		pivot, most := -1, pivotRounding
		for k := lo; k < hi; k++ {
			if part := c.rest[k] / c.diagonal[k]; c.diagonal[k] > 0 && part > most {
				pivot, most = k, part
			}
		}
		if pivot < 0 {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		column := make([]float64, len(c.rest))
		c.unit(pivot, func() { gram(c.op.train, column[:n], mat.NewDense(n, d, column[n:]), c.alpha, c.B) })
		for _, earlier := range c.columns {
			panel.Axpy(-earlier[pivot], earlier, column)
		}
		if at := column[pivot]; at > pivotRounding*c.diagonal[pivot] {
			floats.Scale(1/math.Sqrt(at), column)
			for k, v := range column {
				c.rest[k] -= v * v
			}
			c.columns = append(c.columns, column)
		}
		c.rest[pivot] = 0
	}
}
