package display

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// showStability renders how often inputs are selected on halves of the data.
func showStability(st *nvsd.Stability) map[string]any {
	t := Table{
		Caption: fmt.Sprintf("%s: selected by %d halves of the data, at most %d inputs each, %.3g on average", st.Target, st.Halves, st.Size, st.MeanSize),
		Columns: []string{"input", "frequency", "stable"},
		Notes:   []string{fmt.Sprintf("stable from %.2g on", st.Threshold), st.BoundString()},
	}
	t.inputs(falling(st.Frequencies), func(a int) []any {
		return []any{st.Names[a], st.Frequencies[a], chosenMark(st.Selected[a], "stable")}
	})
	chart, err := viz.Compared("Stability selection: "+st.Target, "part of the halves that select the input", "selection frequencies",
		barsOf(st.Names, st.Frequencies, st.Selected), viz.Mark{Value: st.Threshold, Text: fmt.Sprintf("stable from %.2g on", st.Threshold)})
	return showChart(t, chart, err, st.Warnings()...)
}

// showNull renders the norms of inputs beside those of copies that cannot
// matter.
func showNull(null *nvsd.Null) map[string]any {
	level := median(null.Largest)
	text := fmt.Sprintf("largest norm of a copy: %s (median)", number(level))
	t := Table{
		Caption: fmt.Sprintf("%s: inputs beside permuted copies, %d fits", null.Target, null.Repeats),
		Columns: []string{"input", "norm per sd", "above all copies", "selected"},
		Notes:   []string{text + fmt.Sprintf("; selected where above all in %.3g %% of the fits", 100*(1-null.Level))},
	}
	t.inputs(falling(null.Norms), func(a int) []any {
		return []any{null.Names[a], null.Norms[a], fmt.Sprintf("%.0f %%", 100*null.Above[a]), chosenMark(null.Selected[a], "selected")}
	})
	chart, err := viz.Compared("Norms beside permuted copies: "+null.Target, viz.NormsAxis, "mean norms",
		barsOf(null.Names, null.Norms, null.Selected), viz.Mark{Value: level, Text: text})
	return showChart(t, chart, err, null.Warnings()...)
}

// showTargetNull renders a model's chosen inputs beside those that are chosen of permuted
// targets.
func showTargetNull(null *nvsd.TargetNull) map[string]any {
	m := null.Model
	t := Table{
		Caption: fmt.Sprintf("%s: chosen inputs beside %d runs with the target permuted", m.Target(), null.Runs),
		Columns: []string{"input", "norm per sd", "above"},
		Notes:   []string{null.Account()},
	}
	if null.Worths != nil {
		t.Columns = append(t.Columns, "worth", "above")
	}
	t.Columns = append(t.Columns, "beyond noise")
	names, selected := m.Names(), m.Selected()
	of := func(times int) string { return fmt.Sprintf("%d of %d", times, null.Runs) }
	t.inputs(slices.DeleteFunc(m.Ranking(), func(a int) bool { return !selected[a] }), func(a int) []any {
		row := []any{names[a], null.Scores[a], of(null.ScoreAbove[a])}
		if null.Worths != nil {
			row = append(row, null.Worths[a], of(null.WorthAbove[a]))
		}
		return append(row, chosenMark(null.Beyond[a], "beyond"))
	})
	level := median(null.LargestScores)
	chart, err := viz.Compared("Norms beside permuted targets: "+m.Target(), viz.NormsAxis, "norms",
		barsOf(names, null.Scores, null.Beyond), viz.Mark{Value: level, Text: fmt.Sprintf("largest norm with the target permuted: %s (median)", number(level))})
	return showChart(t, chart, err, null.Warnings()...)
}

// showBootstrap renders how norms vary with the draw of the data.
func showBootstrap(boot *nvsd.Bootstrap) map[string]any {
	t := Table{
		Caption: fmt.Sprintf("%s: %d fits on rows drawn with replacement, tau %s", boot.Target, boot.Repeats, number(boot.Tau)),
		Columns: []string{"input", "norm per sd", fmt.Sprintf("%.3g %% quantile", 50*(1-boot.Level)), fmt.Sprintf("%.3g %% quantile", 50*(1+boot.Level)), "selected in"},
		Notes:   []string{"percentile intervals of the norms of this penalised fit among the samples, no confidence intervals for those of the true function"},
	}
	t.inputs(falling(boot.Norms), func(a int) []any {
		return []any{boot.Names[a], boot.Norms[a], boot.Low[a], boot.High[a], fmt.Sprintf("%.0f %%", 100*boot.Frequencies[a])}
	})
	intervals := make([]viz.Interval, len(boot.Names))
	for a, name := range boot.Names {
		intervals[a] = viz.Interval{Name: name, Value: boot.Norms[a], Low: boot.Low[a], High: boot.High[a]}
	}
	chart, err := viz.Intervals("Norms among samples: "+boot.Target, viz.NormsAxis, "on all rows",
		fmt.Sprintf("%.3g %% of the samples", 100*boot.Level), intervals)
	return showChart(t, chart, err, boot.Warnings()...)
}

// inputs adds a row for each of the first of the inputs, and says how many are
// left out.
func (t *Table) inputs(order []int, row func(a int) []any) {
	for _, a := range order[:min(maxRows, len(order))] {
		t.Rows = append(t.Rows, row(a))
	}
	if more := len(order) - maxRows; more > 0 {
		t.Notes = append([]string{fmt.Sprintf("and %d more inputs", more)}, t.Notes...)
	}
}

// falling returns the inputs by falling value.
func falling(values []float64) []int {
	order := make([]int, len(values))
	for a := range order {
		order[a] = a
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return order
}

func barsOf(names []string, values []float64, selected []bool) []viz.Bar {
	bars := make([]viz.Bar, len(names))
	for a, name := range names {
		bars[a] = viz.Bar{Name: name, Norm: values[a], Selected: selected[a]}
	}
	return bars
}

// median is NaN where there is no value.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
