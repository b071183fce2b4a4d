package data

import (
	"fmt"
	"slices"
	"strings"
)

// A CellError is a cell that holds no finite number.
type CellError struct {
	Line    int      // of the file; the header is line 1
	Column  string   // its name
	Text    string   // of the cell
	Reason  string   // what is wrong with it
	More    int      // how many more such cells there are in the file
	Columns []string // that have such cells, Column first

	ofTarget bool // Column is the target
}

// add notes that a column has such a cell.
func (e *CellError) add(column string) {
	if !slices.Contains(e.Columns, column) {
		e.Columns = append(e.Columns, column)
	}
}

func (e *CellError) Error() string {
	text := fmt.Sprintf("line %d, column %q: %s", e.Line, e.Column, e.Reason)
	if e.More > 0 {
		text += fmt.Sprintf(" (and %d more such cells)", e.More)
	}
	return text + ": " + e.remedy()
}

// remedy says what can be done.
func (e *CellError) remedy() string {
	const most = 6
	names := fmt.Sprintf("%q", e.Columns[:min(len(e.Columns), most)])
	names = strings.ReplaceAll(strings.Trim(names, "[]"), `" "`, `", "`)
	notNumber := strings.HasSuffix(e.Reason, "is not a number")
	switch {
	case notNumber && e.ofTarget:
		return "the target must be a number: name two labels by data.Classes(negative, positive), or another target by data.Target"
	case e.ofTarget:
		return "mend the file, or name another target by data.Target"
	case notNumber:
		return fmt.Sprintf("name what holds categories by data.Factor(%s), leave it out by data.Drop, or mend the file", names)
	}
	return fmt.Sprintf("mend the file, or leave the column out by data.Drop(%s)", names)
}
