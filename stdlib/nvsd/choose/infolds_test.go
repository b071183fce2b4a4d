package choose

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// What a fold learns from the rows that it trains on, the numbers for missing cells among it,
// stays the same to the bit when the rows that it holds out change.
func TestFoldsLearnNothingFromHeldRows(t *testing.T) {
	spec := problem.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(1)}, Penalty: penalty.Lasso{}, Nu: problem.Fixed(0.1)}
	rapid.Check(t, func(r *rapid.T) {
		const n = 16
		cell := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Just(math.NaN()))
		draw := func(name string) []float64 { return rapid.SliceOfN(cell, n, n).Draw(r, name) }
		a, b, other := draw("a"), draw("b"), draw("other")
		for _, v := range [][]float64{a, b} {
			copy(v, []float64{0.5, math.NaN(), -1, 2})
		}
		fold := Fold{Train: lists.UpTo(10), Held: []int{10, 11, 12, 13, 14, 15}}
		moved := slices.Concat(a[:10], other[10:])
		var own [2]*problem.Design
		for k, first := range [][]float64{a, moved} {
			parent, err := problem.NewDesign(spec, withGaps(t, first, b))
			if err != nil {
				r.Fatal(err)
			}
			own[k], _, err = holdOut(parent, fold)
			if err != nil {
				r.Fatal(err)
			}
		}
		for name, pair := range map[string][2][]float64{
			"fill": {own[0].Fill, own[1].Fill}, "shift": {own[0].Shift, own[1].Shift}, "scale": {own[0].Scale, own[1].Scale},
		} {
			if !slices.EqualFunc(pair[0], pair[1], func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }) {
				r.Fatalf("%s is %v, and %v with other rows held out", name, pair[0], pair[1])
			}
		}
		if !mat.Equal(own[0].Train.X(), own[1].Train.X()) {
			r.Fatal("the fold is trained on other numbers")
		}
	})
}

// withGaps is a frame of two inputs, filled in by mean and median.
func withGaps(t *testing.T, a, b []float64) *data.Frame {
	f, err := data.Read(strings.NewReader("row,y\n"+strings.Repeat("1,2\n3,5\n", len(a)/2)), "gaps")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		values []float64
		how    data.Filling
	}{{"a", a, data.Mean}, {"b", b, data.Median}} {
		f, err = f.With(c.name, func(r data.Row) float64 { return c.values[r.Index()] })
		if err != nil {
			t.Fatal(err)
		}
		f, err = f.Impute(c.how, c.name)
		if err != nil {
			t.Fatal(err)
		}
	}
	return f
}
