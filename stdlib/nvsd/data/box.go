package data

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

const (
	mostBoxes  = 30
	leastInBox = 5 // from so many on a level has a box
)

// Box shows a column of numbers or dates for each level of another one, as box plots of Tukey
// (1977): a box between the quartiles with the median, and whiskers to the furthest numbers that are
// at most 1.5 times the distance of the quartiles away from them. Numbers beyond are drawn by
// themselves. The quartiles are those that Report shows. A level with fewer than five numbers has
// no box, but all of its numbers.
//
//	d.Box("body_mass_g", "species")
//
// The levels are those of a categorical or boolean column, or at most 30 different numbers or dates.
// Rows with a missing cell are left out, and a note counts them. Of more than 30 levels those with
// the most rows are shown. It is an error if there is no such column, if one is of another kind, and
// if no row is complete.
func (f *Frame) Box(y, level string) (report.Report, error) {
	at, err := f.indices("Box", []string{y, level})
	if err != nil {
		return nil, err
	}
	if err := f.measure("Box", at[0]); err != nil {
		return nil, err
	}
	rows, note, err := f.complete("Box", at...)
	if err != nil {
		return nil, err
	}
	cells := f.columns[at[0]].rows(rows)
	levels, ok := f.columns[at[1]].rows(rows).levelled(mostBoxes)
	if !ok {
		return nil, fmt.Errorf("data: Box: the column %q has more than %d different values: name one of levels, or see how the two go together by Plot(%[1]q, %[3]q)", level, mostBoxes, y)
	}
	groups := make([][]float64, len(levels.levels))
	for i, v := range levels.values {
		groups[int(v)] = append(groups[int(v)], cells.values[i])
	}
	shown := slices.DeleteFunc(lists.UpTo(len(groups)), func(k int) bool { return len(groups[k]) == 0 })
	if more := len(shown) - mostBoxes; more > 0 {
		slices.SortStableFunc(shown, func(a, b int) int { return cmp.Compare(len(groups[b]), len(groups[a])) })
		shown = slices.Sorted(slices.Values(shown[:mostBoxes]))
		note = sentences(fmt.Sprintf("The %d levels with the most rows are shown, of %d.", mostBoxes, mostBoxes+more), note)
	}
	chart := report.Boxes{Title: fmt.Sprintf("%s by %s", y, level), Axis: y, Dates: cells.kind == Date, Points: points, Note: note}
	for _, k := range shown {
		chart.Boxes = append(chart.Boxes, boxOf(levels.levels[k], groups[k]))
	}
	return report.Report{cells.boxTable(level, chart.Boxes), chart}, nil
}

// boxOf returns the box of numbers, which it sorts.
func boxOf(name string, v []float64) report.Box {
	slices.Sort(v)
	b := report.Box{Name: name, Count: len(v), Q1: lists.Quantile(v, 0.25), Median: lists.Quantile(v, 0.5), Q3: lists.Quantile(v, 0.75)}
	if len(v) < leastInBox {
		b.Low, b.High, b.Few = v[0], v[len(v)-1], v
		return b
	}
	reach := 1.5 * (b.Q3 - b.Q1)
	b.Low, b.High = b.Q1, b.Q3
	for _, x := range v {
		switch {
		case x < b.Q1-reach || x > b.Q3+reach:
			b.Far = append(b.Far, x)
		default:
			b.Low, b.High = min(b.Low, x), max(b.High, x)
		}
	}
	return b
}

// boxTable returns the numbers of boxes, for forms without a chart.
func (c column) boxTable(level string, boxes []report.Box) report.Table {
	t := report.Table{}
	for _, name := range []string{level, "count", "whisker", "25 %", "median", "75 %", "whisker", "beyond"} {
		t.Columns = append(t.Columns, report.Column{Name: name, Charted: true})
	}
	for _, b := range boxes {
		marks := c
		marks.values = []float64{b.Low, b.Q1, b.Median, b.Q3, b.High}
		marks = marks.written()
		row := []any{b.Name, b.Count}
		for i := range marks.values {
			row = append(row, marks.cell(i))
		}
		t.Rows = append(t.Rows, append(row, len(b.Far)))
	}
	return t
}
