// Package unique has the generic functions and types of the standard library's package
// unique, for lowered programs.
package unique

import (
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// A Handle stands for a value: handles of equal values are equal.
type Handle[T comparable] struct {
	P unsafe.Pointer
}

// Make returns the handle of value.
func Make[T comparable](value T) Handle[T] { return Handle[T]{compiled.Unique(value)} }

// Value returns the value that h stands for.
func (h Handle[T]) Value() T {
	value, _ := compiled.UniqueValue(h.P).(T)
	return value
}
