// Package maphash has the generic functions and types of the standard library's package
// hash/maphash, for lowered programs.
package maphash

import (
	"hash/maphash"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// Comparable returns a hash of v that equal values share.
func Comparable[T comparable](seed maphash.Seed, v T) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable adds x to what h is a hash of.
func WriteComparable[T comparable](h *maphash.Hash, x T) { compiled.WriteComparable(h, x) }
