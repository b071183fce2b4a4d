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

// TestObservations: rows with equal inputs are one observation, but for designs that are measured.
func TestObservations(t *testing.T) {
	cycle := func(n, values int) []float64 { // 0, 1, ..., values-1, 0, ...
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(i % values)
		}
		return v
	}
	upTo := func(n int) []float64 { return cycle(n, n) }
	classes := append(cycle(119, 2), 0) // all but one of each row in the class of its parity
	for name, c := range map[string]struct {
		x, y   []float64
		merged bool
	}{
		"all different":                             {upTo(10), upTo(10), false},
		"some equal":                                {append(upTo(10), 3), upTo(11), true},
		"two of each, with targets of their own":    {cycle(20, 10), upTo(20), false},
		"two of each, copies":                       {cycle(20, 10), cycle(20, 10), true},
		"five of each, copies":                      {cycle(50, 10), cycle(50, 10), true},
		"five of each, copies, and one more":        {cycle(51, 10), append(cycle(50, 10), 77), true},
		"six of each, two classes":                  {cycle(120, 20), classes, true},
		"twenty of each, two classes":               {cycle(120, 6), classes, false},
		"twenty of each, two classes, and it twice": {append(cycle(120, 6), cycle(120, 6)...), append(classes, classes...), true},
	} {
		if got := Observations(mat.NewDense(len(c.x), 1, c.x), c.y); (got != nil) != c.merged {
			t.Errorf("%s: merged %v, want %v", name, got != nil, c.merged)
		}
	}
}
