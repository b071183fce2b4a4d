package nvsd

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Warnings returns what to know about the fits in folds, one sentence each.
func (cv *CrossValidation) Warnings() []string { return slices.Clone(cv.warnings) }

// Report returns the least error at every tau and the chosen candidate, as a table of at
// most about a dozen taus and as a chart.
func (cv *CrossValidation) Report() report.Report { return report.Report{cv.table(), cv.chart()} }

// String returns the table of the Report as plain text.
func (cv *CrossValidation) String() string { return cv.table().String() }

func (cv *CrossValidation) title() string {
	return fmt.Sprintf("Cross-validation in %s of %s", plural(cv.Folds, "fold"), plural(len(cv.Candidates), "candidate"))
}

func (cv *CrossValidation) table() report.Table {
	t := report.Table{
		Title:    cv.title(),
		Columns:  []report.Column{{Name: "tau", Spread: true}, {Name: "inputs"}, {Name: "RMSE"}, {Name: "(SE)"}, {}},
		Notes:    []string{"at every tau the number of inputs that does best there, and what was chosen"},
		Warnings: cv.Warnings(),
	}
	for _, j := range cv.shown() {
		c := cv.Candidates[j]
		t.Rows = append(t.Rows, []any{c.Tau, c.Size, report.Known(c.RMSE), report.Known(c.SE), cv.mark(j)})
	}
	return t
}

// shown returns the indices of the candidates in the table. They are spread evenly over the
// candidates of least error along the path, and include the least of all and the chosen
// one.
func (cv *CrossValidation) shown() []int {
	shown := []int{cv.Least, cv.Chosen}
	along := cv.alongPath()
	for _, i := range report.Evenly(len(along), mostTaus) {
		shown = append(shown, along[i])
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

// alongPath returns, for every tau, the index of the candidate of least error there. Of
// equal errors, it is the one of fewest inputs.
func (cv *CrossValidation) alongPath() []int {
	var along []int
	for j, c := range cv.Candidates {
		last := len(along) - 1
		switch {
		case last < 0 || cv.Candidates[along[last]].TauIndex != c.TauIndex:
			along = append(along, j)
		case c.RMSE < cv.Candidates[along[last]].RMSE:
			along[last] = j
		}
	}
	return along
}

// mark returns the cell that says what a candidate is. It is empty for most.
func (cv *CrossValidation) mark(j int) any {
	switch {
	case j == cv.Chosen && j == cv.Least:
		return report.Mark{Sign: report.Tick, Word: "chosen, least error"}
	case j == cv.Chosen:
		return report.Mark{Sign: report.Tick, Word: "chosen"}
	case j == cv.Least:
		return report.Mark{Sign: report.Tick, Word: "least error"}
	}
	return nil
}

func (cv *CrossValidation) chart() report.Errors {
	least, chosen := cv.Candidates[cv.Least], cv.Candidates[cv.Chosen]
	errors := report.Series{Name: "least error at each tau ± standard error"}
	choices := []report.Choice{{Text: "least error"}}
	var taus []float64
	for _, j := range cv.alongPath() {
		c, i := cv.Candidates[j], len(taus)
		if math.IsNaN(c.RMSE) || math.IsInf(c.RMSE, 0) {
			continue
		}
		taus, errors.Y, errors.SE = append(taus, c.Tau), append(errors.Y, c.RMSE), append(errors.SE, c.SE)
		if c.TauIndex == least.TauIndex {
			choices[0].At = i
		}
		if c.TauIndex == chosen.TauIndex && cv.Chosen != cv.Least {
			choices = append(choices, report.Choice{At: i, Text: fmt.Sprintf("chosen (inputs: %d)", chosen.Size)})
		}
	}
	return report.Errors{
		Title: cv.title(), Weight: "tau", Error: "RMSE on held-out rows",
		Weights: taus, Series: []report.Series{errors}, Choices: choices,
	}
}
