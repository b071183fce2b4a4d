package model

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Coverage returns the fraction of the true targets that are in their intervals. It is NaN if
// these are not known.
func (v *Intervals) Coverage() float64 {
	if v.True == nil {
		return math.NaN()
	}
	return float64(v.inside()) / float64(len(v.True))
}

func (v *Intervals) inside() int {
	n := 0
	for i := range v.True {
		if v.has(i) {
			n++
		}
	}
	return n
}

// has reports whether the i-th interval has the true target.
func (v *Intervals) has(i int) bool { return v.Lower[i] <= v.True[i] && v.True[i] <= v.Upper[i] }

// MeanWidth returns the mean of Upper - Lower.
func (v *Intervals) MeanWidth() float64 {
	var sum float64
	for i, upper := range v.Upper {
		sum += upper - v.Lower[i]
	}
	return sum / float64(len(v.Upper))
}

// Report returns a chart of the predictions over the true target with the intervals as bars, if
// the target is known, and a table of the first observations, at most [report.MaxRows].
func (v *Intervals) Report() report.Report {
	if v.True == nil {
		return report.Report{v.table()}
	}
	return report.Report{v.chart(), v.table()}
}

// String returns the table of the Report as plain text.
func (v *Intervals) String() string { return v.table().String() }

func (v *Intervals) table() report.Table {
	t := report.Table{
		Title:   v.title(),
		Columns: report.Columns("observation", "predicted", "lower", "upper"),
		Facts:   []report.Fact{{Name: "intervals", Text: v.Account()}},
	}
	if v.True != nil {
		t.Columns = append(t.Columns, report.Columns("true", "true is")...)
	}
	t.AddFirst(lists.UpTo(len(v.Predictions)), "observation", nil, func(i int) []any {
		row := []any{i, v.Predictions[i], v.Lower[i], v.Upper[i]}
		switch {
		case v.True == nil:
			return row
		case v.has(i):
			return append(row, v.True[i], report.Mark{Word: "inside"})
		case v.True[i] < v.Lower[i]:
			return append(row, v.True[i], report.Mark{Sign: report.Cross, Word: "below"})
		}
		return append(row, v.True[i], report.Mark{Sign: report.Cross, Word: "above"})
	})
	if v.By == ByPosterior {
		t.Notes = append(t.Notes, "by the posterior of a Gaussian process: noise of one size, without heavy tails")
	} else {
		t.Notes = append(t.Notes, "by the residuals of leaving out each row (jackknife+): rows are exchangeable")
	}
	return t
}

func (v *Intervals) title() string {
	return fmt.Sprintf("%s: %s, %s, %s", v.Target, v.name(), v.Model, report.Plural(len(v.Predictions), "observation"))
}

// name returns the name of the intervals, as "90 % intervals".
func (v *Intervals) name() string { return fmt.Sprintf("%.4g %% intervals", 100*v.Level) }

// Account returns the mean width of the intervals and the number of targets inside, in a phrase.
func (v *Intervals) Account() string {
	text := "mean width " + report.Number(v.MeanWidth())
	if v.True != nil {
		text += fmt.Sprintf(", %v true targets inside (%.1f %%)", report.Ratio{Times: v.inside(), Of: len(v.True)}, 100*v.Coverage())
	}
	return text
}

func (v *Intervals) chart() report.Scatter {
	return report.Scatter{
		Title: v.title(), Points: "observations", Compared: "no error", Bars: v.name(), Note: v.Account() + ".",
		Plots: []report.ScatterPlot{{
			XAxis: "true " + v.Target, YAxis: "predicted " + v.Target,
			X: v.True, Y: v.Predictions, Low: v.Lower, High: v.Upper, Line: report.Identity,
		}},
	}
}

// Figure draws the chart of the Report. It is an error if the target is not known.
func (v *Intervals) Figure() (*viz.Figure, error) { return viz.OfReport(v.Report()) }
