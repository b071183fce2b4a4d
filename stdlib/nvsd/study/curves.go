package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Curves returns the means of a measure over the training size, a chart for each problem of several sizes, with bars of one
// standard error of the mean. methods are those that are drawn, at most seven with their rules; without them all are.
func (r *Results) Curves(m Measure, methods ...string) (report.Report, error) {
	lines := r.lines()
	if len(methods) > 0 {
		lines = slices.DeleteFunc(lines, func(l line) bool { return !slices.Contains(methods, l.method) })
	}
	var charts report.Report
	for _, p := range r.design.Problems {
		if len(p.Train) < 2 {
			continue
		}
		chart := report.Errors{Title: fmt.Sprintf("%s: %s", p.Name, m), Weight: "training rows", Error: string(m), Rising: true}
		for _, n := range p.Train {
			chart.Weights = append(chart.Weights, float64(n))
		}
		for _, l := range lines {
			s := report.Series{Name: l.String()}
			for _, n := range p.Train {
				values, _ := r.series(l, m, place{p.Name, n})
				values = slices.DeleteFunc(values, math.IsNaN)
				mean, se := math.NaN(), math.NaN()
				if len(values) > 0 {
					mean = stat.Mean(values, nil)
				}
				if len(values) > 1 {
					se = stat.StdDev(values, nil) / math.Sqrt(float64(len(values)))
				}
				s.Y, s.SE = append(s.Y, mean), append(s.SE, se)
			}
			chart.Series = append(chart.Series, s)
		}
		charts = append(charts, chart)
	}
	if charts == nil {
		return nil, fmt.Errorf("study: %q has no problem of several training sizes, and so no curves", r.design.Name)
	}
	return charts, nil
}
