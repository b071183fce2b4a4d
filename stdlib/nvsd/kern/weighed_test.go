package kern_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestWidthsOfWeights: a rule gives the width of the rows that are there as often as their weights say. Values are few, so that
// rows are equal.
func TestWidthsOfWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 30).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		values := rapid.IntRange(1, 4).Draw(t, "values")
		X, weights := mat.NewDense(n, d, nil), make([]float64, n)
		var rows []float64
		for i := range n {
			for a := range d {
				X.Set(i, a, float64(rapid.IntRange(0, values).Draw(t, "x"))*1.1)
			}
			times := rapid.IntRange(0, 4).Draw(t, "times")
			weights[i] = float64(times)
			for range times {
				rows = append(rows, X.RawRowView(i)...)
			}
		}
		if len(rows) < 2*d {
			return
		}
		all := mat.NewDense(len(rows)/d, d, rows)
		for _, rule := range []kern.WidthRule{kern.MedianDistance, kern.Median20NN, kern.Mean20thNN} {
			k := kern.ARD{Base: kern.Gaussian{Width: rule}, Widths: []float64{1, 2, 3}[:d]}
			want, errWant := kern.Resolve(k, all)
			got, err := kern.Resolve(k, kern.Weighed(X, weights))
			if (err == nil) != (errWant == nil) {
				t.Fatalf("%v: %v, of the rows %v", rule, err, errWant)
			}
			if err != nil {
				continue
			}
			w, v := got.(kern.ARD).Base.(kern.Gaussian).Width.(kern.Sigma), want.(kern.ARD).Base.(kern.Gaussian).Width.(kern.Sigma)
			if math.Abs(float64(w-v)) > 1e-12*float64(v) {
				t.Errorf("%v is %v, of the rows %v", rule, w, v)
			}
		}
	})
}
