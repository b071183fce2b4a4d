package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The part of a Frame that is shown: the first rows, and half of so many columns from
// either end.
const (
	headRows       = 6
	headColumns    = 14
	profileColumns = 30
)

// Report returns the head of the Frame as a table, and a second table with the type and the
// quartiles of each column. A Frame without a target whose rows are all shown, such as the means
// of a few groups, has the first table alone. Of a wide Frame they have the first and the last
// columns. The time that it takes grows with the number of rows, by one pass over the columns
// that are shown.
func (f *Frame) Report() report.Report {
	if f.y == nil && f.n <= headRows && len(f.columns) <= headColumns {
		return report.Report{f.head()}
	}
	return report.Report{f.head(), f.profile()}
}

// listed returns the indices of the columns in the order in which they are shown: the keys,
// the inputs, the others, and the target, which last is among or not.
func (f *Frame) listed() (columns []int, target bool) {
	var keys, others []int
	inputs := slices.DeleteFunc(f.used(), func(j int) bool { return f.isTarget(f.columns[j].name) })
	isInput := make([]bool, len(f.columns))
	for _, j := range inputs {
		isInput[j] = true
	}
	for j, c := range f.columns {
		switch {
		case c.name == f.target || isInput[j]:
		case f.roles.of(c.name) == "key":
			keys = append(keys, j)
		default:
			others = append(others, j)
		}
	}
	return slices.Concat(keys, inputs, others), f.y != nil
}

// title returns the name of a column with its role, if it is no input.
func (f *Frame) title(j int) string {
	c := f.columns[j]
	isInput := slices.ContainsFunc(f.inputs, func(t term) bool { return t.column == j })
	switch role := f.roles.of(c.name); {
	case f.isTarget(c.name):
		return c.name + targetMark
	case role != "":
		return fmt.Sprintf("%s (%s)", c.name, role)
	case !isInput:
		return c.name + " (no input)"
	}
	return c.name
}

// cell returns the content of a cell for a table.
func (c column) cell(i int) any {
	switch v := c.values[i]; {
	case math.IsNaN(v):
		return "NA"
	case c.kind == Numeric || c.kind == Integer:
		return v
	}
	return c.text(i)
}

func (f *Frame) head() report.Table {
	t := report.Table{Title: size(f.source, f.N(), len(f.Groups()), f.D())}
	columns, target := f.listed()
	shown := report.Ends(len(columns), headColumns)
	for k, at := range shown {
		shown[k] = -1
		if at >= 0 {
			shown[k] = columns[at]
		}
	}
	if target {
		shown = append(shown, f.find(f.target))
	}
	for _, j := range shown {
		c := report.Column{}
		if j >= 0 {
			c.Name, c.Right = f.title(j), f.columns[j].kind <= Integer && !(f.ManyClasses() && f.columns[j].name == f.target)
		}
		t.Columns = append(t.Columns, c)
	}
	rows := min(headRows, f.N())
	cells := make(map[int]column) // the first ones of each column that is shown
	for _, j := range shown {
		if j >= 0 {
			cells[j] = f.columns[j].rows(lists.UpTo(rows)).written()
			if f.ManyClasses() && f.columns[j].name == f.target {
				cells[j] = f.classes.labels(cells[j])
			}
		}
	}
	for i := range rows {
		var row []any
		for _, j := range shown {
			if j >= 0 {
				row = append(row, cells[j].cell(i))
			} else {
				row = append(row, report.Across)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if rows := f.N() - headRows; rows > 0 {
		t.Notes = append(t.Notes, "and "+report.Plural(rows, "more row"))
	}
	if more := len(columns) - headColumns; more > 0 {
		noun := "more input"
		if len(columns) > len(f.inputs) {
			noun = "more column"
		}
		t.Notes = append(t.Notes, "and "+report.Plural(more, noun))
	}
	return t
}

// profile returns the table of types and quartiles.
func (f *Frame) profile() report.Table {
	number := func(name string) report.Column { return report.Column{Name: name, Spread: true, Right: true} }
	t := report.Table{
		Title:   "Columns",
		Columns: []report.Column{{Name: "column"}, {Name: "type"}, number("min"), number("25 %"), number("median"), number("75 %"), number("max")},
	}
	columns, target := f.listed()
	shown := report.Ends(len(columns), profileColumns)
	if target {
		columns = append(columns, f.find(f.target))
		shown = append(shown, len(columns)-1)
	}
	quartiles := false
	for _, at := range shown {
		if at < 0 {
			t.Rows = append(t.Rows, slices.Repeat([]any{report.Down}, len(t.Columns)))
			continue
		}
		j := columns[at]
		t.Rows = append(t.Rows, append([]any{f.title(j)}, f.described(f.columns[j])...))
		quartiles = quartiles || f.columns[j].kind <= Boolean
	}
	t.Notes = []string{f.missingNote()}
	if quartiles && f.N() > quartileRows {
		t.Notes = append(t.Notes, fmt.Sprintf("the quartiles are those of %d rows, evenly spread", quartileRows))
	}
	return t
}

// missingNote returns a sentence with the number and the columns of the missing cells.
func (f *Frame) missingNote() string {
	var where []string
	sum := 0
	for _, c := range f.columns {
		if count, _ := c.missing(); count > 0 {
			sum += count
			how := ""
			if c.fill != "" && c.fill != Missing {
				how = fmt.Sprintf(", filled in by the %s", c.fill)
			}
			where = append(where, fmt.Sprintf("%d of %s%s", count, c.name, how))
		}
	}
	const most = 6
	if len(where) > most {
		where = append(where[:most], "and others")
	}
	switch sum {
	case 0:
		return "no value is missing"
	case 1:
		return "1 value is missing: " + where[0]
	}
	return fmt.Sprintf("%d values are missing: %s", sum, strings.Join(where, "; "))
}

// quartileRows is the largest number of rows from which quartiles are computed.
const quartileRows = 5000

// described returns the type of a column, and its quartiles.
func (f *Frame) described(c column) []any {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, v := range c.values {
		if !math.IsNaN(v) {
			low, high, whole = min(low, v), max(high, v), whole && v == math.Trunc(v)
		}
	}
	if low > high {
		return []any{fmt.Sprintf("%v, all missing", c.kind), nil, nil, nil, nil, nil}
	}
	kind := "number"
	switch {
	case c.kind == Categorical:
		return []any{c.levelsNote(report.Plural(len(c.levels), "level")), nil, nil, nil, nil, nil}
	case c.kind == Date:
		w := column{kind: Date, values: []float64{low, high}, layout: c.layout}.written()
		return []any{"date", w.text(0), nil, nil, nil, w.text(1)}
	case c.name == f.target && f.ManyClasses():
		c = f.classes.labels(c)
		return []any{c.levelsNote(fmt.Sprintf("%d classes", len(c.levels))), nil, nil, nil, nil, nil}
	case c.name == f.target && f.classes != nil:
		kind = f.classes.String()
	case c.kind == Boolean && c.levels != nil:
		kind = fmt.Sprintf("boolean: %s or %s", c.levels[0], c.levels[1])
	case c.kind == Boolean:
		kind = "boolean"
	case whole && low >= 0 && high <= 1:
		kind = "0 or 1"
	case whole:
		kind = "whole number"
	}
	sample := make([]float64, 0, quartileRows)
	for _, i := range report.Evenly(f.N(), quartileRows) {
		if v := c.values[i]; !math.IsNaN(v) {
			sample = append(sample, v)
		}
	}
	if len(sample) == 0 {
		return []any{kind, low, nil, nil, nil, high}
	}
	slices.Sort(sample)
	return []any{kind, low, lists.Quantile(sample, 0.25), lists.Quantile(sample, 0.5), lists.Quantile(sample, 0.75), high}
}

// levelsNote names the levels behind their number, the first of them if there are many or their names are long.
func (c column) levelsNote(number string) string {
	const most, widest = 4, 60
	names := ""
	for k, level := range c.levels {
		if k > 0 {
			names += ", "
		}
		if names != "" && (k == most || utf8.RuneCountInString(names+level) > widest) {
			names += "…"
			break
		}
		names += level
	}
	return number + ": " + names
}
