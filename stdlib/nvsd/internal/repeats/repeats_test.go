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
	if got := Means(groups, nil, []float64{1, 2, 3, 4, 6}); !reflect.DeepEqual(got, []float64{2, 4, 4}) {
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
	twice := func(v []float64) []float64 { return append(append([]float64{}, v...), v...) }
	classes := append(cycle(119, 2), 0) // all but one of each row in the class of its parity
	classes[0] = 1
	for name, c := range map[string]struct {
		x, y []float64
		want int // observations
	}{
		"all different":                               {upTo(10), upTo(10), 10},
		"some equal":                                  {append(upTo(10), 3), upTo(11), 10},
		"many things, each measured three times":      {cycle(90, 30), upTo(90), 30},
		"few rows, each measured twice":               {cycle(16, 8), upTo(16), 16},
		"few rows, copies":                            {cycle(16, 8), cycle(16, 8), 8},
		"few rows, five copies":                       {cycle(40, 8), cycle(40, 8), 8},
		"few rows, five copies, and one more":         {cycle(41, 8), append(cycle(40, 8), 77), 8},
		"few rows, two classes":                       {cycle(120, 6), classes, 120},
		"few rows, two classes, the whole twice":      {twice(cycle(120, 6)), twice(classes), 120},
		"few rows, two classes, the whole five times": {append(twice(twice(cycle(120, 6))), cycle(120, 6)...), append(twice(twice(classes)), classes...), 120},
	} {
		got := len(c.x)
		if groups := Observations(mat.NewDense(len(c.x), 1, c.x), c.y); groups != nil {
			got = len(groups)
			seen := make([]bool, len(c.x))
			for _, rows := range groups {
				for _, i := range rows {
					if seen[i] || c.x[i] != c.x[rows[0]] {
						t.Errorf("%s: row %d is in two observations, or in one of other inputs", name, i)
					}
					seen[i] = true
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %d observations, want %d", name, got, c.want)
		}
	}
	// Of a factor the levels may be many.
	const levels = 20
	X := mat.NewDense(3*levels, levels, nil)
	for i := range 3 * levels {
		X.Set(i, i%levels, 1)
	}
	if groups := Observations(X, upTo(3*levels)); groups != nil {
		t.Errorf("three measurements of each of %d levels are %d observations", levels, len(groups))
	}
}
