package display

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Table is shown as text and as HTML. Columns of numbers are set flush right;
// floats have four significant digits, and their points stand below each other where
// that is possible. A nil cell is empty.
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
	return renderReport(report.Report{t.report()})
}

func (t Table) report() report.Table {
	return report.Table{Title: t.Caption, Columns: report.Columns(t.Columns...), Rows: t.Rows, Notes: t.Notes}
}
