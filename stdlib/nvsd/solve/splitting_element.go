package solve

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An element is a function of the span,
//
//	f = sum_i alpha_i k(x_i, .) + sum_ia B_ia d_a k(x_i, .),
//
// with its values and gradients at the training points. All four are linear in
// f, so that a combination of elements costs no product.
type element struct {
	alpha  []float64
	B      *mat.Dense
	values []float64  // K alpha + D'B
	W      *mat.Dense // D alpha + L B
}

func newElement(n, d int) *element {
	return &element{alpha: make([]float64, n), B: mat.NewDense(n, d, nil), values: make([]float64, n), W: mat.NewDense(n, d, nil)}
}

// combine sets f = a x + b z; f may be x or z.
func (f *element) combine(a float64, x *element, b float64, z *element) {
	mix := func(dst, x, z []float64) {
		for i, v := range x {
			dst[i] = a*v + b*z[i]
		}
	}
	mix(f.alpha, x.alpha, z.alpha)
	mix(f.values, x.values, z.values)
	mix(f.B.RawMatrix().Data, x.B.RawMatrix().Data, z.B.RawMatrix().Data)
	mix(f.W.RawMatrix().Data, x.W.RawMatrix().Data, z.W.RawMatrix().Data)
}

// inner returns <f, g> in H.
func (f *element) inner(g *element) float64 {
	return floats.Dot(f.alpha, g.values) + floats.Dot(f.B.RawMatrix().Data, g.W.RawMatrix().Data)
}

// fromAlpha computes the values and gradients for B = 0.
func (f *element) fromAlpha(op *Operator) {
	f.B.Zero()
	f.W.Zero()
	op.train.finish(context.Background(), f.W, f.alpha, f.B)
	mat.NewVecDense(len(f.values), f.values).MulVec(op.train.kernel(), mat.NewVecDense(len(f.alpha), f.alpha))
}

// fromB computes the values and gradients for alpha = 0.
func (f *element) fromB(op *Operator) {
	clear(f.alpha)
	op.train.fromB(context.Background(), f.values, f.W, f.B)
	op.train.finish(context.Background(), f.W, f.alpha, f.B)
}

// refresh computes the values and gradients anew.
func (f *element) refresh(op *Operator) { gram(op.train, f.values, f.W, f.alpha, f.B) }

// set sets f = x.
func (f *element) set(x *element) { f.combine(1, x, 0, x) }

// normSq returns ||f||_H^2.
func (f *element) normSq() float64 { return max(f.inner(f), 0) }
