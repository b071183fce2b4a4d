package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// dense serves any kernel by its full matrices: K (n x n), D (nd x n) and
// L (nd x nd), O((nd)^2) in time and memory.
type dense struct {
	k kern.Kernel
	X *mat.Dense
}

func (s *dense) independent() bool { return false } // not known

func (s *dense) train() (evaluation, training) {
	e := s.matrices(s.X)
	return e, e
}

func (s *dense) at(Z *mat.Dense) evaluation { return s.matrices(Z) }

// matrices returns the evaluation at the rows of Z.
func (s *dense) matrices(Z *mat.Dense) *denseAt {
	n, d := s.X.Dims()
	m, _ := Z.Dims()
	e := &denseAt{d: d, K: mat.NewDense(m, n, nil),
		V: mat.NewDense(m, n*d, nil), D: mat.NewDense(m*d, n, nil), L: mat.NewDense(m*d, n*d, nil)}
	grad, mixed := make([]float64, d), make([]float64, d*d)
	for j := range m {
		z := Z.RawRowView(j)
		for i := range n {
			x := s.X.RawRowView(i)
			e.K.Set(j, i, s.k.Eval(x, z))
			s.k.Grad(grad, x, z)
			copy(e.V.RawRowView(j)[i*d:], grad)
			s.k.Grad(grad, z, x)
			s.k.Mixed(mixed, z, x)
			for a := range d {
				e.D.Set(j*d+a, i, grad[a])
				copy(e.L.RawRowView(j*d + a)[i*d:], mixed[a*d:(a+1)*d])
			}
		}
	}
	return e
}

type denseAt struct {
	d int
	K *mat.Dense // m x n
	V *mat.Dense // m x nd: d k(x_i, z_j) / d x_ia
	D *mat.Dense // md x n: d k(z_j, x_i) / d z_ja
	L *mat.Dense // md x nd: d^2 k(z_j, x_i) / d z_ja d x_ib
}

func (e *denseAt) kernel() *mat.Dense { return e.K }

func (e *denseAt) fromB(_ context.Context, v []float64, W, B *mat.Dense) {
	b := vec(B)
	mat.NewVecDense(len(v), v).MulVec(e.V, b)
	vec(W).MulVec(e.L, b)
}

func (e *denseAt) addAlpha(v, alpha []float64) { addProduct(v, e.K, alpha) }

func (e *denseAt) finish(_ context.Context, W *mat.Dense, alpha []float64, _ *mat.Dense) {
	w := vec(W)
	var add mat.VecDense
	add.MulVec(e.D, mat.NewVecDense(len(alpha), alpha))
	w.AddVec(w, &add)
}

func (e *denseAt) lengths() []float64 {
	size, _ := e.L.Dims()
	norms := make([]float64, e.d)
	for row := range size {
		a := row % e.d
		for column := a; column < size; column += e.d {
			norms[a] = math.Hypot(norms[a], e.L.At(row, column))
		}
	}
	return norms
}

func (e *denseAt) addBlocks(C *mat.Dense, scale []float64) {
	n, _ := C.Dims()
	for j := range n {
		to := C.RawRowView(j)
		for a, v := range scale {
			if v == 0 {
				continue
			}
			row := e.L.RawRowView(j*e.d + a)
			for i := range to {
				to[i] += row[i*e.d+a] / v
			}
		}
	}
}

// vec views the rows of a contiguous matrix, one after the other, as a vector.
func vec(A *mat.Dense) *mat.VecDense {
	raw := A.RawMatrix()
	return mat.NewVecDense(raw.Rows*raw.Cols, raw.Data)
}
