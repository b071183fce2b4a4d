package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// Nystrom has the sums over any number of rows from which kernel ridge regression on m centres c_j
// follows at every nu (Williams and Seeger 2001; Rudi, Camoriano and Rosasco 2015):
//
//	min over f and b   (1/n) ||y - f(X) - b||^2 + nu ||f||_H^2,   f = sum_j alpha_j k(c_j, .).
//
// With R'R = K_mm + jitter I, f(x) = phi(x)'w with phi(x) = R'^-1 (k(c_j, x))_j and w = R alpha, and
// ||f||_H^2 = ||w||^2 but for the jitter. The sums are those of phi, phi phi', y phi, y and y^2. They
// take O(m^2) memory, and a row takes 2 m^2 multiplications.
type Nystrom struct {
	op     *Operator
	factor *symmetric.Matrix // R
	origin float64           // subtracted from targets, which keeps their digits

	n       int
	gram    blas64.Symmetric // sum of phi phi', upper
	phi     []float64        // sum of phi
	product []float64        // sum of y phi
	y, yy   float64          // sums of y and y^2

	forGap  bool
	lengths []float64 // phi'phi of each row, if a gap is to be computed
}

// centreJitter is added to the diagonal of K_mm, in means of its diagonal: it bounds what rounding
// leaves of the features of centres that are close to one another.
const centreJitter = 1e-10

// NewNystrom begins the sums of a problem whose centres are the points of the operator. origin is a
// number near the targets, such as their mean.
func NewNystrom(op *Operator, origin float64) (*Nystrom, error) {
	if op == nil {
		return nil, errors.New("solve: centres need an operator: make one by NewOperator(kernel, X)")
	}
	if err := op.hasPoints("a fit on centres"); err != nil {
		return nil, err
	}
	m, _ := op.Dims()
	K := op.train.kernel()
	S := symmetric.New(m)
	setUpper(S, K, false, nil, centreJitter*trace(K)/float64(m))
	if _, ok := S.Cholesky(); !ok {
		return nil, fmt.Errorf("solve: kernel %s is not positive definite at %d centres", op.kernel, m)
	}
	return (&Nystrom{op: op, factor: S, origin: origin}).Apart(), nil
}

// Apart begins the sums of other rows, on the same centres, which [Nystrom.Plus] adds.
func (s *Nystrom) Apart() *Nystrom {
	m, _ := s.op.Dims()
	return &Nystrom{
		op: s.op, factor: s.factor, origin: s.origin, forGap: s.forGap,
		gram: blas64.Symmetric{N: m, Stride: m, Uplo: blas.Upper, Data: make([]float64, m*m)},
		phi:  make([]float64, m), product: make([]float64, m),
	}
}

// ForGap has the sums keep a number for each row that is added from then on, which [NystromFit.Gap] needs.
func (s *Nystrom) ForGap() { s.forGap = true }

// Add adds rows, whose inputs are scaled as those of the centres. The sums do not depend on how the rows are divided into
// parts. After an error some of the rows are in the sums.
func (s *Nystrom) Add(ctx context.Context, rows Rows) error {
	_, d := s.op.Dims()
	return rows.inBlocks(ctx, d, func(X *mat.Dense, y []float64) error {
		K, err := s.op.cross(X)
		if err != nil {
			return err
		}
		s.addRows(K, y)
		return nil
	})
}

// addRows adds rows with the kernels between them and the centres, which it makes their features.
func (s *Nystrom) addRows(features *mat.Dense, y []float64) {
	raw, R := features.RawMatrix(), s.triangle()
	blas64.Trsm(blas.Right, blas.NoTrans, 1, R, raw)
	target := make([]float64, len(y))
	for i, v := range y {
		target[i] = v - s.origin
		s.y += target[i]
		s.yy += float64(target[i] * target[i])
		phi := features.RawRowView(i)
		floats.Add(s.phi, phi)
		if s.forGap {
			s.lengths = append(s.lengths, floats.Dot(phi, phi))
		}
	}
	blas64.Syrk(blas.Trans, 1, raw, 1, s.gram)
	blas64.Gemv(blas.Trans, 1, raw, vector(target), 1, vector(s.product))
	s.n += len(y)
}

// triangle returns R.
func (s *Nystrom) triangle() blas64.Triangular {
	R := s.factor.Dense().RawMatrix()
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: R.Rows, Stride: R.Stride, Data: R.Data}
}

// Rows returns the number of rows in the sums.
func (s *Nystrom) Rows() int { return s.n }

// A NystromFit is the solutions of a [Nystrom] at every nu, from one decomposition.
type NystromFit struct {
	sums      *Nystrom
	intercept bool
	free      float64           // 1 with an intercept
	yy        float64           // sum of y^2, about the mean with an intercept
	vectors   *symmetric.Matrix // eigenvectors of the sum of phi phi', about the mean
	lambda    []float64         // their eigenvalues
	along     []float64         // the sum of y phi along them
}

// Solve decomposes the sums, with a free constant b or with b = 0.
func (s *Nystrom) Solve(intercept bool) (*NystromFit, error) {
	if s.n == 0 {
		return nil, errors.New("solve: no rows were added to the sums")
	}
	m, n := len(s.phi), float64(s.n)
	f := &NystromFit{sums: s, intercept: intercept, yy: s.yy}
	product := append([]float64(nil), s.product...)
	var mean []float64
	if intercept {
		f.free = 1
		mean = append(mean, s.phi...)
		floats.Scale(1/n, mean)
		floats.AddScaled(product, -s.y, mean)
		f.yy -= s.y * s.y / n
	} else if s.origin != 0 {
		return nil, errors.New("solve: without an intercept the origin of the targets must be 0")
	}
	S := symmetric.New(m)
	for i := range m {
		row, to := s.gram.Data[i*m:][:m], S.Row(i)
		for j := i; j < m; j++ {
			to[j] = row[j]
			if intercept {
				to[j] -= float64(s.phi[i] * mean[j])
			}
		}
	}
	var err error
	f.lambda, err = S.Eigen()
	if err != nil {
		return nil, undecomposed(err)
	}
	f.vectors, f.along = S, make([]float64, m)
	for j := range f.lambda {
		f.lambda[j] = math.Max(f.lambda[j], 0)
		f.along[j] = floats.Dot(S.Row(j), product)
	}
	return f, nil
}

// shift returns n nu.
func (f *NystromFit) shift(nu float64) (float64, error) {
	if !(nu > 0) || math.IsInf(nu, 1) {
		return 0, fmt.Errorf("solve: ridge regression at nu = %v: nu must be a finite number > 0", nu)
	}
	return nu * float64(f.sums.n), nil
}

// Residual returns the sum of the squared residuals at nu, and the trace of the matrix that maps
// the targets to their fit.
func (f *NystromFit) Residual(nu float64) (squares, trace float64, err error) {
	shift, err := f.shift(nu)
	if err != nil {
		return 0, 0, err
	}
	squares, trace = f.yy, f.free
	for j, l := range f.lambda {
		part := f.along[j] / (l + shift)
		squares -= float64(part * (2*f.along[j] - float64(l*part)))
		trace += l / (l + shift)
	}
	return math.Max(squares, 0), trace, nil
}

// CrossValidation returns the root of the generalised cross-validation at nu (Golub, Heath and Wahba
// 1979), an estimate of the error leaving a row out: sqrt(squares/n) / (1 - trace/n) with the numbers of
// [NystromFit.Residual]. It is +Inf where there are no more rows than the trace says.
func (f *NystromFit) CrossValidation(nu float64) (float64, error) {
	squares, trace, err := f.Residual(nu)
	n := float64(f.sums.n)
	if err != nil || !(trace < n) {
		return math.Inf(1), err
	}
	return math.Sqrt(squares/n) / (1 - trace/n), nil
}

// Fit returns the coefficients of the kernels at the centres, and the intercept (0 if there is none), at nu.
func (f *NystromFit) Fit(nu float64) (alpha []float64, intercept float64, err error) {
	shift, err := f.shift(nu)
	if err != nil {
		return nil, 0, err
	}
	w := make([]float64, len(f.along))
	for j, l := range f.lambda {
		floats.AddScaled(w, f.along[j]/(l+shift), f.vectors.Row(j))
	}
	if f.intercept {
		n := float64(f.sums.n)
		intercept = f.sums.origin + f.sums.y/n - floats.Dot(f.sums.phi, w)/n
	}
	blas64.Trsv(blas.NoTrans, f.sums.triangle(), vector(w))
	return w, intercept, nil
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }
