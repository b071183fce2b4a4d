package slices

import (
	"cmp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// The functions of elements that have an order. For basic types there are compiled
// forms; these are for types that packages declare, such as time.Duration.

// Sort sorts x. NaNs come first.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	compiled.SortFunc(x, cmp.Compare[E])
}

// IsSorted reports whether x is sorted.
func IsSorted[S ~[]E, E cmp.Ordered](x S) bool {
	return IsSortedFunc(x, cmp.Compare[E])
}

// Min returns the smallest element of x, NaN if there is one.
func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Min: empty list")
	}
	least := x[0]
	for _, v := range x[1:] {
		least = min(least, v)
	}
	return least
}

// Max returns the largest element of x, NaN if there is one.
func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Max: empty list")
	}
	largest := x[0]
	for _, v := range x[1:] {
		largest = max(largest, v)
	}
	return largest
}

// BinarySearch returns the index of target in x, which is sorted, or the index at which it
// would stand, and whether it is there.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	return BinarySearchFunc(x, target, cmp.Compare[E])
}

// Compare compares s1 and s2 element by element; what is shorter comes before what it
// begins.
func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	return CompareFunc(s1, s2, cmp.Compare[E])
}
