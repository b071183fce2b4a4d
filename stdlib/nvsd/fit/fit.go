// Package fit solves one declared problem. It reads a SPEC in JSON and writes
// certified solutions in JSON, as `nvsd-kernel fit` does. docs/fit.md states the
// format field by field.
//
// Nothing is centred or scaled, and there is no intercept. The problem is solved
// as it is written down:
//
//	min over f in H  (1/n) ||y - f(X)||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2.
package fit

import (
	"fmt"
	"strings"
)

// A SpecError is an error in a SPEC that cannot be solved, with its place.
type SpecError struct {
	Field  string // as in "X", "kernel.p"; empty for the text as a whole
	Row    int    // from 0; -1 if it is not about a row
	Column int    // from 0; -1 if it is not about a column
	Reason string
}

func (e *SpecError) Error() string {
	var b strings.Builder
	b.WriteString("spec: ")
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

func bad(field, format string, args ...any) error {
	return &SpecError{Field: field, Row: -1, Column: -1, Reason: fmt.Sprintf(format, args...)}
}

func badCell(field string, row, column int, format string, args ...any) error {
	return &SpecError{Field: field, Row: row, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// reason returns the text of an error without the name of its package, which the field of the
// spec replaces.
func reason(err error) string {
	text := err.Error()
	for _, name := range []string{"solve: ", "kern: ", "penalty: ", "data: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
