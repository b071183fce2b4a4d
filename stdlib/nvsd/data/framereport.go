package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// What of a Frame is shown: the first rows, and half of so many columns from either end.
const (
	headRows       = 6
	headColumns    = 14
	profileColumns = 30
)

// Report returns the head of the Frame as a table, and a second table with the type and the
// quartiles of each column. Of a wide Frame they have the first and the last columns. The time
// that it takes grows with the number of rows, by one pass over the columns that are shown.
func (f *Frame) Report() report.Report { return report.Report{f.head(), f.profile()} }

func (f *Frame) head() report.Table {
	t := report.Table{Title: size(f.source, f.N(), f.D())}
	shown := report.Ends(f.D(), headColumns)
	for _, a := range shown {
		c := report.Column{}
		if a >= 0 {
			c.Name = f.names[a]
		}
		t.Columns = append(t.Columns, c)
	}
	if f.target != "" {
		t.Columns = append(t.Columns, report.Column{Name: f.target + targetMark})
	}
	for i := range min(headRows, f.N()) {
		var row []any
		for _, a := range shown {
			if a >= 0 {
				row = append(row, f.x.At(i, a))
			} else {
				row = append(row, report.Across)
			}
		}
		if f.target != "" {
			row = append(row, f.y[i])
		}
		t.Rows = append(t.Rows, row)
	}
	if rows := f.N() - headRows; rows > 0 {
		t.Notes = append(t.Notes, "and "+plural(rows, "more row"))
	}
	if more := f.D() - headColumns; more > 0 {
		t.Notes = append(t.Notes, "and "+plural(more, "more input"))
	}
	return t
}

// profile returns the table of types and quartiles.
func (f *Frame) profile() report.Table {
	number := func(name string) report.Column { return report.Column{Name: name, Spread: true} }
	t := report.Table{
		Title:   "Columns",
		Columns: []report.Column{{Name: "column"}, {Name: "type"}, number("min"), number("25 %"), number("median"), number("75 %"), number("max")},
		Notes:   []string{"no value is missing"},
	}
	if f.N() > quartileRows {
		t.Notes = append(t.Notes, fmt.Sprintf("the quartiles are those of %d rows, evenly spread", quartileRows))
	}
	shown := report.Ends(f.D(), profileColumns)
	spans := f.spans(shown)
	for k, a := range shown {
		if a < 0 {
			t.Rows = append(t.Rows, slices.Repeat([]any{report.Down}, len(t.Columns)))
			continue
		}
		t.Rows = append(t.Rows, f.described(f.names[a], f.levelOf(a), spans[k], func(i int) float64 { return f.x.At(i, a) }))
	}
	if f.target != "" {
		kind, all := "", newSpan()
		if f.classes != nil {
			kind = fmt.Sprintf("-1 for %q, +1 for %q", f.classes.negative, f.classes.positive)
		}
		for _, v := range f.y {
			all.add(v)
		}
		t.Rows = append(t.Rows, f.described(f.target+targetMark, kind, all, func(i int) float64 { return f.y[i] }))
	}
	return t
}

// A span is what all values of a column tell.
type span struct {
	low, high float64
	whole     bool
}

func newSpan() span { return span{math.Inf(1), math.Inf(-1), true} }

func (s *span) add(v float64) {
	s.low, s.high, s.whole = min(s.low, v), max(s.high, v), s.whole && v == math.Trunc(v)
}

// spans returns the spans of the given columns, of which -1 stands for none. It goes through
// the rows once, in the order in which they lie in memory.
func (f *Frame) spans(columns []int) []span {
	spans := slices.Repeat([]span{newSpan()}, len(columns))
	for i := range f.N() {
		row := f.x.RawRowView(i)
		for k, a := range columns {
			if a >= 0 {
				spans[k].add(row[a])
			}
		}
	}
	return spans
}

// levelOf returns what column a says of a category, "" if it belongs to none.
func (f *Frame) levelOf(a int) string {
	for _, c := range f.categories {
		if slices.Contains(c.Columns, a) {
			return fmt.Sprintf("level of %s", c.Name)
		}
	}
	return ""
}

// quartileRows is of how many rows the quartiles are taken.
const quartileRows = 5000

// described returns the row of a column. kind is its type if that is known.
func (f *Frame) described(name, kind string, all span, value func(i int) float64) []any {
	sample := make([]float64, 0, quartileRows)
	for _, i := range report.Evenly(f.N(), quartileRows) {
		sample = append(sample, value(i))
	}
	slices.Sort(sample)
	switch {
	case kind != "":
	case all.whole && all.low >= 0 && all.high <= 1:
		kind = "0 or 1"
	case all.whole:
		kind = "whole number"
	default:
		kind = "number"
	}
	return []any{name, kind, all.low, quantile(sample, 0.25), quantile(sample, 0.5), quantile(sample, 0.75), all.high}
}

// quantile returns the p-quantile of sorted values, linear between two of them.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	lo := int(at)
	hi := min(lo+1, len(sorted)-1)
	return sorted[lo] + (at-float64(lo))*(sorted[hi]-sorted[lo])
}
