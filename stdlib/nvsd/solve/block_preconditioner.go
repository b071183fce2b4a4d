package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// A blockPreconditioner is an approximate inverse of L, and so of M where the
// ridge is not small: that of the matrix with the same n x n block C for every
// input, times the length of the input's own block, and without what couples
// inputs,
//
//	C = mean over a of L_aa/||L_aa||_F, plus a part of its mean diagonal entry.
//
// One product with it is a third of a product with M.
type blockPreconditioner struct {
	n, d    int
	inverse *mat.Dense // of C, with rows and columns up to a multiple of 4
	lengths []float64  // relative to the largest; 1 for an input without any
	right   panel.Matrix
}

// blockDamping is the part of the mean diagonal entry that is added to C. Products
// until the gradients vanish hardly depend on it between 0.1 and 1. Where gradients
// are all but dependent, less of it makes the coefficients that cancel them larger.
const blockDamping = 1

// newBlockPreconditioner returns nil where C has no inverse. Of several functions it is the one of the first for each: they
// differ in the weights of their values, and not of their gradients.
func newBlockPreconditioner(op *Operator) *blockPreconditioner {
	if op.several != nil {
		return newBlockPreconditioner(op.several.parts[0])
	}
	n, d := op.Dims()
	own := op.lengths()
	C := mat.NewDense(n, n, nil)
	op.training.addBlocks(C, own)
	damping := blockDamping * mat.Trace(C) / float64(n)
	S := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			S.SetSym(i, j, (C.At(i, j)+C.At(j, i))/2)
		}
		S.SetSym(i, i, S.At(i, i)+damping)
	}
	inverted := invertSmall
	if n >= invertedByBlocks {
		inverted = invertByBlocks
	}
	inverse := inverted(S)
	if inverse == nil {
		return nil
	}
	pre := &blockPreconditioner{n: n, d: d, inverse: zeros(n, n), lengths: make([]float64, d)}
	for i := range n {
		for j := i; j < n; j++ {
			pre.inverse.Set(i, j, inverse.At(i, j))
			pre.inverse.Set(j, i, inverse.At(i, j))
		}
	}
	largest := floats.Max(own)
	for a, v := range own {
		pre.lengths[a] = v / largest
		if v == 0 || math.IsNaN(v/largest) {
			pre.lengths[a] = 1
		}
	}
	return pre
}

// invertedByBlocks is the number of rows from which on the inverse is found by blocks on all processors. With fewer it takes no
// time, and the search for tau_max, which ends at a bound where the matrix is all but singular, depends on its last bits.
const invertedByBlocks = 1000

// invertSmall returns the inverse of a matrix by LAPACK on one processor, which it overwrites; nil if there is none.
func invertSmall(S *mat.SymDense) mat.Matrix {
	T, ok := lapack64.Potrf(S.RawSymmetric())
	if !ok {
		return nil
	}
	if _, ok := lapack64.Potri(T); !ok {
		return nil
	}
	return S
}

// invertByBlocks returns the inverse of a matrix, of which the entries on and above the diagonal are set; nil if there is none.
func invertByBlocks(S *mat.SymDense) mat.Matrix {
	matrix := symmetric.Of(S)
	factor, ok := matrix.Cholesky()
	if !ok {
		return nil
	}
	inverse := symmetric.New(S.SymmetricDim())
	new(symmetric.Inverter).Inverse(inverse, factor)
	return inverse.Dense()
}

// apply sets dst to the product with src, both n d numbers of one function or of several; a nil preconditioner
// copies.
func (p *blockPreconditioner) apply(dst, src []float64) {
	if p == nil {
		copy(dst, src)
		return
	}
	if size := p.n * p.d; len(src) > size { // of several functions
		p.apply(dst[size:], src[size:])
		dst, src = dst[:size], src[:size]
	}
	p.right.Set(mat.NewDense(p.n, p.d, src))
	width := panel.Padded(p.d)
	inParallel(p.n, p.n*p.d, func(lo, hi int) {
		tile := make([]float64, panel.Padded(hi-lo)*width)
		for j := lo; j < hi; j += panel.Rows {
			panel.MulAdd(tile[(j-lo)*width:], width, rowsFrom(p.inverse, j), panel.Padded(p.n), &p.right, 0, p.n, 0, width)
		}
		for j := lo; j < hi; j++ {
			to := dst[j*p.d:][:p.d]
			for a, v := range tile[(j-lo)*width:][:p.d] {
				to[a] = v / p.lengths[a]
			}
		}
	})
}
