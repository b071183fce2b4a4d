package zmtp

import (
	"log/slog"
	"sync"
)

// A tally logs what peers do wrong without letting them fill the log: the
// first, tenth, hundredth, ... time of each kind of trouble is said, with the
// count so far.
type tally struct {
	log *slog.Logger

	mu     sync.Mutex
	counts map[string]int
}

func newTally(log *slog.Logger) *tally {
	return &tally{log: log, counts: make(map[string]int)}
}

// note counts one more of a kind. The kinds are the package's own words, so
// that there are few; what differs goes into the attributes.
func (t *tally) note(kind string, attrs ...any) {
	t.mu.Lock()
	t.counts[kind]++
	n := t.counts[kind]
	t.mu.Unlock()
	if powerOfTen(n) {
		t.log.With("count", n).Warn(kind, attrs...)
	}
}

func powerOfTen(n int) bool {
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
