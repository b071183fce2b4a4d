// Package cmp is the standard library's package of that name for lowered
// programs. Compare and Less are not here: they have compiled forms for all
// types that they can be used with.
package cmp

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
