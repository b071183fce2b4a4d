package nvsd

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
)

// packed is a list of numbers that JSON holds as one string, see data.Cells.
type packed []float64

// MarshalJSON writes the string.
func (v packed) MarshalJSON() ([]byte, error) { return data.Cells(v).MarshalJSON() }

// UnmarshalJSON reads the string.
func (v *packed) UnmarshalJSON(text []byte) error { return (*data.Cells)(v).UnmarshalJSON(text) }

// packRows returns the rows of a matrix one after the other, and nil for no matrix.
func packRows(m *mat.Dense) packed {
	if m == nil {
		return nil
	}
	n, d := m.Dims()
	rows := make(packed, 0, n*d)
	for i := range n {
		rows = append(rows, m.RawRowView(i)...)
	}
	return rows
}

// dense returns the n x d matrix of the rows, or nil if there are none.
func (v packed) dense(name string, n, d int) (*mat.Dense, error) {
	switch {
	case v == nil:
		return nil, nil
	case len(v) != n*d:
		return nil, fmt.Errorf("%s has %d numbers for %d observations of %d inputs", name, len(v), n, d)
	}
	return mat.NewDense(n, d, v), nil
}
