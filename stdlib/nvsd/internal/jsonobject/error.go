package jsonobject

import (
	"fmt"
	"strings"
)

// An Error is a mistake in a JSON text, with its place.
type Error struct {
	Field  string // as in "X", "kernel.p"; empty for the text as a whole
	Row    int    // from 0; -1 if it is not about a row
	Column int    // from 0; -1 if it is not about a column
	Reason string
}

// Error returns the place and the reason in one line.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Field != "" {
		b.WriteString(e.Field)
		if e.Row >= 0 {
			fmt.Fprintf(&b, ", row %d", e.Row+1)
		}
		if e.Column >= 0 {
			fmt.Fprintf(&b, ", column %d", e.Column+1)
		}
		switch {
		case e.Row >= 0 && e.Column >= 0:
			fmt.Fprintf(&b, " (%s[%d][%d])", e.Field, e.Row, e.Column)
		case e.Row >= 0:
			fmt.Fprintf(&b, " (%s[%d])", e.Field, e.Row)
		}
		b.WriteString(": ")
	}
	b.WriteString(strings.Join(strings.Fields(e.Reason), " "))
	return b.String()
}

// Bad returns the [Error] of a field.
func Bad(field, format string, args ...any) error {
	return &Error{Field: field, Row: -1, Column: -1, Reason: fmt.Sprintf(format, args...)}
}

// BadCell returns the [Error] of a row and a column of a field. Either is -1 if it is not at fault alone.
func BadCell(field string, row, column int, format string, args ...any) error {
	return &Error{Field: field, Row: row, Column: column, Reason: fmt.Sprintf(format, args...)}
}
