package problem

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Function is x -> f(z) + b, where z are the scaled inputs in use.
type Function struct {
	Scaling
	Use       []bool
	Op        *solve.Operator // nil if f = 0
	Alpha     []float64
	B         *mat.Dense // nil if f has no derivative terms
	Intercept float64
}

// Predict returns the values at the rows of X, in units of the target.
func (f *Function) Predict(X mat.Matrix) ([]float64, error) {
	v, _, err := f.Evaluate(X)
	return v, err
}

// Values returns the values of Predict but for rounding, in a fraction of the time where the function has no
// derivatives of kernels.
func (f *Function) Values(X mat.Matrix) ([]float64, error) {
	if f.Op == nil || f.B != nil {
		return f.Predict(X)
	}
	if _, err := f.rows(X); err != nil {
		return nil, err
	}
	v, err := f.Op.Values(f.Alpha, f.Apply(X, f.Use))
	if err != nil {
		return nil, fmt.Errorf("nvsd: %w", err)
	}
	floats.AddConst(f.Intercept, v)
	return v, nil
}

// Evaluate returns the values at the rows of X (m x d), in units of the target, and the m x d matrix of
// derivatives by the scaled inputs. They are 0 for inputs not in use.
func (f *Function) Evaluate(X mat.Matrix) ([]float64, *mat.Dense, error) {
	m, err := f.rows(X)
	if err != nil {
		return nil, nil, err
	}
	v, W := make([]float64, m), mat.NewDense(m, len(f.Use), nil)
	if f.Op != nil {
		v, W, err = f.Op.Evaluate(f.Alpha, f.derivativeTerms(), f.Apply(X, f.Use))
		if err != nil {
			return nil, nil, fmt.Errorf("nvsd: %w", err)
		}
	}
	for i := range m {
		v[i] += f.Intercept
		w := W.RawRowView(i)
		for a, used := range f.Use {
			if !used {
				w[a] = 0
			}
		}
	}
	return v, W, nil
}

// derivativeTerms returns B as an interface, which is nil if B is.
func (f *Function) derivativeTerms() mat.Matrix {
	if f.B == nil {
		return nil
	}
	return f.B
}

// rows returns the number of rows of X, which must have a column for each input.
func (f *Function) rows(X mat.Matrix) (int, error) {
	if X == nil {
		return 0, refusal.BadData(refusal.Points, "there are no points to evaluate at (nil)")
	}
	m, d := X.Dims()
	if m == 0 || d != len(f.Use) {
		return 0, refusal.BadData(refusal.Points, "the points to evaluate at are %d x %d: at least one row, and a column for each of the model's %d inputs are needed", m, d, len(f.Use))
	}
	return m, nil
}
