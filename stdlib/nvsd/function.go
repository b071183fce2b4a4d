package nvsd

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// A function is x -> f(z) + b, where z are the scaled inputs in use.
type function struct {
	scaling
	use   []bool
	op    *solve.Operator // nil if f = 0
	alpha []float64
	B     *mat.Dense // nil if f has no derivative terms
	b     float64
}

// predict returns the values at the rows of X, in units of the target.
func (f *function) predict(X mat.Matrix) ([]float64, error) {
	v, _, err := f.evaluate(X)
	return v, err
}

// evaluate returns the values at the rows of X (m x d), in units of the target, and the m x d matrix of
// derivatives by the scaled inputs. They are 0 for inputs not in use.
func (f *function) evaluate(X mat.Matrix) ([]float64, *mat.Dense, error) {
	m, err := f.rows(X)
	if err != nil {
		return nil, nil, err
	}
	v, W := make([]float64, m), mat.NewDense(m, len(f.use), nil)
	if f.op != nil {
		if v, W, err = f.op.Evaluate(f.alpha, f.derivativeTerms(), f.apply(X, f.use)); err != nil {
			return nil, nil, fmt.Errorf("nvsd: %w", err)
		}
	}
	for i := range m {
		v[i] += f.b
		w := W.RawRowView(i)
		for a, used := range f.use {
			if !used {
				w[a] = 0
			}
		}
	}
	return v, W, nil
}

// derivativeTerms returns B as an interface, which is nil if B is.
func (f *function) derivativeTerms() mat.Matrix {
	if f.B == nil {
		return nil
	}
	return f.B
}

// rows returns the number of rows of X, which must have a column for each input.
func (f *function) rows(X mat.Matrix) (int, error) {
	if X == nil {
		return 0, badData(points, "there are no points to evaluate at (nil)")
	}
	m, d := X.Dims()
	if m == 0 || d != len(f.use) {
		return 0, badData(points, "the points to evaluate at are %d x %d: at least one row, and a column for each of the model's %d inputs are needed", m, d, len(f.use))
	}
	return m, nil
}
