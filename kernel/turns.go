package kernel

import (
	"errors"
	"slices"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

const (
	// turnsRoom is how many requests may wait for their turn.
	turnsRoom = 1 << 16
	// turnsBytes bounds the bytes that they take together. A larger request may wait
	// if no other does.
	turnsBytes = 256 << 20
	// One client may take only the turnsEach-th part of both, so that a program that
	// sends without end does not keep others from sending a cell.
	turnsEach = 2
)

var errCrowded = errors.New("too many cells and messages of comms wait already: wait for some, or interrupt the cell that runs")

// turns is the queue of the requests that the interpreter carries out one after the
// other. It is bounded. A request that has no room is refused and its sender is not
// held back, because the sender must be able to interrupt the cell that runs. turns
// is safe for concurrent use.
type turns struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	all     load
	of      map[*zmtp.Peer]line
	closed  bool
}

// A line is what waits of one client.
type line struct {
	load
	last *request
}

// load says how much waits.
type load struct{ requests, bytes int }

// fits reports whether one more request may wait that takes so many bytes. Only the
// part-th part of the room counts.
func (l load) fits(bytes, part int) bool {
	return l.requests < turnsRoom/part && (l.requests == 0 || l.bytes+bytes <= turnsBytes/part)
}

func newTurns() *turns {
	t := &turns{of: map[*zmtp.Peer]line{}}
	t.changed.L = &t.mu
	return t
}

// put adds a request to the queue. It returns errCrowded if there is no room. The request
// before it of the same client is superseded if its change is covered.
func (t *turns) put(r *request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := r.size(); !t.all.fits(n, 1) || !t.of[r.peer].fits(n, turnsEach) {
		return errCrowded
	}
	t.waiting = append(t.waiting, r)
	t.count(r, 1)
	own := t.of[r.peer]
	if own.last != nil {
		own.last.superseded = r.change.covers(own.last.change)
		own.last.change = nil // it is compared once, and may wait for long
	}
	own.last = r
	t.of[r.peer] = own
	t.changed.Signal()
	return nil
}

// next waits for the next request and gives it its turn. It returns nil when the queue
// is closed and empty.
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

// wait reports whether a cell waits for its turn.
func (t *turns) wait() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.waiting, func(r *request) bool { return !r.isComm() && !r.aborted })
}

// count adds a request to the loads, or takes it away if sign is -1. mu must be held.
func (t *turns) count(r *request, sign int) {
	changed := func(l load) load {
		return load{l.requests + sign, l.bytes + sign*r.size()}
	}
	t.all = changed(t.all)
	own := t.of[r.peer]
	own.load = changed(own.load)
	if own.requests > 0 {
		t.of[r.peer] = own
	} else {
		delete(t.of, r.peer)
	}
}

// abort marks all waiting requests, so that their cells are not run.
func (t *turns) abort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.waiting {
		r.aborted = true
	}
}

// close ends the queue. Requests that wait still get their turn.
func (t *turns) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.changed.Signal()
}
