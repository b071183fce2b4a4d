// Package atomic has the generic functions and types of the standard library's package
// sync/atomic, for lowered programs.
package atomic

import (
	"sync/atomic"
	"unsafe"
)

// A Pointer is a *T that several goroutines may read and change.
type Pointer[T any] struct {
	P unsafe.Pointer
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T { return (*T)(atomic.LoadPointer(&x.P)) }

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) { atomic.StorePointer(&x.P, unsafe.Pointer(val)) }

// Swap sets the pointer and returns what it was.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	return (*T)(atomic.SwapPointer(&x.P, unsafe.Pointer(new)))
}

// CompareAndSwap sets the pointer if it is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	return atomic.CompareAndSwapPointer(&x.P, unsafe.Pointer(old), unsafe.Pointer(new))
}
