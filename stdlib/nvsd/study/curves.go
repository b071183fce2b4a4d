package study

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Curves returns the means of a measure over the training size, a chart for each problem of several sizes, with bars of one
// standard error of the mean. methods are those that are drawn, as in [Results.Bars].
func (r *Results) Curves(m Measure, methods ...string) (report.Report, error) {
	lines, err := r.drawn(methods)
	if err != nil {
		return nil, err
	}
	var charts report.Report
	for _, p := range r.design.Problems {
		if len(p.Train) < 2 {
			continue
		}
		chart := report.Errors{Title: fmt.Sprintf("%s: %s", p.Name, m), Weight: "training rows", Error: string(m), Rising: true}
		_, places, err := r.columns(p.Name)
		if err != nil {
			return nil, err
		}
		for _, at := range places {
			chart.Weights = append(chart.Weights, float64(at.train))
		}
		for _, l := range lines {
			s, _ := r.means(l, m, places)
			chart.Series = append(chart.Series, s)
		}
		charts = append(charts, chart)
	}
	if charts == nil {
		return nil, fmt.Errorf("study: %q has no problem of several training sizes, and so no curves", r.design.Name)
	}
	return charts, nil
}
