package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// String returns the table as plain text that ends with a line end: the title, the
// columns two spaces apart, the notes, the facts and the warnings, a line each. Numbers
// keep all of their digits, with their points below each other.
func (t Table) String() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintln(&b, t.Title)
	}
	if len(t.Columns) > 0 {
		t.writeRows(&b)
	}
	for _, note := range t.Notes {
		fmt.Fprintln(&b, note)
	}
	for _, f := range t.Facts {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Text)
	}
	for _, w := range t.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}

func (t Table) writeRows(b *strings.Builder) {
	lines := make([]strings.Builder, 1+len(t.Rows))
	for j := range t.Columns {
		for i, cell := range t.textColumn(j) {
			lines[i].WriteString(cell)
			lines[i].WriteString("  ")
		}
	}
	for i := range lines {
		fmt.Fprintln(b, strings.TrimRight(lines[i].String(), " "))
	}
}

// textColumn returns the heading of column j and its cells, all of one width.
func (t Table) textColumn(j int) []string {
	cells := t.column(j)
	lines := []string{t.Columns[j].Heading()}
	for _, cell := range cells {
		lines = append(lines, t.Columns[j].alone(cell))
	}
	right := t.Numeric(j)
	if right {
		alignPoints(lines[1:], cells)
	}
	width := 0
	for _, s := range lines {
		width = max(width, utf8.RuneCountInString(s))
	}
	for i, s := range lines {
		fill := strings.Repeat(" ", width-utf8.RuneCountInString(s))
		if right {
			lines[i] = fill + s
		} else {
			lines[i] = s + fill
		}
	}
	return lines
}

// alignPoints fills up the numbers among cells, which lines has as texts, at their right, so
// that set flush right their points stand below each other.
func alignPoints(lines []string, cells []any) {
	behind := func(s string) int { // the characters from the point or the exponent on
		if i := strings.IndexAny(s, ".e"); i >= 0 {
			return len(s) - i
		}
		return 0
	}
	most := 0
	for i, s := range lines {
		if numeric(cells[i]) {
			most = max(most, behind(s))
		}
	}
	for i, s := range lines {
		if numeric(cells[i]) {
			lines[i] = s + strings.Repeat(" ", most-behind(s))
		}
	}
}
