package data

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Summary describes the columns of a Frame.
type Summary struct {
	Source   string
	N, D     int
	Columns  []ColumnSummary // the inputs, then the target, if there is one
	Warnings []string        // as Frame.Warnings
}

// A ColumnSummary describes one column.
type ColumnSummary struct {
	Name     string
	IsTarget bool
	Count    int // number of values; none is ever missing
	Mean     float64
	SD       float64 // sample standard deviation, divisor n-1; 0 for one value
	Min, Max float64
	Distinct int // how many different values
}

// Describe summarises each column.
func (f *Frame) Describe() Summary {
	s := Summary{Source: f.source, N: f.N(), D: f.D(), Warnings: f.Warnings()}
	for a, name := range f.names {
		s.Columns = append(s.Columns, summarise(name, mat.Col(nil, a, f.x)))
	}
	if f.target != "" {
		target := summarise(f.target, f.Y())
		target.IsTarget = true
		s.Columns = append(s.Columns, target)
	}
	return s
}

// summarise may reorder v.
func summarise(name string, v []float64) ColumnSummary {
	c := ColumnSummary{Name: name, Count: len(v), Mean: stat.Mean(v, nil), Min: floats.Min(v), Max: floats.Max(v)}
	if len(v) > 1 {
		c.SD = stat.StdDev(v, nil)
	}
	slices.Sort(v)
	c.Distinct = len(slices.Compact(v))
	if c.Distinct == 1 {
		c.Mean, c.SD = c.Min, 0 // without what rounding leaves
	}
	return c
}

// Report returns the summary as a table, a column of the Frame in each row.
func (s Summary) Report() report.Report {
	number := func(name string) report.Column { return report.Column{Name: name, Spread: true} }
	t := report.Table{
		Title:    size(s.Source, s.N, s.D),
		Columns:  []report.Column{{Name: "column"}, {Name: "count"}, number("mean"), number("sd"), number("min"), number("max"), {Name: "distinct"}},
		Warnings: s.Warnings,
	}
	for _, c := range s.Columns {
		name := c.Name
		if c.IsTarget {
			name += targetMark
		}
		t.Rows = append(t.Rows, []any{name, c.Count, c.Mean, c.SD, c.Min, c.Max, c.Distinct})
	}
	return report.Report{t}
}

// String is the table of the Report as plain text.
func (s Summary) String() string { return s.Report().String() }

// targetMark follows the name of the target in tables.
const targetMark = " (target)"

// size returns the source and the size of the data, in a phrase.
func size(source string, n, d int) string {
	text := fmt.Sprintf("%s of %s", plural(n, "observation"), plural(d, "input"))
	if source != "" {
		text = source + ": " + text
	}
	return text
}

// String returns the size and the names of the Frame.
func (f *Frame) String() string {
	target := "no target"
	if f.target != "" {
		target = "target " + f.target
	}
	return fmt.Sprintf("%s (%s), %s", size(f.source, f.N(), f.D()), strings.Join(f.names, ", "), target)
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
