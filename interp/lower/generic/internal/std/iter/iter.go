// Package iter is the standard library's package of that name for lowered
// programs. Its types are functions, which need no source.
package iter

import (
	"iter"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// Pull lets the values of seq be asked for one after the other, until stop.
func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	var now V
	step, stop := compiled.Pull(func(yield func() bool) {
		seq(func(v V) bool {
			now = v
			return yield()
		})
	})
	next = func() (v V, ok bool) {
		if step() {
			v, now = now, v
			return v, true
		}
		return v, false
	}
	return next, stop
}

// Pull2 is [Pull] for pairs.
func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	var key K
	var now V
	step, stop := compiled.Pull(func(yield func() bool) {
		seq(func(k K, v V) bool {
			key, now = k, v
			return yield()
		})
	})
	next = func() (k K, v V, ok bool) {
		if step() {
			k, v, key, now = key, now, k, v
			return k, v, true
		}
		return k, v, false
	}
	return next, stop
}
