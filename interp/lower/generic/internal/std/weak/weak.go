// Package weak has the generic functions and types of the standard library's package weak,
// for lowered programs.
package weak

import (
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// A Pointer points to a T without keeping it.
type Pointer[T any] struct {
	_ [0]*T
	u unsafe.Pointer
}

// Make returns a weak pointer to what ptr points to.
func Make[T any](ptr *T) Pointer[T] { return Pointer[T]{u: compiled.Weak(unsafe.Pointer(ptr))} }

// Value returns the pointer, or nil if what it pointed to is gone.
func (p Pointer[T]) Value() *T { return (*T)(compiled.Strong(p.u)) }
