package display

import (
	"fmt"
	"io"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Table is named columns of values, shown as text, HTML, Markdown and LaTeX. Columns of
// numbers are set flush right; floats have four significant digits, and their points stand
// below each other where that is possible. A nil cell is empty.
type Table struct {
	Caption string
	Columns []string // the names of the columns
	Rows    [][]any  // each as long as Columns
	Notes   []string // below the table
}

// MIMEBundle renders the table as text/html, text/markdown, text/latex and text/plain. It
// is an error when a row is not as long as Columns.
func (t Table) MIMEBundle() (map[string]any, error) {
	shown, err := t.report()
	if err != nil {
		return nil, err
	}
	return renderTable(shown), nil
}

// WriteCSV writes the names of the columns and the rows as [report.Table.WriteCSV] does:
// with floats in full precision, and without caption and notes. It is an error when a row
// is not as long as Columns.
func (t Table) WriteCSV(w io.Writer) error {
	written, err := t.report()
	if err != nil {
		return err
	}
	return written.WriteCSV(w)
}

// CSV returns the text that [Table.WriteCSV] writes.
func (t Table) CSV() (string, error) {
	var b strings.Builder
	err := t.WriteCSV(&b)
	return b.String(), err
}

// report returns the table as one of a report, and an empty one with the error.
func (t Table) report() (report.Table, error) {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return report.Table{}, fmt.Errorf("display: row %d of the table has %d cells for %d columns", i+1, len(row), len(t.Columns))
		}
	}
	return report.Table{Title: t.Caption, Columns: report.Columns(t.Columns...), Rows: t.Rows, Notes: t.Notes}, nil
}
