package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// An Operator is a kernel on n training points with d inputs. It holds the matrices that
// all problems on the same points share, computed once. It is safe for use by several
// goroutines.
type Operator struct {
	n, d     int
	x        *mat.Dense // the points; nil with random features, which have sums over points in their place
	kernel   string     // what messages call it
	products products
	train    evaluation
	training training
	features *features // nil without
	several  *several  // nil for one function

	weighting *weighting // nil where all rows weigh the same
	constant  *constant  // nil stands for ones
	steep     rowWeights // factors of the gradients; nil stands for ones

	approximate bool    // the kernel's derivatives are not exact
	precise     precise // the kernel in Doubles
	known       bool    // as it is, and not by its float64 values
	rounds      bool    // what rounding leaves of the products has a bound

	plain, centred func() (*spectrum, error)   // of K and of HKH, H = I - 11'/n
	ridge          [2]func() (*shifted, error) // of K and of HKH
	regularised    regularised
	lengths        func() []float64 // those of the training

	mu        sync.Mutex
	positive  bool                 // checkPositive has found nothing
	curvature map[ridgeKey]float64 // estimates of the largest eigenvalue of M
	factored  *factors             // for ADMM; nil until asked for
	inverses  sync.Map             // inverseKey or whitenedKey to inverse, for ADMM
}

// NewOperator prepares products with the kernel on the n rows of X (n x d),
// which is copied. A kernel with the structure [trait.DotProduct] or [trait.Isotropic], or
// one of these [trait.Stretched], takes O(n^2) memory; any other takes 8 n^2 (1+d)^2
// bytes. An operator that would not fit in memory is an error.
func NewOperator(k kern.Kernel, X mat.Matrix) (*Operator, error) {
	if k == nil {
		return nil, errors.New("solve: no kernel (nil)")
	}
	if err := trait.CheckParameters(k); err != nil {
		return nil, fmt.Errorf("solve: kernel %s: %w", called(k), err)
	}
	x, err := points(X)
	if err != nil {
		return nil, err
	}
	n, d := x.Dims()
	if err := Fits(k, n, d); err != nil {
		return nil, err
	}
	op := &Operator{n: n, d: d, x: x, kernel: called(k), approximate: !trait.IsCertified(k)}
	op.products, err = structuredProducts(k, x)
	if op.products == nil && err == nil {
		if err := fitsDense(k, n, d); err != nil { // a sum may turn out to have no structure
			return nil, err
		}
		op.products = &dense{k, x}
	}
	if err != nil {
		return nil, err
	}
	if err := op.guard(func() { op.train, op.training = op.products.train() }); err != nil {
		return nil, err
	}
	op.precise, op.known = newPrecise(k, x, op.products, op.train)
	_, unstructured := op.products.(*dense)
	op.rounds = !(unstructured && op.known)
	for i := range n {
		for j, v := range op.train.kernel().RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("solve: kernel %s is %v at rows %d and %d of X: scale the inputs, or change the kernel's parameters", called(k), v, i, j)
			}
		}
	}
	op.remember()
	return op, nil
}

// remember prepares what is computed once, when it is first asked for.
func (op *Operator) remember() {
	op.curvature = make(map[ridgeKey]float64)
	op.lengths = sync.OnceValue(op.training.lengths)
	op.plain = sync.OnceValues(func() (*spectrum, error) { return newSpectrum(op.train.kernel(), false, op.constant) })
	op.centred = sync.OnceValues(func() (*spectrum, error) { return newSpectrum(op.train.kernel(), true, op.constant) })
	for i, centred := range []bool{false, true} {
		op.ridge[i] = sync.OnceValues(func() (*shifted, error) { return newShifted(op.train.kernel(), centred, op.constant) })
	}
}

// points copies a matrix of finite numbers with at least one row and column.
func points(X mat.Matrix) (*mat.Dense, error) {
	if X == nil {
		return nil, errors.New("solve: X is nil")
	}
	n, d := X.Dims()
	if n == 0 || d == 0 {
		return nil, fmt.Errorf("solve: X is %d x %d: at least one sample and one input are needed", n, d)
	}
	x := mat.DenseCopyOf(X)
	for i := range n {
		for a, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("solve: X has %v at row %d, column %d (from 0): every value must be finite", v, i, a)
			}
		}
	}
	return x, nil
}

// Dims returns the number of training points n and of inputs d. Of several functions n is the number of points times that of
// functions, the length of targets and coefficients.
func (op *Operator) Dims() (n, d int) { return op.n, op.d }

// hasPoints reports a method that needs the points of a kernel, and one function, where there are random features or several functions.
func (op *Operator) hasPoints(method string) error {
	switch {
	case op.several != nil:
		return fmt.Errorf("solve: %s is made for one function, and the operator has %d: take Dual, or the operator before Several", method, op.Functions())
	case op.features == nil:
		return nil
	}
	return fmt.Errorf("solve: %s works on the points of a kernel, and not on random features: take Dual or Newton, or leave the features out", method)
}

// Predict returns f at the m rows of X (m x d), where
//
//	f = sum_i alpha_i k(x_i, .) + sum_ia B_ia d_a k(x_i, .).
//
// alpha has length n; B is n x d and may be nil, which means 0. An intercept is
// not added. Of several functions the values, and the rows of gradients, are those of one function after the other.
func (op *Operator) Predict(alpha []float64, B, X mat.Matrix) ([]float64, error) {
	v, _, err := op.Evaluate(alpha, B, X)
	return v, err
}

// Gradients returns the m x d matrix of d f / d x_a at the rows of X, with f as
// in [Operator.Predict].
func (op *Operator) Gradients(alpha []float64, B, X mat.Matrix) (*mat.Dense, error) {
	_, W, err := op.Evaluate(alpha, B, X)
	return W, err
}

// evalRows is the number of points evaluated at a time, which bounds memory.
const evalRows = 64

// Evaluate returns the values of [Operator.Predict] and the gradients of [Operator.Gradients], in
// the time that either takes.
func (op *Operator) Evaluate(alpha []float64, B, X mat.Matrix) ([]float64, *mat.Dense, error) {
	n, d := op.Dims()
	Z, err := points(X)
	if err != nil {
		return nil, nil, err
	}
	m, dz := Z.Dims()
	if dz != d {
		return nil, nil, fmt.Errorf("solve: X has %d columns, the training points %d", dz, d)
	}
	if len(alpha) != n {
		return nil, nil, fmt.Errorf("solve: alpha has length %d, there are %d training points", len(alpha), n)
	}
	b := mat.NewDense(n, d, nil)
	if B != nil {
		if rows, cols := B.Dims(); rows != n || cols != d {
			return nil, nil, fmt.Errorf("solve: B is %d x %d, it must be %d x %d", rows, cols, n, d)
		}
		b.Copy(B)
	}
	if s := op.several; s != nil {
		return s.evaluate(alpha, b, Z)
	}
	v, W := make([]float64, m), mat.NewDense(m, d, nil)
	rows := evalRows
	if op.features != nil {
		rows = blockRows
	}
	for lo := 0; lo < m; lo += rows {
		hi := min(lo+rows, m)
		var at evaluation
		if err := op.guard(func() { at = op.products.at(Z.Slice(lo, hi, 0, d).(*mat.Dense)) }); err != nil {
			return nil, nil, err
		}
		gram(at, v[lo:hi], W.Slice(lo, hi, 0, d).(*mat.Dense), alpha, b)
	}
	return v, W, nil
}

// Values returns f = sum_i alpha_i k(x_i, .) at the rows of X, as [Operator.Predict] does but for rounding. It needs no
// derivatives, and takes a fraction of the time for many rows.
func (op *Operator) Values(alpha []float64, X mat.Matrix) ([]float64, error) {
	n, d := op.Dims()
	Z, err := points(X)
	if err != nil {
		return nil, err
	}
	if m, dz := Z.Dims(); dz != d || len(alpha) != n {
		return nil, fmt.Errorf("solve: %d x %d points and %d coefficients, for %d training points of %d inputs", m, dz, len(alpha), n, d)
	}
	m, _ := Z.Dims()
	if s := op.several; s != nil {
		return s.values(alpha, Z)
	}
	v := make([]float64, m)
	for lo := 0; lo < m; lo += blockRows {
		hi := min(lo+blockRows, m)
		K, err := op.cross(Z.Slice(lo, hi, 0, d).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		blas64.Gemv(blas.NoTrans, 1, K.RawMatrix(), vector(alpha), 0, vector(v[lo:hi]))
	}
	return v, nil
}

// Cross returns the m x n matrix of k(z_j, x_i) at the rows of Z (m x d). With random features the x_i are the rows
// of their problem. With several functions it is the matrix of one.
func (op *Operator) Cross(Z mat.Matrix) (*mat.Dense, error) {
	if op.several != nil {
		return op.several.parts[0].Cross(Z)
	}
	at, err := points(Z)
	if err != nil {
		return nil, err
	}
	if _, d := at.Dims(); d != op.d {
		return nil, fmt.Errorf("solve: Z has %d columns, the training points %d", d, op.d)
	}
	return op.cross(at)
}

// cross returns the m x n matrix of k(z_j, x_i) at the rows of Z (m x d).
func (op *Operator) cross(Z *mat.Dense) (*mat.Dense, error) {
	m, d := Z.Dims()
	n, _ := op.Dims()
	K := mat.NewDense(m, n, nil)
	return K, op.guard(func() {
		inParallel(m, n*d, func(lo, hi int) {
			some, to := Z.Slice(lo, hi, 0, d).(*mat.Dense), K.Slice(lo, hi, 0, n).(*mat.Dense)
			if v, is := op.products.(valued); !is || !v.values(to, some) {
				to.Copy(op.products.at(some).kernel())
			}
		})
	})
}

// guard turns a panic of the kernel in do into an error.
func (op *Operator) guard(do func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("solve: kernel %s panics at the points given: %v", op.kernel, cause)
		}
	}()
	do()
	return nil
}

// gram sets v = K alpha + D'B and W = D alpha + L B at the points of e.
func gram(e evaluation, v []float64, W *mat.Dense, alpha []float64, B *mat.Dense) {
	e.fromB(context.Background(), v, W, B)
	e.finish(context.Background(), W, alpha, B)
	e.addAlpha(v, alpha)
}

// addProduct adds K alpha to v.
func addProduct(v []float64, K *mat.Dense, alpha []float64) {
	var add mat.VecDense
	add.MulVec(K, mat.NewVecDense(len(alpha), alpha))
	for j := range v {
		v[j] += add.AtVec(j)
	}
}

// shifted returns the factorisation of K + shift I, or HKH + shift I, for every shift.
func (op *Operator) shifted(centred bool) (*shifted, error) {
	if centred {
		return op.ridge[1]()
	}
	return op.ridge[0]()
}

func (op *Operator) spectrum(centred bool) (*spectrum, error) {
	if centred {
		return op.centred()
	}
	return op.plain()
}
