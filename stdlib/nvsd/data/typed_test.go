package data

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// TestTypedFirstMissing: the first missing cell is told, whatever says that it is missing, and
// whatever the order of a dictionary.
func TestTypedFirstMissing(t *testing.T) {
	null := math.NaN()
	for _, c := range []struct {
		name   string
		values []float64 // of the texts " ", "a", "b"
		row    int
		count  int
	}{
		{"a null before blanks", []float64{1, null, 0, 2}, 1, 2},
		{"blanks before a null", []float64{2, 0, null, 0}, 1, 3},
		{"a named text before blanks", []float64{2, 1, 0, null}, 1, 3},
	} {
		cells := typed.Cells{Kind: typed.Text, Values: c.values, Texts: []string{" ", "a", "b"}, Null: make([]bool, 4)}
		for i, v := range c.values {
			cells.Null[i] = math.IsNaN(v)
		}
		o := newReadOptions([]ReadOption{NA("a")})
		if c.count == 2 {
			o = newReadOptions(nil)
		}
		if f := typedField("s", cells, inferIt, o); f.empty.row != c.row || f.empty.count != c.count {
			t.Errorf("%s: %d missing cells, the first in row %d; want %d, row %d", c.name, f.empty.count, f.empty.row, c.count, c.row)
		}
	}
}
