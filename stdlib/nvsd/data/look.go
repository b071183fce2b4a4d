package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// What the charts of a Frame have in common: which columns they can show, and which rows.

// measures returns the indices of the named columns, which are of numbers or dates.
func (f *Frame) measures(verb string, names ...string) ([]int, error) {
	at, err := f.indices(verb, names)
	if err != nil {
		return nil, err
	}
	for _, j := range at {
		if err := f.measure(verb, j); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// measure refuses a column that has no place along an axis.
func (f *Frame) measure(verb string, j int) error {
	c := f.columns[j]
	if c.kind == Categorical {
		return fmt.Errorf("data: %s: the column %q is categorical, and a number is needed: name one of numbers or dates; Hist(%[2]q) counts its levels, Box(y, %[2]q) compares a number between them, and Plot(x, y, data.By(%[2]q)) tells them apart", verb, c.name)
	}
	const largest = 1e300
	for i, v := range c.values {
		if math.Abs(v) > largest {
			return fmt.Errorf("data: %s: row %d of %q is %v: a number above %g in size cannot be drawn", verb, i+1, c.name, v, float64(largest))
		}
	}
	return nil
}

// complete returns the rows in which no cell of the columns is missing, and a sentence that counts
// the others, "" if there are none. It is an error if no row is left.
func (f *Frame) complete(verb string, columns ...int) (rows []int, note string, err error) {
	columns = slices.Compact(slices.Sorted(slices.Values(columns)))
	for i := range f.n {
		if !slices.ContainsFunc(columns, func(j int) bool { return math.IsNaN(f.columns[j].values[i]) }) {
			rows = append(rows, i)
		}
	}
	where := f.missingIn(columns)
	switch left := f.n - len(rows); {
	case len(rows) == 0:
		return nil, "", fmt.Errorf("data: %s: every row lacks a value: of %s, %s", verb, report.Plural(f.n, "row"), where)
	case left == 1:
		note = "1 row is left out: " + where + "."
	case left > 1:
		note = fmt.Sprintf("%d rows are left out: %s.", left, where)
	}
	return rows, note, nil
}

// missingIn returns a sentence with the number of rows in which each of the columns is
// missing, "" if none is.
func (f *Frame) missingIn(columns []int) string {
	var where []string
	for _, j := range columns {
		if count, _ := f.columns[j].missing(); count > 0 {
			where = append(where, fmt.Sprintf("%s is missing in %d", f.columns[j].name, count))
		}
	}
	return strings.Join(where, ", ")
}

// levelled returns a column whose cells are levels: itself, or one of its different values as texts
// if they are at most so many. It is false for more of them.
func (c column) levelled(most int) (column, bool) {
	switch c.kind {
	case Categorical:
		return c, true
	case Boolean:
		c.levels = c.words()
		return c, true
	}
	place := make(map[float64]int)
	var values []float64
	for _, v := range c.values {
		if _, known := place[v]; known || math.IsNaN(v) {
			continue
		}
		if len(values) == most {
			return c, false
		}
		place[v] = -1
		values = append(values, v)
	}
	slices.Sort(values)
	distinct := c
	distinct.values = values
	distinct = distinct.written()
	l := column{name: c.name, kind: Categorical, values: make([]float64, len(c.values))}
	for k, v := range values {
		place[v] = k
		l.levels = append(l.levels, distinct.text(k))
	}
	for i, v := range c.values {
		l.values[i] = v
		if !math.IsNaN(v) {
			l.values[i] = float64(place[v])
		}
	}
	return l, true
}

// sentences joins the notes that are not empty.
func sentences(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), " ")
}

// points is the word for the rows of a Frame in charts.
const points = "observations"
