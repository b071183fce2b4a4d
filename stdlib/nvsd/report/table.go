package report

import (
	"fmt"
	"strings"
)

// A Table is named columns of values, with facts, notes and warnings beside them.
type Table struct {
	Title    string
	Columns  []Column
	Rows     [][]any  // each as long as Columns; see Column for the types of cells
	Notes    []string // below the rows, a sentence each
	Facts    []Fact   // below the notes: how the numbers were found, and how good they are
	Warnings []string // at the end: what to know before the numbers are believed
}

// A Column describes the cells below one name: their unit, their digits and their place. A
// cell is a string, an integer, a float64, a [Standing], a [Percent], a [Ratio], a [Mark] or a [Gap]; nil
// is an empty cell, and any other value stands for what fmt prints. A column that holds only
// numbers, gaps and empty cells is set flush right, and so is one that says Right.
//
// The zero value of a field is the default named there.
type Column struct {
	Name string
	Unit string // of the numbers, shown in parentheses behind the name; "" where they have none

	// Digits is the number of significant digits of floats: 4.
	Digits int
	// Decimals is the most decimals that a float is rounded to: as many as Digits asks for.
	Decimals int
	// Spread writes each float on its own, since they differ by orders of magnitude as the
	// weights along a path do, even where the other columns share the number of decimals.
	Spread bool

	// Right sets the column flush right as one of numbers, although some of its cells are
	// texts, such as "NA" where a number is missing.
	Right bool

	// Charted marks a column that the chart of the report shows too, so that a form that draws
	// the chart leaves the column out.
	Charted bool
}

// Heading returns the name of the column with its unit, on one line.
func (c Column) Heading() string {
	name := c.Name
	if c.Unit != "" {
		name += " (" + c.Unit + ")"
	}
	return strings.Join(strings.Fields(name), " ")
}

// Columns returns columns of these names, and otherwise of the defaults.
func Columns(names ...string) []Column {
	columns := make([]Column, len(names))
	for j, name := range names {
		columns[j].Name = name
	}
	return columns
}

// A Fact is a line of an account: "penalty", "Lasso, tau 0.1".
type Fact struct{ Name, Text string }

// MaxRows is the largest number of rows of a table that is shown whole.
const MaxRows = 30

// AddFirst adds a row for each of the first MaxRows of the items, and a note that counts
// the others: "and 12 more inputs". noun is what one item is called. With in, which may be
// nil, the note says as well how many of the others are in: "and 12 more inputs, 3 of them
// selected".
func (t *Table) AddFirst(items []int, noun string, in []bool, row func(item int) []any) {
	for _, item := range items[:min(MaxRows, len(items))] {
		t.Rows = append(t.Rows, row(item))
	}
	more := len(items) - len(t.Rows)
	if more <= 0 {
		return
	}
	if more > 1 {
		noun += "s"
	}
	note := fmt.Sprintf("and %d more %s", more, noun)
	if in != nil {
		selected := 0
		for _, item := range items[len(t.Rows):] {
			if in[item] {
				selected++
			}
		}
		note += fmt.Sprintf(", %d of them selected", selected)
	}
	t.Notes = append(t.Notes, note)
}

// Evenly returns at most so many of the indices below n, evenly spread, the first
// and the last among them.
func Evenly(n, most int) []int {
	shown := make([]int, min(n, most))
	for k := range shown {
		shown[k] = k * (n - 1) / max(1, len(shown)-1)
	}
	return shown
}

// Ends returns the indices below n if there are at most so many, and otherwise half of most
// from either end, with -1 between them.
func Ends(n, most int) []int {
	var shown []int
	for i := range n {
		switch {
		case n <= most || i < most/2 || i >= n-most/2:
			shown = append(shown, i)
		case i == most/2:
			shown = append(shown, -1)
		}
	}
	return shown
}

// AddEvenly adds a row for at most so many of the indices below n, as [Evenly] chooses
// them, and a note that counts them: "12 of the 50 fits are listed". noun is what one of
// the n is called.
func (t *Table) AddEvenly(n, most int, noun string, row func(i int) []any) {
	for _, i := range Evenly(n, most) {
		t.Rows = append(t.Rows, row(i))
	}
	if n > most {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d %ss are listed", most, n, noun))
	}
}
