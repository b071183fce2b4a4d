package kernel

import (
	"errors"
	"slices"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

const (
	// requestsRoom is the largest number of requests that wait for their turn.
	requestsRoom = 1 << 16
	// requestsBytes bounds the bytes that they take together. A larger request may wait
	// if no other does.
	requestsBytes = 256 << 20
	// One client may take only the clientPart-th part of both, so that a program that
	// sends without end does not keep others from sending a cell.
	clientPart = 2
)

var errCrowded = errors.New("too many cells and messages of comms wait already: wait for some, or interrupt the cell that runs")

// A requestQueue holds the requests that the interpreter carries out one after the
// other. It is bounded. A request that has no room is refused and its sender is not
// held back, because the sender must be able to interrupt the cell that runs. It
// is safe for concurrent use.
type requestQueue struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	all     load
	of      map[*zmtp.Peer]clientLoad
	closed  bool
}

// A clientLoad is the load of one client, with its last request in the queue.
type clientLoad struct {
	load
	last *request
}

// load is the number of waiting requests, and of their bytes.
type load struct{ requests, bytes int }

// fits reports whether one more request may wait that takes so many bytes. Only the
// part-th part of the room counts.
func (l load) fits(bytes, part int) bool {
	return l.requests < requestsRoom/part && (l.requests == 0 || l.bytes+bytes <= requestsBytes/part)
}

func newRequestQueue() *requestQueue {
	q := &requestQueue{of: map[*zmtp.Peer]clientLoad{}}
	q.changed.L = &q.mu
	return q
}

// put adds a request to the queue. It returns errCrowded if there is no room. The request
// before it of the same client is superseded if its update is covered.
func (q *requestQueue) put(r *request) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := r.size(); !q.all.fits(n, 1) || !q.of[r.peer].fits(n, clientPart) {
		return errCrowded
	}
	q.waiting = append(q.waiting, r)
	q.count(r, 1)
	own := q.of[r.peer]
	if own.last != nil {
		own.last.superseded = r.update.covers(own.last.update)
		own.last.update = nil // it is compared once, and may wait for long
	}
	own.last = r
	q.of[r.peer] = own
	q.changed.Signal()
	return nil
}

// next waits for the next request and gives it its turn. It returns nil when the queue
// is closed and empty.
func (q *requestQueue) next() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 {
		if q.closed {
			return nil
		}
		q.changed.Wait()
	}
	r := q.waiting[0]
	q.waiting[0] = nil
	q.waiting = q.waiting[1:]
	q.count(r, -1)
	r.turn = true
	return r
}

// wait reports whether a cell waits for its turn.
func (q *requestQueue) wait() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(q.waiting, func(r *request) bool { return !r.isComm() && !r.aborted })
}

// count adds a request to the loads, or takes it away if sign is -1. mu must be held.
func (q *requestQueue) count(r *request, sign int) {
	changed := func(l load) load {
		return load{l.requests + sign, l.bytes + sign*r.size()}
	}
	q.all = changed(q.all)
	own := q.of[r.peer]
	own.load = changed(own.load)
	if own.requests > 0 {
		q.of[r.peer] = own
	} else {
		delete(q.of, r.peer)
	}
}

// abort marks all waiting requests, so that their cells are not run.
func (q *requestQueue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.waiting {
		r.aborted = true
	}
}

// close ends the queue. Requests that wait still get their turn.
func (q *requestQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Signal()
}
