package data

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// TestTypedFirstMissing: the first missing cell is told, whether it is null or named as missing,
// and whatever the order of a dictionary.
func TestTypedFirstMissing(t *testing.T) {
	null := math.NaN()
	for _, c := range []struct {
		name   string
		values []float64 // of the texts " ", "a", "b"
		row    int
		count  int
	}{
		{"a null before named blanks", []float64{1, null, 0, 2}, 1, 2},
		{"named blanks before a null", []float64{2, 0, null, 0}, 1, 3},
		{"blanks that nobody named before a null", []float64{2, 0, null, 0}, 2, 1},
	} {
		cells := typed.Cells{Kind: typed.Text, Values: c.values, Texts: []string{" ", "a", "b"}, Null: make([]bool, 4)}
		for i, v := range c.values {
			cells.Null[i] = math.IsNaN(v)
		}
		o := newReadOptions(nil)
		if c.count > 1 {
			o = newReadOptions([]ReadOption{NA(" ")})
		}
		if f := typedField("s", cells, inferIt, o); f.empty.row != c.row || f.empty.count != c.count {
			t.Errorf("%s: %d missing cells, the first in row %d; want %d, row %d", c.name, f.empty.count, f.empty.row, c.count, c.row)
		}
	}
}
