package report_test

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A table with all that can stand in it, and a second one. The chart has no text.
func Example() {
	norms := report.Table{
		Title: "y: a model of two inputs",
		Columns: []report.Column{
			{Name: "input"}, {Name: "norm", Unit: "mmHg"}, {Name: "relative gap", Digits: 1, Spread: true}, {Name: "in"}, {Name: "selected"},
		},
		Rows: [][]any{
			{"größe", 12.5, 2.34e-7, report.Percent(1), report.Marked(true, "selected")},
			{"bmi", 0.25678, 0.001, report.Percent(0.3), report.Marked(false, "selected")},
			{"age", 0.0, nil, nil, report.Mark{Word: "undecided"}},
		},
		Notes:    []string{"in: part of the samples that select the input"},
		Facts:    []report.Fact{{Name: "penalty", Text: "Lasso, tau 0.1"}},
		Warnings: []string{"two inputs are constant"},
	}
	fmt.Print(report.Report{
		norms,
		report.Bars{Title: "norms", Bars: []report.Bar{{Name: "größe", Norm: 12.5, Selected: true}}},
		report.Table{Title: "Errors", Columns: report.Columns("model", "RMSE"), Rows: [][]any{{"mean", 2.0}, {"ridge", 1234.5}}},
	})
	// Output:
	// y: a model of two inputs
	// input  norm (mmHg)  relative gap     in  selected
	// größe      12.5            2e-07  100 %  ✓ selected
	// bmi         0.2568         0.001   30 %  –
	// age         0                            undecided
	// in: part of the samples that select the input
	// penalty: Lasso, tau 0.1
	// warning: two inputs are constant
	//
	// Errors
	// model  RMSE
	// mean      2
	// ridge  1234
}
