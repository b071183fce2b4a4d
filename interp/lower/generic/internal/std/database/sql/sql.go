// Package sql has the generic functions and types of the standard library's package
// database/sql, for lowered programs.
package sql

import (
	"database/sql/driver"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// A Null is a value of a database that may be missing.
type Null[T any] struct {
	V     T
	Valid bool
}

// Scan sets n to a value of a database.
func (n *Null[T]) Scan(value any) error {
	if value == nil {
		n.V, n.Valid = *new(T), false
		return nil
	}
	n.Valid = true
	return compiled.SQLScan(&n.V, value)
}

// Value returns the value for a database.
func (n Null[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return compiled.SQLValue(n.V)
}
