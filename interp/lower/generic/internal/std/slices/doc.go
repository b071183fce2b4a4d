// Package slices is the standard library's package of that name for lowered
// programs. Sort, BinarySearch, Compare, IsSorted, Max and Min are not here:
// their elements are always of basic types, for which there are compiled forms.
package slices
