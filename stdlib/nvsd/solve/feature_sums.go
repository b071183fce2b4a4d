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

	"github.com/nvsd-kernel/nvsd-kernel/internal/machine"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// FeatureSums has the sums over any number of rows from which the [Problem] of m random Fourier
// features follows at every tau and nu. In that problem f is a combination of the features
//
//	f(x) = phi(x)'theta,   phi_k(x) = sqrt(2/m) cos(w_k'x + b_k),   ||f||_H = ||theta||,
//
// w_k normal of mean 0 and variance 1/sigma_a^2 in input a, b_k uniform. The mean of phi(x)'phi(z) over
// the draws is the Gaussian kernel of widths sigma_a, and so the space of these f stands for its space.
// With s_k(x) = sqrt(2/m) sin(w_k'x + b_k) and C = (1/n) sum_i s(x_i) s(x_i)',
//
//	||d_a f||_n^2 = (w_a o theta)' C (w_a o theta),   w_a = (w_ka)_k,
//
// so that the sums of phi phi', y phi, y^2 and s s' are all that the problem needs of the rows. They take
// O(m^2) memory, and a row takes 2 m^2 + m d multiplications.
type FeatureSums struct {
	draw *draw

	n       int
	gram    blas64.Symmetric // sum of phi phi', upper
	steep   blas64.Symmetric // sum of s s', upper
	phi     []float64        // sum of phi
	product []float64        // sum of y phi
	y, yy   float64          // sums of y and y^2
}

// NewFeatureSums draws count features of a kernel by a seed. The kernel is a [kern.Gaussian] with a
// width that is a number, or one with a width for each input. use says which of the d inputs the features
// depend on: it has length d, and is false for an input that does not vary, which the kernel would not see
// either. Of one seed, the frequencies of a larger count are those of a smaller one and more.
func NewFeatureSums(k kern.Kernel, use []bool, count int, seed uint64) (*FeatureSums, error) {
	if bytes := FeatureBytes(count); !machine.HasRoom(bytes) {
		limit := machine.Room()
		return nil, fmt.Errorf("solve: %d random features would take %.1f GiB of memory (limit %.3g): take at most %d",
			count, bytes/(1<<30), limit/(1<<30), int(float64(count)*math.Sqrt(limit/bytes)))
	}
	f, err := newDraw(k, use, count, seed)
	if err != nil {
		return nil, err
	}
	square := func() blas64.Symmetric {
		return blas64.Symmetric{N: count, Stride: count, Uplo: blas.Upper, Data: make([]float64, count*count)}
	}
	return &FeatureSums{draw: f, gram: square(), steep: square(), phi: make([]float64, count), product: make([]float64, count)}, nil
}

// featureMatrices is the number of m x m matrices that a problem of m features takes: sums, roots, the
// matrix of values and what is made of it.
const featureMatrices = 12

// FeatureBytes returns the number of bytes that a problem of so many random features takes, whatever the number of rows.
func FeatureBytes(count int) float64 { return 8 * featureMatrices * float64(count) * float64(count) }

// Add adds rows. The sums do not depend on how the rows are divided into parts. After an error some of the rows are in
// the sums.
func (s *FeatureSums) Add(ctx context.Context, rows Rows) error {
	_, d := s.draw.dims()
	return rows.inBlocks(ctx, d, func(Z *mat.Dense, y []float64) error {
		s.addRows(Z, y)
		return nil
	})
}

func (s *FeatureSums) addRows(Z *mat.Dense, y []float64) {
	values, slopes := s.draw.at(Z)
	blas64.Syrk(blas.Trans, 1, values.RawMatrix(), 1, s.gram)
	blas64.Syrk(blas.Trans, 1, slopes.RawMatrix(), 1, s.steep)
	blas64.Gemv(blas.Trans, 1, values.RawMatrix(), vector(y), 1, vector(s.product))
	for i, v := range y {
		floats.Add(s.phi, values.RawRowView(i))
		s.y += v
		s.yy += float64(v * v)
	}
	s.n += len(y)
}

// Rows returns the number of rows in the sums.
func (s *FeatureSums) Rows() int { return s.n }

// Operator returns the operator of the problem and its target, of one length N:
//
//	p := &solve.Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: tau, Nu: nu}
//
// is the problem of the features on all the rows, with its objective and norms. N is at most m + 1, and
// does not grow with the number of rows. With an intercept the features are centred, so that the mean of f
// over the rows is 0 and the constant is the mean of the targets: the Problem is one without
// an Intercept. [Dual] and [Newton] solve it. What they prove is proven of this problem, as the sums have it.
//
// [Operator.Evaluate] with the coefficients of a [Solution] evaluates phi(x)'theta at any points.
func (s *FeatureSums) Operator(intercept bool) (op *Operator, y []float64, err error) {
	if s.n == 0 {
		return nil, nil, errors.New("solve: no rows were added to the sums")
	}
	count, d := s.draw.dims()
	n := float64(s.n)
	f := &features{draw: s.draw, centre: make([]float64, count)}
	product, square := append([]float64(nil), s.product...), s.yy
	if intercept {
		floats.AddScaled(f.centre, 1/n, s.phi)
		floats.AddScaled(product, -s.y, f.centre)
		square -= s.y * s.y / n
	}
	values, lambda, err := principal(s.gram, f.centre, n)
	if err != nil {
		return nil, nil, err
	}
	slopes, _, err := principal(s.steep, make([]float64, count), n)
	if err != nil {
		return nil, nil, err
	}
	// With values = V, V'V = sum of phi phi', the rows are |y - V theta|^2 = |z - V theta|^2 + rest,
	// z = V'^+ (sum of y phi).
	size := max(len(values), len(slopes)) + 1
	y = make([]float64, size)
	rest := square
	for j, row := range values {
		y[j] = floats.Dot(row, product) / lambda[j]
		rest -= float64(y[j] * y[j])
	}
	y[size-1] = math.Sqrt(math.Max(rest, 0))
	scale := math.Sqrt(float64(size) / n) // means over the rows are those over N
	floats.Scale(scale, y)
	f.values, f.slopes = stacked(values, size, count, scale), stacked(slopes, size, count, scale)
	op = &Operator{n: size, d: d, kernel: s.draw.kernel, products: f, features: f, rounds: true, known: true, positive: true}
	op.train, op.training = f.train()
	op.precise = preciseFeatures{f}
	op.remember()
	return op, y, nil
}

// negligibleFeature is the part of the largest eigenvalue of a sum up to which one counts as 0: the
// rounding of the sum is of its order, and what a target has along it is a quotient by its root.
const negligibleFeature = 1e-12

// principal returns rows whose products with themselves have the sum S - n c c', and their squares, which
// are its eigenvalues that are not negligible.
func principal(S blas64.Symmetric, centre []float64, n float64) (rows [][]float64, squares []float64, err error) {
	V := symmetric.New(S.N)
	for i, c := range centre {
		to := V.Row(i)
		for j := i; j < S.N; j++ {
			to[j] = S.Data[i*S.Stride+j] - float64(n*c)*centre[j]
		}
	}
	all, err := V.Eigen()
	if err != nil {
		return nil, nil, fmt.Errorf("solve: the eigendecomposition of the sums of random features: %w", err)
	}
	for j := S.N - 1; j >= 0 && all[j] > negligibleFeature*all[S.N-1]; j-- {
		row := append([]float64(nil), V.Row(j)...)
		floats.Scale(math.Sqrt(all[j]), row)
		rows, squares = append(rows, row), append(squares, all[j])
	}
	return rows, squares, nil
}

// stacked returns the matrix of rows times a factor, with rows of 0 below them.
func stacked(rows [][]float64, size, columns int, factor float64) *mat.Dense {
	A := mat.NewDense(size, columns, nil)
	for i, row := range rows {
		floats.ScaleTo(A.RawRowView(i), factor, row)
	}
	return A
}
