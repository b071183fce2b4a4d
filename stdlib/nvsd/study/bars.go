package study

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Bars returns the means of a measure as a chart with a group for each problem, at its largest training size, and a bar for each
// method, with whiskers of one standard error of the mean. methods are those that are drawn, at most seven with
// their rules; a name such as "L, ranked" draws one rule alone. Without names all are drawn.
func (r *Results) Bars(m Measure, methods ...string) (report.Report, error) {
	lines, err := r.drawn(methods)
	if err != nil {
		return nil, err
	}
	chart := report.GroupedBars{Title: string(m), Axis: string(m), Note: fmt.Sprintf("Means of %s.", report.Plural(r.design.Reps, "repetition"))}
	if r.design.Reps > 1 {
		chart.Note += " The whiskers are one standard error of the mean."
	}
	var places []place
	for _, p := range r.design.Problems {
		n, name := slices.Max(p.Train), p.Name
		if len(p.Train) > 1 {
			name = fmt.Sprintf("%s, n = %d", p.Name, n)
		}
		chart.Groups, places = append(chart.Groups, name), append(places, place{p.Name, n})
	}
	failures := 0
	for _, l := range lines {
		s, failed := r.means(l, m, places)
		chart.Series = append(chart.Series, s)
		failures += failed
	}
	if failures > 0 {
		chart.Note += fmt.Sprintf(" Left out: %s of methods that have failed.", report.Plural(failures, "result"))
	}
	return report.Report{chart}, nil
}
