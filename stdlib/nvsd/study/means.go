package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// mostDrawn is the largest number of lines that a chart tells apart.
const mostDrawn = 7

// drawn returns the lines of methods, or all without any. A name is one of a method, with all of its rules, or of a line. It is an
// error if there is no such method or line, and if there are more lines than a chart tells apart.
func (r *Results) drawn(methods []string) ([]line, error) {
	lines := r.lines()
	for _, name := range methods {
		if !slices.ContainsFunc(lines, func(l line) bool { return name == l.method || name == l.String() }) {
			return nil, fmt.Errorf("study: %q has no method %q", r.design.Name, name)
		}
	}
	if len(methods) > 0 {
		lines = slices.DeleteFunc(lines, func(l line) bool { return !slices.Contains(methods, l.method) && !slices.Contains(methods, l.String()) })
	}
	if len(lines) > mostDrawn {
		return nil, fmt.Errorf("study: %d methods with their rules are too many for a chart, which tells %d apart: name those that are drawn", len(lines), mostDrawn)
	}
	return lines, nil
}

// means returns the mean of a measure of a line at each place, and the standard error of the mean, which is NaN for fewer than
// two repetitions. Repetitions on which the method has failed are left out and counted.
func (r *Results) means(l line, m Measure, places []place) (s report.Series, failed int) {
	s.Name = l.String()
	for _, at := range places {
		values, without := r.series(l, m, at)
		failed += without
		values = slices.DeleteFunc(values, math.IsNaN)
		se := math.NaN()
		if len(values) > 1 {
			se = stat.StdDev(values, nil) / math.Sqrt(float64(len(values)))
		}
		s.Y, s.SE = append(s.Y, meanOf(values)), append(s.SE, se)
	}
	return s, failed
}
