package model

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// mostPairs is the number of pairs that the chart and the table show, at most.
const mostPairs = 20

// Report returns the interactions as a chart of at most 20 of them, with their intervals if there are any, and as a table.
func (all *Interactions) Report() report.Report {
	t := all.table()
	if len(all.Pairs) == 0 || all.Draws == 0 {
		return report.Report{t}
	}
	var shown []report.Interval
	for _, p := range all.Pairs[:min(len(all.Pairs), mostPairs)] {
		shown = append(shown, report.Interval{Name: p.String(), Value: p.Norm, Low: p.Low, High: p.High})
	}
	return report.Report{report.Intervals{
		Title: "Interactions: " + all.Target, Axis: "norm of the mixed second derivative, per sd of both", Point: "norm",
		Range: fmt.Sprintf("%.3g %% interval", 100*all.Level), Intervals: shown,
	}, t}
}

// String returns the pair as "x1, x2".
func (p Interaction) String() string { return p.A + ", " + p.B }

// String returns the table of the Report as plain text.
func (all *Interactions) String() string { return all.table().String() }

// Figure returns the chart of the Report.
func (all *Interactions) Figure() (*viz.Figure, error) { return viz.OfReport(all.Report()) }

func (all *Interactions) table() report.Table {
	t := report.Table{Title: "Interactions: " + all.Target, Columns: report.Columns("inputs", "norm per sds")}
	if all.Draws > 0 {
		t.Columns = append(t.Columns, report.Columns("from", "to")...)
		t.Notes = append(t.Notes, fmt.Sprintf("from, to: %.3g %% interval by %s of a wild bootstrap; from 0: not told from none", 100*all.Level, report.Plural(all.Draws, "draw")))
	}
	if len(all.Pairs) == 0 {
		t.Notes = append(t.Notes, "the model depends on fewer than two inputs")
	}
	if all.WithoutIntervals != "" {
		t.Notes = append(t.Notes, all.WithoutIntervals)
	}
	for _, p := range all.Pairs[:min(len(all.Pairs), mostPairs)] {
		row := []any{p.String(), p.Norm}
		if !math.IsNaN(p.Low) {
			row = append(row, p.Low, p.High)
		}
		t.Rows = append(t.Rows, row)
	}
	if more := len(all.Pairs) - mostPairs; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %s", report.Plural(more, "more pair")))
	}
	return t
}
