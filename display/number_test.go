package display

import (
	"math"
	"slices"
	"testing"
)

func TestColumn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		name  string
		cells []any
		want  []string
	}{
		{"points below each other", []any{24.123, 3.2, 0.05}, []string{"24.12", "3.20", "0.05"}},
		{"too small for the rest", []any{24.123, -0.00004, 0.0312}, []string{"24.12", "-4e-05", "0.0312"}},
		{"all small", []any{1.5e-9, 1e-10}, []string{"1.5e-09", "1e-10"}},
		{"zero is zero", []any{1.5, 0.0}, []string{"1.500", "0"}},
		{"all zero", []any{0.0, 0.0}, []string{"0", "0"}},
		{"whole numbers", []any{3.0, 1234567.0}, []string{"3", "1234567"}},
		{"large", []any{12345.678, 9.5}, []string{"12346", "9.5"}},
		{"huge", []any{1e12, 1.5}, []string{"1e+12", "1.500"}},
		{"what is no number", []any{nan, inf, -inf, 2.5}, []string{"NaN", "∞", "-∞", "2.500"}},
		{"mixed", []any{1, "two\n words", nil, true, loose(0.12345), rough(0.00012345)}, []string{"1", "two words", "", "true", "0.1235", "0.0001"}},
		{"none", nil, nil},
	} {
		if got := column(tc.cells); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
