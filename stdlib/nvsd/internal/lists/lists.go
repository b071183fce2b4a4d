// Package lists has the small functions of lists that the layers of nvsd share.
package lists

import "math"

// UpTo returns 0, 1, ..., n-1.
func UpTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Without returns 0, 1, ..., n-1 but for the numbers that are left out.
func Without(n int, left []int) []int {
	kept := make([]bool, n)
	for i := range kept {
		kept[i] = true
	}
	for _, i := range left {
		kept[i] = false
	}
	return Marked(UpTo(n), kept)
}

// Count returns the number of flags that are set.
func Count(flags []bool) int {
	n := 0
	for _, flag := range flags {
		if flag {
			n++
		}
	}
	return n
}

// Quantile returns the p-quantile of sorted values, linear between two of them (type 7 of Hyndman and Fan 1996). It is NaN
// without values.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := p * float64(len(sorted)-1)
	low := int(at)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}

// Constant reports whether all values of v are equal.
func Constant(v []float64) bool {
	for _, x := range v {
		if x != v[0] {
			return false
		}
	}
	return true
}

// Marked returns the values of v whose mark is set.
func Marked[T any](v []T, marks []bool) []T {
	var rest []T
	for i, mark := range marks {
		if mark {
			rest = append(rest, v[i])
		}
	}
	return rest
}

// Pick returns the values of v at the given places.
func Pick[T any](v []T, at []int) []T {
	some := make([]T, len(at))
	for k, i := range at {
		some[k] = v[i]
	}
	return some
}

// Spread returns for each of n members of classes a place between 0 and 1. In the order of the places the
// classes follow one another in their proportions.
func Spread[K comparable](classes map[K][]int, n int) []float64 {
	place := make([]float64, n)
	for _, of := range classes {
		for k, i := range of {
			place[i] = (float64(k) + 0.5) / float64(len(of))
		}
	}
	return place
}
