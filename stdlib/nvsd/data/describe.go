package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Summary describes the columns of a Frame.
type Summary struct {
	Source     string
	N, D       int
	Columns    []ColumnSummary   // of X, then the target, if there is one
	Categories []CategorySummary // the categorical columns but keys
	Dates      []DateSummary     // the columns of dates
	Warnings   []string          // as Frame.Warnings

	inputs int // as people count them, which D columns have
}

// A ColumnSummary describes the numbers of one column.
type ColumnSummary struct {
	Name     string
	IsTarget bool
	Count    int // number of values that are not missing
	Missing  int // number of cells that are
	Mean     float64
	SD       float64 // sample standard deviation, divisor n-1; 0 for one value
	Min, Max float64
	Distinct int // how many different values

	level bool // it is one of a categorical column's
}

// A CategorySummary describes a categorical column.
type CategorySummary struct {
	Name    string
	Levels  []string
	Counts  []int // of the rows with each level
	Missing int
}

// A DateSummary describes a column of dates. Without any, First and Last are the zero time.
type DateSummary struct {
	Name        string
	First, Last time.Time
	Missing     int

	column column
}

// Describe summarises each column. Missing cells are counted, and left out of the rest.
func (f *Frame) Describe() Summary {
	s := Summary{Source: f.source, N: f.N(), D: f.D(), inputs: len(f.Groups()), Warnings: f.Warnings()}
	for a, name := range f.names {
		c := summarise(name, f.cells(f.inputs[a]))
		c.level = f.inputs[a].level != asNumber
		s.Columns = append(s.Columns, c)
	}
	if f.y != nil {
		target := summarise(f.target, f.Y())
		target.IsTarget = true
		s.Columns = append(s.Columns, target)
	}
	for _, c := range f.columns {
		missing, _ := c.missing()
		switch {
		case c.kind == Categorical && f.roles.of(c.name) != "key":
			counts := make([]int, len(c.levels))
			for _, v := range c.values {
				if !math.IsNaN(v) {
					counts[int(v)]++
				}
			}
			s.Categories = append(s.Categories, CategorySummary{c.name, slices.Clone(c.levels), counts, missing})
		case c.kind == Date:
			d := DateSummary{Name: c.name, Missing: missing, column: c.written()}
			if known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN); len(known) > 0 {
				d.column.values = []float64{slices.Min(known), slices.Max(known)}
				d.First, d.Last = moment(d.column.values[0]), moment(d.column.values[1])
			}
			s.Dates = append(s.Dates, d)
		}
	}
	return s
}

// summarise may reorder v.
func summarise(name string, v []float64) ColumnSummary {
	c := ColumnSummary{Name: name, Missing: len(v)}
	v = slices.DeleteFunc(v, math.IsNaN)
	c.Count = len(v)
	c.Missing -= c.Count
	if c.Count == 0 {
		c.Mean, c.SD, c.Min, c.Max = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		return c
	}
	c.Mean, c.Min, c.Max = stat.Mean(v, nil), floats.Min(v), floats.Max(v)
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

// Report returns the summary as tables: of the numbers, a column of the Frame in each row, and,
// if there are such columns, of the levels and of the dates.
func (s Summary) Report() report.Report {
	number := func(name string) report.Column { return report.Column{Name: name, Spread: true} }
	t := report.Table{
		Title:    size(s.Source, s.N, s.inputs, s.D),
		Columns:  []report.Column{{Name: "column"}, {Name: "count"}, number("mean"), number("sd"), number("min"), number("max"), {Name: "distinct"}},
		Warnings: s.Warnings,
	}
	missing := slices.ContainsFunc(s.Columns, func(c ColumnSummary) bool { return c.Missing > 0 && !c.level })
	if missing {
		t.Columns = append(t.Columns, report.Column{Name: "missing"})
	}
	for _, c := range s.Columns {
		if c.level {
			continue
		}
		name := c.Name
		if c.IsTarget {
			name += targetMark
		}
		row := []any{name, c.Count, c.Mean, c.SD, c.Min, c.Max, c.Distinct}
		if missing {
			row = append(row, c.Missing)
		}
		t.Rows = append(t.Rows, row)
	}
	all := report.Report{t}
	if len(s.Categories) > 0 {
		all = append(all, s.levels())
	}
	if len(s.Dates) > 0 {
		dates := report.Table{Title: "Dates", Columns: report.Columns("column", "first", "last", "missing")}
		for _, d := range s.Dates {
			first, last := "", ""
			if !d.First.IsZero() {
				first, last = d.column.text(0), d.column.text(1)
			}
			dates.Rows = append(dates.Rows, []any{d.Name, first, last, d.Missing})
		}
		all = append(all, dates)
	}
	return all
}

// levels returns the table of the levels with their counts, the first ones of many.
func (s Summary) levels() report.Table {
	const most = 12
	t := report.Table{Title: "Levels", Columns: report.Columns("column", "level", "count")}
	for _, c := range s.Categories {
		for k, level := range c.Levels[:min(len(c.Levels), most)] {
			t.Rows = append(t.Rows, []any{c.Name, level, c.Counts[k]})
		}
		if more := len(c.Levels) - most; more > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s has %s", c.Name, report.Plural(more, "more level")))
		}
		if c.Missing > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s is missing in %s", c.Name, report.Plural(c.Missing, "row")))
		}
	}
	return t
}

// String is the table of the Report as plain text.
func (s Summary) String() string { return s.Report().String() }

// targetMark follows the name of the target in tables.
const targetMark = " (target)"

// size returns the source and the size of the data, in a phrase. A categorical input is one, and
// of inputs that have d columns, if these are more, the phrase says so.
func size(source string, n, inputs, d int) string {
	text := fmt.Sprintf("%s of %s", report.Plural(n, "observation"), report.Plural(inputs, "input"))
	if inputs != d {
		text += ", " + report.Plural(d, "column")
	}
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
		if len(f.roles.Targets) > 0 {
			target = "targets " + strings.Join(f.Targets(), ", ")
		}
	}
	return fmt.Sprintf("%s (%s), %s", size(f.source, f.N(), len(f.Groups()), f.D()), strings.Join(f.names, ", "), target)
}
