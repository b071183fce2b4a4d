package solve

import (
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// shifted is K, or N'KN with N the contrasts, as Q T Q' with T tridiagonal. Equations with
// K + shift I need nothing else, at any shift. All eigenvectors, which take three times as
// long, are there for who asks.
type shifted struct {
	free      bool // the constant: N'KN takes the place of K
	contrasts contrasts
	form      *symmetric.Tridiagonal // nil where N has no columns
	modes     func() (*modes, error)
}

// modes are the eigenvalues l_j of K, or of N'KN, rising, and the orthonormal vectors q_j of
// length n: the eigenvectors of K, or N times those of N'KN. Then
//
//	P = sum_j q_j q_j' / (l_j + shift)
//
// maps y to the coefficients of ridge regression, with a free constant or without.
type modes struct {
	vectors [][]float64
	lambda  []float64
}

// newShifted returns an error for a K with an eigenvalue below 0.
func newShifted(K *mat.Dense, free bool, c *constant) (*shifted, error) {
	n, _ := K.Dims()
	s := &shifted{free: free, contrasts: newContrasts(n, c)}
	if free && n == 1 {
		s.modes = func() (*modes, error) { return &modes{}, nil }
		return s, nil
	}
	order, S := n, (*symmetric.Matrix)(nil)
	if free {
		order, S = n-1, s.contrasts.upper(K)
	} else {
		S = symmetric.New(n)
		setUpper(S, K, false, nil, 0)
	}
	form, err := S.Tridiagonal()
	if err != nil {
		return nil, undecomposed(err)
	}
	s.form = form
	s.modes = sync.OnceValues(func() (*modes, error) {
		V, lambda, err := form.Eigen()
		if err != nil {
			return nil, undecomposed(err)
		}
		whole := &spectrum{lambda: lambda}
		if err := whole.positive(K); err != nil {
			return nil, err
		}
		m := &modes{vectors: make([][]float64, order), lambda: whole.lambda}
		for j := range m.vectors {
			m.vectors[j] = V.Row(j)
			if free {
				m.vectors[j] = make([]float64, n)
				s.contrasts.back(m.vectors[j], V.Row(j))
			}
		}
		return m, nil
	})
	if !form.Solve(make([]float64, order), notPositive*trace(K)) {
		if _, err := s.modes(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// solve replaces r by P r, with the P of [modes]: by (K + shift I)^-1 r where the constant is
// not free.
func (s *shifted) solve(r []float64, shift float64) error {
	if s.form == nil {
		clear(r)
		return nil
	}
	x := append([]float64(nil), r...)
	if s.free {
		x = s.contrasts.of(x)
	}
	s.form.Turn(x)
	if !s.form.Solve(x, shift) { // K has eigenvalues below 0 by rounding, and the shift is as small
		whole, err := s.modes()
		if err != nil {
			return err
		}
		whole.solve(r, shift)
		return nil
	}
	s.form.TurnBack(x)
	if s.free {
		s.contrasts.back(r, x)
	} else {
		copy(r, x)
	}
	return nil
}

// solve replaces r by P r.
func (m *modes) solve(r []float64, shift float64) {
	given := append([]float64(nil), r...)
	clear(r)
	for j, q := range m.vectors {
		floats.AddScaled(r, floats.Dot(q, given)/(m.lambda[j]+shift), q)
	}
}
