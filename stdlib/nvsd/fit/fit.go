// Package fit solves one declared problem: a SPEC in JSON in, certified
// solutions in JSON out. It is what `nvsd-kernel fit` does, and docs/fit.md
// states it field by field.
//
// Nothing is centred or scaled and there is no intercept: the problem that is
// written down is the one that is solved,
//
//	min over f in H  (1/n) ||y - f(X)||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2.
package fit

import (
	"fmt"
	"strings"
)

// A SpecError is a SPEC that cannot be solved as it stands: what is wrong with
// it and where.
type SpecError struct {
	Field  string // as in "X", "kernel.p"; empty for the text as a whole
	Row    int    // from 0; -1 where it is no matter of rows
	Column int    // from 0; -1 where it is no matter of columns
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

// reason is what another package of nvsd says is wrong, without its name: the
// field of the spec stands in its place.
func reason(err error) string {
	text := err.Error()
	for _, name := range []string{"solve: ", "kern: ", "penalty: ", "data: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
