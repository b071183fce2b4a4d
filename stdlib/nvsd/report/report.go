// Package report holds the content of results as data: tables of values and charts.
//
// A result has one method Report, which returns its [Report]. What a report looks
// like is decided elsewhere: [Report.String], [Report.Markdown] and [Report.LaTeX] write
// its tables as text, [Table.CSV] writes one for other programs, package display makes
// them HTML, and package viz draws the charts. A table holds values and not formatted
// strings, so that each form can do its best.
package report

import "strings"

// A Report is a list of the tables and charts of a result, in the order in which they are
// shown.
type Report []Part

// A Part is a [Table] or a chart: [Bars], [Lines], [Errors], [Intervals], [Points],
// [Curves], [Scatter], [Surface], [Dependences], [Convergence], [HeatMap], [Multiples],
// [Histogram], [Boxes], [Pairs] or [GroupedBars].
type Part interface{ part() }

func (Table) part()       {}
func (Bars) part()        {}
func (Lines) part()       {}
func (Errors) part()      {}
func (Intervals) part()   {}
func (Points) part()      {}
func (Curves) part()      {}
func (Scatter) part()     {}
func (Surface) part()     {}
func (Dependences) part() {}
func (Convergence) part() {}
func (HeatMap) part()     {}
func (Multiples) part()   {}
func (Histogram) part()   {}
func (Boxes) part()       {}
func (Pairs) part()       {}
func (GroupedBars) part() {}

// Tables returns the tables of the report.
func (r Report) Tables() []Table {
	var tables []Table
	for _, part := range r {
		if t, ok := part.(Table); ok {
			tables = append(tables, t)
		}
	}
	return tables
}

// Charts returns the charts of the report.
func (r Report) Charts() Report {
	var charts Report
	for _, part := range r {
		if _, ok := part.(Table); !ok {
			charts = append(charts, part)
		}
	}
	return charts
}

// String returns the tables as plain text, with an empty line between two of them.
func (r Report) String() string { return r.join(Table.String, "\n") }

// join returns the tables in a form, with a separator between two of them.
func (r Report) join(form func(Table) string, separator string) string {
	var texts []string
	for _, t := range r.Tables() {
		texts = append(texts, form(t))
	}
	return strings.Join(texts, separator)
}
