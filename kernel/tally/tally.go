// Package tally logs the faults of clients without letting them fill the log.
package tally

import (
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// A Tally logs the first, tenth, hundredth, ... occurrence of each kind of trouble with
// the count so far, and at the end the count in all. Its methods are safe for concurrent
// use.
type Tally struct {
	log *slog.Logger

	mu     sync.Mutex
	counts map[string]int64
}

// New returns a Tally that has counted nothing.
func New(log *slog.Logger) *Tally {
	return &Tally{log: log, counts: make(map[string]int64)}
}

// Note counts an occurrence of a kind of trouble. The kinds are few constant texts. What
// differs from time to time goes into the attributes.
func (t *Tally) Note(kind string, attrs ...any) {
	t.mu.Lock()
	t.counts[kind]++
	n := t.counts[kind]
	t.mu.Unlock()
	if powerOfTen(n) {
		t.log.With("count", n).Warn(kind, attrs...)
	}
}

// Count returns the number of times that a kind of trouble has occurred.
func (t *Tally) Count(kind string) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[kind]
}

// Close logs the counts that have not been logged and sets all counts to zero.
func (t *Tally) Close() {
	t.mu.Lock()
	counts := t.counts
	t.counts = make(map[string]int64)
	t.mu.Unlock()
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[kind]; !powerOfTen(n) {
			t.log.Warn(kind+", in all", "count", n)
		}
	}
}

func powerOfTen(n int64) bool {
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
