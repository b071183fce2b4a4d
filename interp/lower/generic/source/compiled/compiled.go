// Package compiled is what the sources of generic functions call that the
// interpreter cannot do, or is slow at. It has no generic functions itself.
package compiled

import (
	"iter"
	"runtime"
	"slices"
	"unsafe"
)

// Order returns the indices of n elements in the order in which [slices.SortFunc]
// would bring the elements, which cmp compares by their indices.
func Order(n int, cmp func(i, j int) int) []int {
	order := indices(n)
	slices.SortFunc(order, cmp)
	return order
}

// StableOrder is [Order] for [slices.SortStableFunc].
func StableOrder(n int, cmp func(i, j int) int) []int {
	order := indices(n)
	slices.SortStableFunc(order, cmp)
	return order
}

func indices(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// Pull is [iter.Pull] of a sequence that keeps its values to itself.
func Pull(seq func(yield func() bool)) (next func() bool, stop func()) {
	step, stop := iter.Pull(func(yield func(struct{}) bool) {
		seq(func() bool { return yield(struct{}{}) })
	})
	next = func() bool {
		_, ok := step()
		return ok
	}
	return next, stop
}

// AddCleanup is [runtime.AddCleanup] of memory of any type.
func AddCleanup(p unsafe.Pointer, cleanup func()) runtime.Cleanup {
	return runtime.AddCleanup((*byte)(p), func(call func()) { call() }, cleanup)
}
