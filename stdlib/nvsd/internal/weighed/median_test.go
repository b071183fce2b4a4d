package weighed_test

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"pgregory.net/rapid"
)

// TestMedianOfWeights: the median of weighed values is that of the values as often as their weights say.
func TestMedianOfWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-3, 3), 1, 12).Draw(t, "values")
		weights, all := make([]float64, len(values)), []float64(nil)
		for i, v := range values {
			k := rapid.IntRange(0, 3).Draw(t, "times")
			weights[i], all = float64(k), append(all, slices.Repeat([]float64{v}, k)...)
		}
		if len(all) == 0 {
			return
		}
		slices.Sort(all)
		want := (all[(len(all)-1)/2] + all[len(all)/2]) / 2
		if got := weighed.Median(values, weights); got != want {
			t.Fatalf("%v by %v: median %v, want %v", values, weights, got, want)
		}
	})
}
