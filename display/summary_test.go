package display

import (
	"math"
	"testing"
	"time"
)

func TestSummaryOf(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	type level uint8
	many := make([]int, 2*mostSorted)
	for i := range many {
		many[i] = i
	}
	for _, tc := range []struct {
		name  string
		value any
		want  string
	}{
		{"even count", []float64{4, 1, 3, 2}, "min 1, median 2.5, mean 2.5, max 4"},
		{"odd count", []int{5, 1, 9}, "min 1, median 5, mean 5, max 9"},
		{"NaN", []float64{nan, 1, nan}, "min 1, median 1, mean 1, max 1, 2 NaN"},
		{"only NaN", []float64{nan}, "1 NaN"},
		{"infinity", []float64{-inf, 0, 1}, "min -∞, median 0, mean -∞, max 1"},
		{"very many", many, "min 0, median about 199999, mean 200000, max 399999"},
		{"a kind of number", []level{3, 1}, "min 1, median 2, mean 2, max 3"},
		{"values of a map", map[string]float32{"a": 1, "b": 2}, "min 1, median 1.5, mean 1.5, max 2"},
		{"booleans", []bool{true, false, true}, "true 2, false 1"},
		{"texts", []string{"a", "b", "a"}, "2 different texts"},
		{"numbers that print themselves", []time.Duration{1, 2}, ""},
		{"any", []any{1, 2}, ""},
		{"none", []float64{}, ""},
	} {
		in, _ := insideOf(tc.value)
		if got := summaryOf(in); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
