package report

import (
	"math"
	"strings"
	"testing"
)

// TestStandingsWithSpread: every form has the number, and its spread and its failures in brackets behind it.
func TestStandingsWithSpread(t *testing.T) {
	table := Table{Columns: Columns("method", "RMSE"), Rows: [][]any{
		{"a", Standing{Value: 1.23456, Spread: 0.04567, HasSpread: true, Best: true}},
		{"b", Standing{Value: 12.5, Spread: math.NaN(), HasSpread: true, Failed: 2}},
		{"c", Standing{Value: 2, Spread: 0, HasSpread: true}},
		{"d", Standing{Value: 3, Spread: 1}},
	}}
	for form, want := range map[string][]string{
		table.String():   {"*1.235 (0.046)", "12.5 (–; 2 failed)", "2 (0)"},
		table.Markdown(): {"**1.23 (0.05)**", "12.50 (–; 2 failed)", "2.00 (0.00)"},
		table.LaTeX():    {`\textbf{1.23 (0.05)}`, "2.00 (0.00)"},
		table.CSV():      {"a,1.23456 (0.04567)", "c,2 (0)", "d,3\n"},
	} {
		for _, part := range want {
			if !strings.Contains(form, part) {
				t.Errorf("%q is not in\n%s", part, form)
			}
		}
	}
}
