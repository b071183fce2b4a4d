package record

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
)

// Packed is a list of numbers that JSON holds as one string, see data.Cells.
type Packed []float64

// MarshalJSON writes the string.
func (v Packed) MarshalJSON() ([]byte, error) { return data.Cells(v).MarshalJSON() }

// UnmarshalJSON reads the string.
func (v *Packed) UnmarshalJSON(text []byte) error { return (*data.Cells)(v).UnmarshalJSON(text) }

// PackRows returns the rows of a matrix one after the other, and nil for no matrix.
func PackRows(m *mat.Dense) Packed {
	if m == nil {
		return nil
	}
	n, d := m.Dims()
	rows := make(Packed, 0, n*d)
	for i := range n {
		rows = append(rows, m.RawRowView(i)...)
	}
	return rows
}

// Dense returns the n x d matrix of the rows, or nil if there are none.
func (v Packed) Dense(name string, n, d int) (*mat.Dense, error) {
	switch {
	case v == nil:
		return nil, nil
	case len(v) != n*d:
		return nil, fmt.Errorf("%s has %d numbers for %d observations of %d inputs", name, len(v), n, d)
	}
	return mat.NewDense(n, d, v), nil
}
