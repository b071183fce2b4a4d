package solve

import (
	"context"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// structuredAt is the evaluation of a structured kernel at m points. Its
// matrices have rows and columns of 0 up to a multiple of 4, as package panel
// wants them.
//
// A product is formed by blocks of 4 points and innerBlock training points, so
// that what is made on the way stays in a processor's first caches: the block of
// P - 1q', weighed by those of K1 and K2 and summed by rows, enters the rows of
// W at once.
type structuredAt struct {
	*structured
	rows   int         // m
	Z      *mat.Dense  // m x d, shifted like X
	K      *mat.Dense  // m x n
	D1, D2 scaledTable // K1 and K2, m x n
}

// A scaledTable is a matrix times a factor.
type scaledTable struct {
	*mat.Dense
	factor float64
}

// innerBlock is the number of training points that are worked on at a time, a
// multiple of 8.
const innerBlock = 128

// structuredWork is the memory of one product, or of one tile of it.
type structuredWork struct {
	B panel.Matrix // d x n: B', or n x d: c (B + diag(alpha) X)
	q []float64    // -q, padded; 0 for a dot product

	P    []float64 // 4 x innerBlock
	W    []float64 // tileRows x d, padded
	sums [tileRows]panel.Sums
}

func (s *structured) borrow() *structuredWork {
	if w, ok := s.work.Get().(*structuredWork); ok {
		return w
	}
	n, d := s.X.Dims()
	return &structuredWork{q: make([]float64, panel.Padded(n)),
		P: make([]float64, panel.Rows*innerBlock), W: make([]float64, tileRows*panel.Padded(d))}
}

// zeros returns an m x n matrix and the zeros that fill it up to a multiple of 4.
func zeros(m, n int) *mat.Dense { return mat.NewDense(panel.Padded(m), panel.Padded(n), nil) }

func padded(A *mat.Dense) *mat.Dense {
	C := zeros(A.Dims())
	C.Copy(A)
	return C
}

func (e *structuredAt) kernel() *mat.Dense {
	n, _ := e.X.Dims()
	return e.K.Slice(0, e.rows, 0, n).(*mat.Dense)
}

// point returns row j of Z.
func (e *structuredAt) point(j int) []float64 { return e.Z.RawRowView(j)[:len(e.shift)] }

// fillSymmetric sets the matrices at the training points, each pair of points by one
// evaluation. It reports whether the derivatives without a matrix of their own are the
// multiples of kappa that they are taken for. Where one is not, the matrices are spoilt.
func (e *structuredAt) fillSymmetric() (multiple1, multiple2 bool) {
	var other1, other2 atomic.Bool
	own1, own2 := e.D1.Dense != e.K, e.D2.Dense != e.K
	inParallel(e.rows, e.pairWork(e.rows)/2, func(lo, hi int) {
		for j := lo; j < hi && !other1.Load() && !other2.Load(); j++ {
			k, d1, d2 := e.K.RawRowView(j), e.D1.RawRowView(j), e.D2.RawRowView(j)
			for i := range j + 1 {
				value, first, second := e.kappa(e.argument(e.point(j), e.X.RawRowView(i)))
				k[i] = value
				if own1 {
					d1[i] = first
				} else if !isMultiple(first, e.D1.factor, value) {
					other1.Store(true)
				}
				if own2 {
					d2[i] = second
				} else if !isMultiple(second, e.D2.factor, value) {
					other2.Store(true)
				}
			}
		}
	})
	mirror(e.K, e.rows)
	if own1 {
		mirror(e.D1.Dense, e.rows)
	}
	if own2 {
		mirror(e.D2.Dense, e.rows)
	}
	return !other1.Load(), !other2.Load()
}

// mirror copies the entries below the diagonal of the first n rows to above it.
func mirror(A *mat.Dense, n int) {
	raw := A.RawMatrix()
	for j := range n {
		for i, v := range raw.Data[j*raw.Stride:][:j] {
			raw.Data[i*raw.Stride+j] = v
		}
	}
}

func (e *structuredAt) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	n, d := e.X.Dims()
	right := e.borrow()
	defer e.work.Put(right)
	right.B.SetTransposed(B)
	sign := 1.0
	if e.radial {
		sign = -1
		for i := range n {
			right.q[i] = -floats.Dot(e.X.RawRowView(i), B.RawRowView(i))
		}
	}
	dp := panel.Padded(d)
	inParallelUntil(ctx, e.rows, 4*n*d, func(lo, hi int) {
		w := e.borrow()
		defer e.work.Put(w)
		clear(w.W)
		clear(w.sums[:])
		for from := 0; from < n; from += innerBlock {
			to := min(from+innerBlock, n)
			last := panel.Padded(to)
			for j := lo; j < hi; j += panel.Rows {
				for r := range panel.Rows {
					copy(w.P[r*innerBlock:], right.q[from:last])
				}
				panel.MulAdd(w.P, innerBlock, rowsFrom(e.Z, j), dp, &right.B, 0, d, from, last)
				for r := range panel.Rows {
					panel.Weigh(&w.sums[j-lo+r], w.P[r*innerBlock:][:last-from],
						e.D1.RawRowView(j + r)[from:last], e.D2.RawRowView(j + r)[from:last])
				}
				if e.D2.factor != 0 {
					panel.MulAdd(w.W[(j-lo)*dp:], dp, w.P, innerBlock, &e.panels, from, to, 0, dp)
				}
			}
		}
		for j := lo; j < hi; j++ {
			v[j] = sign * e.D1.factor * w.sums[j-lo].Total(0)
			var curvature float64
			if e.radial {
				curvature = w.sums[j-lo].Total(1)
			}
			to, z := W.RawRowView(j), e.Z.RawRowView(j)
			for a, sum := range w.W[(j-lo)*dp:][:d] {
				to[a] = e.D2.factor * (sum - curvature*z[a])
			}
		}
	})
}

func (e *structuredAt) addAlpha(v, alpha []float64) { addProduct(v, e.kernel(), alpha) }

func (e *structuredAt) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	n, d := e.X.Dims()
	right := e.borrow()
	defer e.work.Put(right)
	factor := e.D1.factor
	if e.radial {
		factor = -factor
	}
	right.B.SetRowsAdded(factor, B, alpha, e.X)
	dp := panel.Padded(d)
	inParallelUntil(ctx, e.rows, 2*n*d, func(lo, hi int) {
		w := e.borrow()
		defer e.work.Put(w)
		clear(w.W)
		for from := 0; from < n; from += innerBlock {
			to := min(from+innerBlock, n)
			for j := lo; j < hi; j += panel.Rows {
				panel.MulAdd(w.W[(j-lo)*dp:], dp, rowsFrom(e.D1.Dense, j)[from:], panel.Padded(n), &right.B, from, to, 0, dp)
			}
		}
		for j := lo; j < hi; j++ {
			to, z := W.RawRowView(j), e.Z.RawRowView(j)
			var slope float64
			if e.radial {
				slope = -factor * floats.Dot(e.D1.RawRowView(j)[:n], alpha)
			}
			for a, sum := range w.W[(j-lo)*dp:][:d] {
				to[a] += sum + slope*z[a]
			}
		}
	})
}

// rowsFrom returns the numbers of a contiguous matrix from row j on.
func rowsFrom(A *mat.Dense, j int) []float64 {
	raw := A.RawMatrix()
	return raw.Data[j*raw.Stride:]
}

func (e *structuredAt) lengths() []float64 {
	n, d := e.X.Dims()
	c1, c2 := e.D1.factor, e.D2.factor
	squares := make([]float64, d)
	for j := range n {
		z, k1, k2 := e.Z.RawRowView(j), e.D1.RawRowView(j), e.D2.RawRowView(j)
		for i := range n {
			first, second := c1*k1[i], c2*k2[i]
			for a, x := range e.X.RawRowView(i) {
				v := first + second*z[a]*x
				if e.radial {
					v = first + second*(z[a]-x)*(z[a]-x)
				}
				squares[a] += v * v
			}
		}
	}
	for a, v := range squares {
		squares[a] = math.Sqrt(v)
	}
	return squares
}

func (e *structuredAt) addBlocks(C *mat.Dense, scale []float64) {
	n, d := e.X.Dims()
	weights := make([]float64, d)
	var all float64
	for a, v := range scale {
		if v > 0 {
			weights[a] = 1 / v
			all += 1 / v
		}
	}
	c1, c2 := e.D1.factor, e.D2.factor
	if e.radial {
		c1, c2 = -c1, -c2
	}
	sum := weightedProduct
	if e.radial {
		sum = weightedSquare
	}
	inParallel(n, n*(d+2), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			to, z, k1, k2 := C.RawRowView(j), e.Z.RawRowView(j), e.D1.RawRowView(j), e.D2.RawRowView(j)
			for i := range n {
				to[i] += c1*k1[i]*all + c2*k2[i]*sum(weights, z, e.X.RawRowView(i))
			}
		}
	})
}

// weightedProduct returns sum_a w_a z_a x_a.
func weightedProduct(w, z, x []float64) (sum float64) {
	for a, v := range x {
		sum += w[a] * z[a] * v
	}
	return sum
}

// weightedSquare returns sum_a w_a (z_a - x_a)^2.
func weightedSquare(w, z, x []float64) (sum float64) {
	for a, v := range x {
		sum += w[a] * (z[a] - v) * (z[a] - v)
	}
	return sum
}
