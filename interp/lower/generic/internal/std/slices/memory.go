package slices

import "math/bits"

// Clone copies s; nil stays nil. An empty copy does not hold the memory of s.
func Clone[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	return append(S{}, s...)
}

// Grow makes room for n more elements behind s.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	if more := n - (cap(s) - len(s)); more > 0 {
		s = append(s[:cap(s)], make([]E, more)...)[:len(s)]
	}
	return s
}

// Clip takes away the room behind s.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// Concat makes a slice of all elements of several.
func Concat[S ~[]E, E any](slices ...S) S {
	size := 0
	for _, s := range slices {
		size += len(s)
		if size < 0 {
			panic("len out of range")
		}
	}
	all := Grow[S](nil, size)
	for _, s := range slices {
		all = append(all, s...)
	}
	return all
}

// Repeat makes a slice of count times the elements of x.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	const maxInt = ^uint(0) >> 1
	if over, size := bits.Mul(uint(len(x)), uint(count)); over > 0 || size > maxInt {
		panic("the result of (len(x) * count) overflows")
	}
	all := make(S, len(x)*count)
	for n := copy(all, x); 0 < n && n < len(all); {
		n += copy(all[n:], all[:n])
	}
	return all
}
