package kernel

import (
	"errors"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

const (
	// turnsRoom is how many requests may wait for their turn.
	turnsRoom = 1 << 16
	// turnsBytes bounds what they take together. A larger one is let in alone.
	turnsBytes = 256 << 20
	// turnsEach is the part of both that one client may take: what a program sends
	// without end must not keep others from sending a cell.
	turnsEach = 2
)

var errCrowded = errors.New("too many cells and messages of comms wait already: wait for some, or interrupt the cell that runs")

// turns is the queue of what the interpreter does one after the other. It is
// bounded, and what has no room is refused: a sender that was held back could
// not interrupt what it waits for. Safe for concurrent use.
type turns struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	all     load
	of      map[*zmtp.Peer]load
	closed  bool
}

// load is what waits.
type load struct{ requests, bytes int }

// fits reports whether one more may wait.
func (l load) fits(bytes, part int) bool {
	return l.requests < turnsRoom/part && (l.requests == 0 || l.bytes+bytes <= turnsBytes/part)
}

func newTurns() *turns {
	t := &turns{of: map[*zmtp.Peer]load{}}
	t.changed.L = &t.mu
	return t
}

// put lets a request wait for its turn.
func (t *turns) put(r *request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := r.size(); !t.all.fits(n, 1) || !t.of[r.peer].fits(n, turnsEach) {
		return errCrowded
	}
	t.waiting = append(t.waiting, r)
	t.count(r, 1)
	t.changed.Signal()
	return nil
}

// next waits for the request whose turn it is; nil means that no more will
// come.
func (t *turns) next() *request {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.waiting) == 0 {
		if t.closed {
			return nil
		}
		t.changed.Wait()
	}
	r := t.waiting[0]
	t.waiting[0] = nil
	t.waiting = t.waiting[1:]
	t.count(r, -1)
	r.turn = true
	return r
}

// count adds a request to what waits, or with -1 takes it away. Called with mu held.
func (t *turns) count(r *request, sign int) {
	change := func(l load) load {
		return load{l.requests + sign, l.bytes + sign*r.size()}
	}
	t.all = change(t.all)
	if own := change(t.of[r.peer]); own.requests > 0 {
		t.of[r.peer] = own
	} else {
		delete(t.of, r.peer)
	}
}

// abort marks all that waits as not to be carried out.
func (t *turns) abort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.waiting {
		r.aborted = true
	}
}

// close ends the queue behind what waits.
func (t *turns) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.changed.Signal()
}
