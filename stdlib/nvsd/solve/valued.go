package solve

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// A valued sets kernels without their derivatives, faster than an evaluation does. It is products of a structure.
type valued interface {
	// values sets K to k(z_j, x_i) at the rows of Z. It returns false where it has no faster way.
	values(K, Z *mat.Dense) bool
}

// An across is the points of an isotropic kernel, prepared for its values at many others: half squares are
// |z|^2/2 + |x|^2/2 - <z, x>, with inner products by panels.
type across struct {
	profile func(values, first, s []float64)
	halves  []float64    // |x|^2/2
	panels  panel.Matrix // X', d x n
}

func newAcross(profile func(values, first, s []float64), X *mat.Dense) *across {
	n, _ := X.Dims()
	a := &across{profile: profile, halves: make([]float64, n)}
	for i := range n {
		x := X.RawRowView(i)
		a.halves[i] = floats.Dot(x, x) / 2
	}
	a.panels.SetTransposed(X)
	return a
}

func (s *structured) values(K, Z *mat.Dense) bool {
	if s.across == nil {
		return false
	}
	a, C := s.across(), s.centred(Z)
	m, d := C.Dims()
	n := len(a.halves)
	width := panel.Padded(n)
	rows, products := make([]float64, panel.Rows*d), make([]float64, panel.Rows*width)
	squares, slopes := make([]float64, n), make([]float64, n)
	for j := 0; j < m; j += panel.Rows {
		clear(rows)
		clear(products)
		count := min(panel.Rows, m-j)
		for r := range count {
			copy(rows[r*d:], C.RawRowView(j+r))
		}
		panel.MulAdd(products, width, rows, d, &a.panels, 0, d, 0, width)
		for r := range count {
			z := rows[r*d:][:d]
			half := floats.Dot(z, z) / 2
			for i, product := range products[r*width:][:n] {
				squares[i] = max(half+a.halves[i]-product, 0)
			}
			a.profile(K.RawRowView(j+r), slopes, squares)
		}
	}
	return true
}

func (s *stretched) values(K, Z *mat.Dense) bool {
	v, is := s.products.(valued)
	return is && v.values(K, s.divided(Z))
}
