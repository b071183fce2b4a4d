package slices

import "github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"

// SortFunc sorts x by cmp. Equal elements come to stand where the standard
// library puts them.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	compiled.SortFunc(x, cmp)
}

// SortStableFunc sorts x by cmp; equal elements stay in their order.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	compiled.SortStableFunc(x, cmp)
}

// IsSortedFunc reports whether x is sorted by cmp.
func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// MinFunc returns the first of the smallest elements of x by cmp.
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MinFunc: empty list")
	}
	least := x[0]
	for _, v := range x[1:] {
		if cmp(v, least) < 0 {
			least = v
		}
	}
	return least
}

// MaxFunc returns the first of the largest elements of x by cmp.
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MaxFunc: empty list")
	}
	most := x[0]
	for _, v := range x[1:] {
		if cmp(v, most) > 0 {
			most = v
		}
	}
	return most
}
