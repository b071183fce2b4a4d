package kernel

import (
	"errors"
	"sync"
)

const (
	// turnsRoom is how many requests may wait for their turn.
	turnsRoom = 1 << 16
	// turnsBytes bounds what they take together. A larger one is let in alone.
	turnsBytes = 256 << 20
)

var errCrowded = errors.New("too many cells and messages of comms wait already: wait for some, or interrupt the cell that runs")

// turns is the queue of what the interpreter does one after the other. It is
// bounded, and what has no room is refused: a sender that was held back could
// not interrupt what it waits for. Safe for concurrent use.
type turns struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	bytes   int
	closed  bool
}

func newTurns() *turns {
	t := &turns{}
	t.changed.L = &t.mu
	return t
}

// put lets a request wait for its turn.
func (t *turns) put(r *request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := r.size()
	if len(t.waiting) >= turnsRoom || len(t.waiting) > 0 && t.bytes+n > turnsBytes {
		return errCrowded
	}
	t.waiting = append(t.waiting, r)
	t.bytes += n
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
	t.bytes -= r.size()
	r.turn = true
	return r
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
