// Package rand has the generic functions and types of the standard library's package
// math/rand/v2, for lowered programs.
package rand

import "math/rand/v2"

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// N returns a random number from 0 to n, without n.
func N[Int integer](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(rand.Uint64N(uint64(n)))
}
