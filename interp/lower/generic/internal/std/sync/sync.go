// Package sync has the generic functions and types of the standard library's package sync,
// for lowered programs.
package sync

import "sync"

// OnceValue returns a function that calls f at its first call, and returns what
// f returned. If f panics, so does every call.
func OnceValue[T any](f func() T) func() T {
	var value T
	once := sync.OnceFunc(func() { value = f() })
	return func() T {
		once()
		return value
	}
}

// OnceValues is [OnceValue] for two results.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var first T1
	var second T2
	once := sync.OnceFunc(func() { first, second = f() })
	return func() (T1, T2) {
		once()
		return first, second
	}
}
