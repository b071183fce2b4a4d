package solve

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// shifted is K, or HKH with H = I - 11'/n, as Q T Q' with T tridiagonal. Equations with
// K + shift I need nothing else, at any shift. All eigenvectors, which take three times as
// long, are there for who asks.
type shifted struct {
	centred  bool
	form     *symmetric.Tridiagonal
	spectrum func() (*spectrum, error)
}

// newShifted returns an error for a K with an eigenvalue below 0.
func newShifted(K *mat.Dense, centred bool) (*shifted, error) {
	n, _ := K.Dims()
	S := symmetric.New(n)
	setUpper(S, K, centred, 0)
	form, err := S.Tridiagonal()
	if err != nil {
		return nil, undecomposed(err)
	}
	s := &shifted{centred: centred, form: form, spectrum: sync.OnceValues(func() (*spectrum, error) {
		V, lambda, err := form.Eigen()
		if err != nil {
			return nil, undecomposed(err)
		}
		whole := &spectrum{V: V, lambda: lambda, centred: centred}
		return whole, whole.positive(K)
	})}
	if !form.Solve(make([]float64, n), notPositive*trace(K)) {
		if _, err := s.spectrum(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// solve replaces r by (K + shift I)^-1 r; r must be centred where s is.
func (s *shifted) solve(r []float64, shift float64) error {
	given := append([]float64(nil), r...)
	s.form.Turn(r)
	if s.form.Solve(r, shift) {
		s.form.TurnBack(r)
	} else { // K has eigenvalues below 0 by rounding, and the shift is as small
		whole, err := s.spectrum()
		if err != nil {
			return err
		}
		whole.solve(r, given, shift)
	}
	if s.centred {
		center(r)
	}
	return nil
}
