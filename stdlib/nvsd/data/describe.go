package data

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
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
	Count    int // of values; none is ever missing
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
		c.Mean, c.SD = c.Min, 0 // not what rounding leaves of it
	}
	return c
}

// String is the summary as a table in plain text.
func (s Summary) String() string {
	var b strings.Builder
	if s.Source != "" {
		fmt.Fprintf(&b, "%s: ", s.Source)
	}
	fmt.Fprintf(&b, "%s of %s\n", plural(s.N, "observation"), plural(s.D, "input"))
	labels, width := make([]string, len(s.Columns)), len("column")
	for j, c := range s.Columns {
		labels[j] = c.Name
		if c.IsTarget {
			labels[j] += " (target)"
		}
		width = max(width, utf8.RuneCountInString(labels[j]))
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%-*s\tcount\tmean\tsd\tmin\tmax\tdistinct\t\n", width, "column")
	for j, c := range s.Columns {
		fmt.Fprintf(w, "%-*s\t%d\t%.5g\t%.5g\t%.5g\t%.5g\t%d\t\n", width, labels[j], c.Count, c.Mean, c.SD, c.Min, c.Max, c.Distinct)
	}
	w.Flush()
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}

// String is the Frame's size and names.
func (f *Frame) String() string {
	from := ""
	if f.source != "" {
		from = f.source + ": "
	}
	target := "no target"
	if f.target != "" {
		target = "target " + f.target
	}
	return fmt.Sprintf("%s%s of %s (%s), %s", from,
		plural(f.N(), "observation"), plural(f.D(), "input"), strings.Join(f.names, ", "), target)
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
