package search

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Remarks returns the columns that are worth a look, each with another way to read it: inputs of
// two values, and columns of dates, which are no inputs. They are among the Warnings, with the
// Remarks of the Frame.
func (f *Finding) Remarks() []data.Remark { return slices.Clone(f.remarks) }

// findRemarks remarks inputs of two values that are not declared as categories, and dates.
func findRemarks(train *data.Frame) []data.Remark {
	var remarks []data.Remark
	summary := train.Describe()
	var binary []string
	for a, column := range summary.Columns {
		declared := slices.ContainsFunc(train.Categories(), func(c data.Category) bool { return slices.Contains(c.Columns, a) })
		if !column.IsTarget && column.Distinct == 2 && !declared && train.N() > 2 {
			binary = append(binary, column.Name)
		}
	}
	if len(binary) > 0 {
		remarks = append(remarks, data.Remark{
			Says: fmt.Sprintf("a derivative means little for inputs of two values: %s", report.Listed(binary)),
			Call: data.Call{Option: "Factor", Args: binary},
			Does: "measures the difference between the two",
		})
	}
	var dates []string
	for _, d := range summary.Dates {
		if d.Name != train.TimeColumn() && d.Name != train.GroupColumn() && !slices.ContainsFunc(train.DateInputs(), func(in data.DateInput) bool { return in.Column == d.Name }) {
			dates = append(dates, d.Name)
		}
	}
	if len(dates) > 0 {
		remarks = append(remarks, data.Remark{
			Says: fmt.Sprintf("columns of dates are no inputs: %s", report.Listed(dates)),
			Call: data.Call{Option: "Dates", Args: dates},
			Does: "makes inputs of them, such as the day of the week",
		})
	}
	return remarks
}

// Warnings returns the warnings to read before the answer is trusted, one sentence each.
func (f *Finding) Warnings() []string {
	var said []string
	if f.interrupted != "" {
		said = append(said, fmt.Sprintf("interrupted: this is what was found by then; %s", f.interrupted))
	}
	said = append(said, f.Model.Warnings...)
	for _, r := range f.remarks {
		said = append(said, r.String())
	}
	said = append(said, f.wildWarning()...)
	said = append(said, f.verdict.warnings(f.chosen)...)
	said = append(said, f.doubtful...)
	if len(f.left) > 0 && f.Found() && !choose.BelongTogether(f.sight.table) {
		said = append(said, fmt.Sprintf("what the function leaves unexplained depends on %s: their effects are too weak for the search, or belong to inputs that are correlated with them", report.Listed(f.left)))
	}
	if f.Null != nil {
		said = append(said, f.weak()...)
	}
	return said
}
