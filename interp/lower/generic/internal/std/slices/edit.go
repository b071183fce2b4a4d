package slices

// Insert puts v into s at index i.
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:] // panics where i is no index
	return splice(s, i, i, v)
}

// Replace puts v in the place of s[i:j].
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j]
	return splice(s, i, j, v)
}

// splice puts v in the place of s[i:j]: in the memory of s, if it has room.
func splice[S ~[]E, E any](s S, i, j int, v []E) S {
	rest := s[j:]
	if i == j && len(v) == 0 {
		return s
	}
	if size := i + len(v) + len(rest); size > cap(s) {
		grown := append(s[:i], make(S, len(v)+len(rest))...)
		copy(grown[i:], v)
		copy(grown[i+len(v):], rest)
		return grown
	}
	v = Clone(v) // it may be a part of s
	old := len(s)
	s = append(s[:i+len(v)], rest...)
	copy(s[i:], v)
	if len(s) < old {
		clear(s[len(s):old])
	}
	return s
}

// Delete takes s[i:j] out of s and clears what is behind the shorter slice.
func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)] // panics where these are no bounds
	if i == j {
		return s
	}
	old := len(s)
	s = append(s[:i], s[j:]...)
	clear(s[len(s):old])
	return s
}

// DeleteFunc takes the elements out of s for which del holds and clears what is
// behind the shorter slice.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	kept := IndexFunc(s, del)
	if kept < 0 {
		return s
	}
	for _, v := range s[kept+1:] {
		if !del(v) {
			s[kept] = v
			kept++
		}
	}
	clear(s[kept:])
	return s[:kept]
}

// Compact leaves one of each run of equal elements and clears what is behind the
// shorter slice.
func Compact[S ~[]E, E comparable](s S) S {
	return CompactFunc(s, func(a, b E) bool { return a == b })
}

// CompactFunc is [Compact] for elements that eq finds equal.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	kept := 1
	for i := 1; i < len(s); i++ {
		if !eq(s[i], s[i-1]) {
			s[kept] = s[i]
			kept++
		}
	}
	clear(s[kept:])
	return s[:kept]
}

// Reverse turns s round.
func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}
