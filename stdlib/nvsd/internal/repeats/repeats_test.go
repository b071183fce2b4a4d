package repeats

import (
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRows(t *testing.T) {
	for name, c := range map[string]struct {
		X    *mat.Dense
		want [][]int
	}{
		"none equal":      {mat.NewDense(3, 2, []float64{1, 2, 2, 1, 1, 3}), nil},
		"in other orders": {mat.NewDense(5, 2, []float64{1, 2, 3, 4, 1, 2, 5, 6, 3, 4}), [][]int{{0, 2}, {1, 4}, {3}}},
		"zeros":           {mat.NewDense(2, 1, []float64{0, math.Copysign(0, -1)}), [][]int{{0, 1}}},
		"NaN":             {mat.NewDense(3, 1, []float64{math.NaN(), 1, math.Float64frombits(0x7ff8000000000123)}), [][]int{{0, 2}, {1}}},
		"nearly equal":    {mat.NewDense(2, 1, []float64{1, 1 + 0x1p-52}), nil},
	} {
		got := Rows(c.X)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestLabelsAndMeans(t *testing.T) {
	groups := [][]int{{0, 2}, {1, 4}, {3}}
	if got := Labels(groups, 5); !reflect.DeepEqual(got, []int{0, 1, 0, 2, 1}) {
		t.Errorf("labels %v", got)
	}
	if got := Means(groups, []float64{1, 2, 3, 4, 6}); !reflect.DeepEqual(got, []float64{2, 4, 4}) {
		t.Errorf("means %v", got)
	}
}
