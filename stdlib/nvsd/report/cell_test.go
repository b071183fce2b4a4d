package report

import (
	"math"
	"slices"
	"testing"
)

func TestCells(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		name   string
		column Column
		cells  []any
		want   []string
	}{
		{"points below each other", Column{}, []any{24.123, 3.2, 0.05}, []string{"24.12", "3.20", "0.05"}},
		{"too small for the rest", Column{}, []any{24.123, -0.00004, 0.0312}, []string{"24.12", "-4e-05", "0.0312"}},
		{"all small", Column{}, []any{1.5e-9, 1e-10}, []string{"1.5e-09", "1e-10"}},
		{"zero is zero", Column{}, []any{1.5, 0.0}, []string{"1.500", "0"}},
		{"all zero", Column{}, []any{0.0, 0.0}, []string{"0", "0"}},
		{"whole numbers", Column{}, []any{3.0, 1234567.0}, []string{"3", "1234567"}},
		{"large", Column{}, []any{12345.678, 9.5}, []string{"12346", "9.5"}},
		{"huge", Column{}, []any{1e12, 1.5}, []string{"1e+12", "1.500"}},
		{"not numbers", Column{}, []any{nan, inf, -inf, 2.5}, []string{"NaN", "∞", "-∞", "2.500"}},
		{"mixed", Column{}, []any{1, "two\n words", nil, true, float32(0.25)}, []string{"1", "two words", "", "true", "0.25"}},
		{"spread", Column{Spread: true}, []any{0.12345, 10.0, 0.0012}, []string{"0.1235", "10", "0.0012"}},
		{"one digit", Column{Digits: 1, Spread: true}, []any{0.00012345, 3e-9}, []string{"0.0001", "3e-09"}},
		{"six digits", Column{Digits: 6}, []any{1.23456789, 12.5}, []string{"1.2346", "12.5000"}},
		{"rounded", Column{Decimals: 4}, []any{0.85, -8.6e-05}, []string{"0.8500", "-0.0001"}},
		{"parts", Column{}, []any{Percent(0.754), Ratio{3, 20}}, []string{"75 %", "3 of 20"}},
		{"marks", Column{}, []any{Marked(true, "best"), Marked(false, "best"), Mark{Cross, "failed"}, Mark{Word: "undecided"}}, []string{"✓ best", "–", "✗ failed", "undecided"}},
		{"unknown", Column{}, []any{Known(nan), Known(2)}, []string{"", "2"}},
		{"none", Column{}, nil, []string{}},
	} {
		table := Table{Columns: []Column{tc.column}}
		for _, cell := range tc.cells {
			table.Rows = append(table.Rows, []any{cell})
		}
		if got := table.Cells(0); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestNumeric(t *testing.T) {
	for _, tc := range []struct {
		cells []any
		want  bool
	}{
		{nil, false}, {[]any{1, nil, 2.5, Percent(0.5), Ratio{1, 2}}, true}, {[]any{1.5, "none"}, false}, {[]any{Marked(true, "x")}, false},
	} {
		table := Table{Columns: Columns("a")}
		for _, cell := range tc.cells {
			table.Rows = append(table.Rows, []any{cell})
		}
		if got := table.Numeric(0); got != tc.want {
			t.Errorf("%v: %t, want %t", tc.cells, got, tc.want)
		}
	}
}
