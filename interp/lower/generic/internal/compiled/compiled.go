// Package compiled holds the functions that the sources of generic functions call because the
// interpreter cannot do their work, or is slow at it. It has no generic functions itself.
package compiled

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"hash"
	"hash/maphash"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"unique"
	"unsafe"
	"weak"
)

// SortFunc is [slices.SortFunc] of any slice, with its func(a, b E) int. Its
// elements are moved only when their order is known.
func SortFunc(x, cmp any) { sort(x, cmp, slices.SortFunc[[]int]) }

// SortStableFunc is [slices.SortStableFunc] of any slice, with its
// func(a, b E) int. Its elements are moved only when their order is known.
func SortStableFunc(x, cmp any) { sort(x, cmp, slices.SortStableFunc[[]int]) }

// sort finds the order of the elements of x by their indices: then sortFunc
// compares the same elements as with x itself, and equal ones come to stand where
// they do there.
func sort(x, cmp any, sortFunc func(x []int, cmp func(i, j int) int)) {
	s, f := reflect.ValueOf(x), reflect.ValueOf(cmp)
	order := make([]int, s.Len())
	for i := range order {
		order[i] = i
	}
	sortFunc(order, func(i, j int) int {
		return int(f.Call([]reflect.Value{s.Index(i), s.Index(j)})[0].Int())
	})
	old := reflect.MakeSlice(s.Type(), s.Len(), s.Len())
	reflect.Copy(old, s)
	for i, from := range order {
		s.Index(i).Set(old.Index(from))
	}
}

// Pull is [iter.Pull] of a sequence that keeps its values to itself.
func Pull(seq func(yield func() bool)) (next func() bool, stop func()) {
	step, stop := iter.Pull(func(yield func(struct{}) bool) {
		seq(func() bool { return yield(struct{}{}) })
	})
	next = func() bool {
		_, ok := step()
		return ok
	}
	return next, stop
}

// AddCleanup is [runtime.AddCleanup] of memory of any type.
func AddCleanup(p unsafe.Pointer, cleanup func()) runtime.Cleanup {
	return runtime.AddCleanup((*byte)(p), func(call func()) { call() }, cleanup)
}

// WriteComparable is [maphash.WriteComparable] of a value of any type that can be
// compared.
func WriteComparable(h *maphash.Hash, x any) { maphash.WriteComparable(h, x) }

// Weak is [weak.Make] of a pointer to any variable; what it returns is the one
// pointer that a weak pointer consists of.
func Weak(p unsafe.Pointer) unsafe.Pointer {
	w := weak.Make((*byte)(p))
	return *(*unsafe.Pointer)(unsafe.Pointer(&w))
}

// Strong is the method Value of a pointer that [Weak] has made.
func Strong(p unsafe.Pointer) unsafe.Pointer {
	return unsafe.Pointer((*(*weak.Pointer[byte])(unsafe.Pointer(&p))).Value())
}

// Unique is [unique.Make] of a value of any type that can be compared; what it
// returns is the one pointer that a handle consists of.
func Unique(x any) unsafe.Pointer {
	h := unique.Make(x)
	return *(*unsafe.Pointer)(unsafe.Pointer(&h))
}

// UniqueValue is the method Value of a handle that [Unique] has made.
func UniqueValue(p unsafe.Pointer) any { return (*(*unique.Handle[any])(unsafe.Pointer(&p))).Value() }

// HKDFExtract is [hkdf.Extract].
func HKDFExtract(h func() hash.Hash, secret, salt []byte) ([]byte, error) {
	return hkdf.Extract(h, secret, salt)
}

// HKDFExpand is [hkdf.Expand].
func HKDFExpand(h func() hash.Hash, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Expand(h, pseudorandomKey, info, keyLength)
}

// HKDFKey is [hkdf.Key].
func HKDFKey(h func() hash.Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Key(h, secret, salt, info, keyLength)
}

// PBKDF2Key is [pbkdf2.Key].
func PBKDF2Key(h func() hash.Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	return pbkdf2.Key(h, password, salt, iter, keyLength)
}
