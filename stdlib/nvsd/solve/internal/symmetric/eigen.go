package symmetric

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Eigen replaces the symmetric matrix, of which it reads the entries on and above
// the diagonal, by its eigenvectors, which become the rows. It returns their
// eigenvalues, rising. The memory that it takes besides is three quarters of the
// matrix.
//
// The matrix is made tridiagonal by reflections; divide and conquer does the rest.
func (m *Matrix) Eigen() ([]float64, error) {
	a, err := m.Tridiagonal()
	if err != nil {
		return nil, err
	}
	return m.eigen(a.t, a.exponent)
}

// eigen replaces whatever the matrix holds by the eigenvectors of 2^exponent Q T Q', and spoils
// t. It returns their eigenvalues, rising.
func (m *Matrix) eigen(t *tridiagonal, exponent int) ([]float64, error) {
	v := newDivide(m, t.d, t.e)
	if err := v.solve(0, m.n); err != nil {
		return nil, err
	}
	values := m.sort(t.d, v.order)
	var apply applier
	for len(t.blocks) > 0 {
		last := len(t.blocks) - 1
		apply.apply(t.blocks[last], m)
		t.blocks[last], t.blocks = nil, t.blocks[:last]
	}
	for i, l := range values {
		values[i] = math.Ldexp(l, exponent)
	}
	return values, nil
}

// scale multiplies the matrix by a power of 2, in two steps where one would be no
// float64.
func (m *Matrix) scale(exponent int) {
	half := exponent / 2
	floats.Scale(math.Ldexp(1, half), m.data)
	floats.Scale(math.Ldexp(1, exponent-half), m.data)
}

// sort puts the rows in order, each cycle of the permutation by one row of memory,
// and returns the values so.
func (m *Matrix) sort(values []float64, order []int) []float64 {
	sorted := make([]float64, m.n)
	for i, row := range order {
		sorted[i] = values[row]
	}
	first := make([]float64, m.n)
	for start := range order {
		if order[start] == start {
			continue
		}
		copy(first, m.Row(start))
		at := start
		for order[at] != start {
			copy(m.Row(at), m.Row(order[at]))
			at, order[at] = order[at], at
		}
		copy(m.Row(at), first)
		order[at] = at
	}
	return sorted
}
