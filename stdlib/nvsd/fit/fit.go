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
	"errors"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// A SpecError is an error in a SPEC that cannot be solved, with its place.
type SpecError jsonobject.Error

func (e *SpecError) Error() string { return "spec: " + (*jsonobject.Error)(e).Error() }

func bad(field, format string, args ...any) error {
	return specError(jsonobject.Bad(field, format, args...))
}

func badCell(field string, row, column int, format string, args ...any) error {
	return specError(jsonobject.BadCell(field, row, column, format, args...))
}

// specError returns an error of package jsonobject as a SpecError, and any other as it is.
func specError(err error) error {
	if e, ok := errors.AsType[*jsonobject.Error](err); ok {
		return (*SpecError)(e)
	}
	return err
}

// reason returns the text of an error without the name of its package, which the field of the
// spec replaces.
func reason(err error) string {
	text := err.Error()
	for _, name := range []string{"solve: ", "kern: ", "penalty: ", "loss: ", "data: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
