package resample

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Report returns the evidence as bars, and as a table of at most 30 inputs.
func (k *Knockoffs) Report() report.Report {
	found := max(lists.Count(k.Selected), k.Least)
	needed := 1 / (k.Q * float64(found))
	return report.Report{report.Bars{
		Title: "Evidence beside knockoffs: " + k.Target, Axis: "mean e-value, as a part of the number of inputs", What: "evidence",
		Bars:  report.BarsOf(k.Names, k.Evidence, k.Selected),
		Level: &report.Level{Value: needed, Text: fmt.Sprintf("needed of %s: %s", report.Plural(found, "input"), report.Number(needed))},
	}, k.table()}
}

// String returns the table of the Report as plain text.
func (k *Knockoffs) String() string { return k.table().String() }

// Figure draws the evidence of the Report as bars.
func (k *Knockoffs) Figure() (*viz.Figure, error) { return viz.OfReport(k.Report()) }

func (k *Knockoffs) table() report.Table {
	t := report.Table{
		Title:    fmt.Sprintf("%s: inputs beside their knockoffs, %s", k.Target, report.Plural(k.Draws, "draw")),
		Columns:  report.Columns("input", "found", "evidence", "mean W"),
		Warnings: k.Warnings(),
	}
	t.AddFirst(Falling(k.Evidence), "input", nil, func(j int) []any {
		return []any{k.Names[j], report.Marked(k.Selected[j], "found"), k.Evidence[j], k.Mean[j]}
	})
	t.Notes = append(t.Notes,
		fmt.Sprintf("of what is found, at most %s are expected to be false (false discovery rate), if the model of the inputs holds", report.Percent(k.Q)),
		fmt.Sprintf("at this rate no fewer than %d inputs can be found", k.Least),
		fmt.Sprintf("W: the %s of an input less those of its knockoff; knockoffs by %s", k.Statistic.inWords(), k.Method),
	)
	if k.Empty > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("in %d of %d draws no threshold has the rate, and the draw finds nothing", k.Empty, k.Draws))
	}
	return t
}

// inWords returns the plural of the statistic.
func (s KnockoffStatistic) inWords() string {
	if s == KnockoffEntry {
		return "taus of entry"
	}
	return "norms"
}
