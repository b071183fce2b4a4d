// Package cmp is the standard library's package of that name for lowered
// programs. Compare and Less of basic types have compiled forms, which are used
// instead.
package cmp

import "cmp"

// Or returns the first of vals that is not zero.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}

// Less reports whether x comes before y. A NaN comes before all numbers.
func Less[T cmp.Ordered](x, y T) bool {
	return x < y || x != x && y == y
}

// Compare returns -1, 0 or 1: x comes before y, is equal to it, or comes after. A NaN
// comes before all numbers and is equal to itself.
func Compare[T cmp.Ordered](x, y T) int {
	switch {
	case Less(x, y):
		return -1
	case Less(y, x):
		return 1
	}
	return 0
}
