package display

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// A Table is shown as text and as HTML. Columns of numbers are set flush
// right; floats have four significant digits and, within a column, their
// points below each other where that is possible. A nil cell is empty.
type Table struct {
	Caption string
	Columns []string // the names of the columns
	Rows    [][]any  // each as long as Columns
	Notes   []string // below the table
}

// MIMEBundle renders the table as text/html and text/plain. It is an error
// when a row is not as long as Columns.
func (t Table) MIMEBundle() (map[string]any, error) {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("display: row %d of the table has %d cells for %d columns", i+1, len(row), len(t.Columns))
		}
	}
	return map[string]any{MIMEHTML: t.html(), MIMEText: t.text()}, nil
}

// longCell is how many characters a cell may have that stands on one line.
const longCell = 80

// layout is a table's cells as text.
type layout struct {
	cells [][]string // by column
	right []bool     // whether the column is flush right
}

func (t Table) layout() layout {
	l := layout{cells: make([][]string, len(t.Columns)), right: make([]bool, len(t.Columns))}
	for j := range t.Columns {
		values := make([]any, len(t.Rows))
		l.right[j] = len(t.Rows) > 0
		for i, row := range t.Rows {
			values[i] = row[j]
			l.right[j] = l.right[j] && numeric(row[j])
		}
		l.cells[j] = column(values)
	}
	return l
}

func (t Table) text() string {
	l := t.layout()
	widths := make([]int, len(t.Columns))
	for j, name := range t.Columns {
		widths[j] = utf8.RuneCountInString(name)
		for _, c := range l.cells[j] {
			widths[j] = max(widths[j], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	if t.Caption != "" {
		fmt.Fprintln(&b, t.Caption)
	}
	line := func(at func(j int) string) {
		var s strings.Builder
		for j := range t.Columns {
			c := at(j)
			fill := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c))
			if l.right[j] {
				s.WriteString(fill + c)
			} else {
				s.WriteString(c + fill)
			}
			s.WriteString("  ")
		}
		fmt.Fprintln(&b, strings.TrimRight(s.String(), " "))
	}
	line(func(j int) string { return t.Columns[j] })
	for i := range t.Rows {
		line(func(j int) string { return l.cells[j][i] })
	}
	for _, note := range t.Notes {
		fmt.Fprintln(&b, note)
	}
	return strings.TrimRight(b.String(), "\n")
}

// The styles are inline, since a page's sanitiser drops style sheets, and take
// their colours from the page, light or dark. What is said again is what
// JupyterLab says otherwise for every table.
const (
	rule       = "1px solid rgba(128,128,128,"
	tableStyle = "border-collapse:collapse;table-layout:auto;margin:0 0 .6em 0;font-variant-numeric:tabular-nums"
	cellStyle  = "padding:.25em .8em;white-space:nowrap;border:none;"
	noteStyle  = "margin:0 0 .4em 0;text-align:left;opacity:.8"

	captionStyle = "margin:0 0 .4em 0;text-align:left;font-weight:600"
)

func (t Table) html() string {
	l := t.layout()
	align := func(j int) string {
		if l.right[j] {
			return "text-align:right"
		}
		return "text-align:left"
	}
	var b strings.Builder
	label := ""
	if t.Caption != "" { // no <caption>, which would be as narrow as the table
		label = fmt.Sprintf(" aria-label=\"%s\"", html.EscapeString(t.Caption))
		fmt.Fprintf(&b, "<p style=%q>%s</p>\n", captionStyle, html.EscapeString(t.Caption))
	}
	fmt.Fprintf(&b, "<table%s style=%q>\n", label, tableStyle)
	fmt.Fprintf(&b, "<thead><tr style=\"border-bottom:%s.6)\">", rule)
	for j, name := range t.Columns {
		fmt.Fprintf(&b, "<th scope=\"col\" style=\"%s%s\">%s</th>", cellStyle, align(j), html.EscapeString(name))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := range t.Rows {
		fmt.Fprintf(&b, "<tr style=\"border-bottom:%s.2)\">", rule)
		for j := range t.Columns {
			fmt.Fprintf(&b, "<td style=\"%s%s\">%s</td>", cellStyle+wrap(l.cells[j][i]), align(j), html.EscapeString(l.cells[j][i]))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	for _, note := range t.Notes {
		b.WriteString(noteHTML(note))
	}
	return b.String()
}

// wrap lets a cell that holds a text, not a number or a name, take several lines.
func wrap(cell string) string {
	if utf8.RuneCountInString(cell) <= longCell {
		return ""
	}
	return "white-space:normal;min-width:24em;"
}

// noteHTML is a line of small print.
func noteHTML(s string) string {
	return fmt.Sprintf("<p style=%q>%s</p>\n", noteStyle, html.EscapeString(s))
}

// warningHTML is a line that should not be overlooked, and not only by its
// colour.
func warningHTML(s string) string {
	return fmt.Sprintf("<p style=\"margin:0 0 .4em 0;padding:.3em .8em;text-align:left;border-left:3px solid #c98500\"><strong>Warning:</strong> %s</p>\n",
		html.EscapeString(s))
}
