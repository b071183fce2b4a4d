package zmtp

import (
	"context"
	"errors"
	"sync"
)

// frameCost is the least number of bytes that a frame counts: about the size of its slice
// header and its allocation. Without it a message of a billion empty frames would be free.
const frameCost = 128

// itemsKept is the room for items that an empty queue keeps.
const itemsKept = 1 << 10

// errQueueClosed is the error of a queue that takes nothing more.
var errQueueClosed = errors.New("queue closed")

// An item is one message, or one command, on its way to or from a peer.
type item struct {
	frames  Message
	cost    int
	command bool
	held    int // drawn from the budget for a message of a peer
	drawn   int // drawn from the budget for a message to a peer
}

func newItem(frames Message) item {
	it := item{frames: frames}
	for _, f := range frames {
		it.cost += max(len(f), frameCost)
	}
	return it
}

// A queue holds items for one consumer. It bounds what the items cost together and not
// their number, because one message may be a text of ten bytes or a figure of ten
// megabytes.
//
// An item counts until the consumer releases it, and not only until the consumer takes
// it, because an item that is being written is still in memory. An item larger than
// the bound is let in if nothing else counts.
type queue struct {
	limit int

	mu     sync.Mutex
	ready  sync.Cond // there is an item to take, or the queue is closed
	space  sync.Cond // there is more room, or the queue is closed
	items  []item
	bytes  int // cost of items and of what the consumer has not released
	passed int // cost of what the consumer has released
	closed bool
}

func newQueue(limit int) *queue {
	q := &queue{limit: limit}
	q.ready.L, q.space.L = &q.mu, &q.mu
	return q
}

// offer adds an item if there is room now. It reports whether it has.
func (q *queue) offer(it item) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || !q.fits(it.cost) {
		return false
	}
	q.append(it)
	return true
}

// put waits for room, until the context ends, and adds an item. An error is
// errQueueClosed or the error of the context.
func (q *queue) put(ctx context.Context, it item) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.wait(ctx, it.cost); err != nil {
		return err
	}
	q.append(it)
	return nil
}

// hasRoom reports whether there is room now.
func (q *queue) hasRoom(cost int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.fits(cost)
}

// room waits for room as put does, and adds nothing.
func (q *queue) room(ctx context.Context, cost int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wait(ctx, cost)
}

// push adds an item without a look at the room, unless the queue is closed. It is for a
// producer that has seen that there is room.
func (q *queue) push(it item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.append(it)
	}
}

// take waits for items and returns all there are, in order. It returns none when the
// queue is closed and empty. used is the slice that take returned before; it is used
// again unless a flood has made it large.
func (q *queue) take(used []item) []item {
	clear(used)
	if cap(used) > itemsKept {
		used = nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.ready.Wait()
	}
	taken := q.items
	q.items = used[:0]
	return taken
}

// release makes room for as much as the items cost that the consumer is done with.
func (q *queue) release(cost int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= cost
	q.passed += cost
	q.space.Broadcast()
}

// close makes the queue refuse further items. Items in the queue can still be taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
	q.space.Broadcast()
}

// discard closes the queue and forgets its items.
func (q *queue) discard() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range q.items {
		q.bytes -= q.items[i].cost
	}
	q.items = nil
	q.closed = true
	q.ready.Broadcast()
	q.space.Broadcast()
}

// isClosed reports whether the queue refuses further items.
func (q *queue) isClosed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

// pending returns the cost of the items that the consumer has not released.
func (q *queue) pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// throughput returns the cost of all items that the consumer has released so far.
func (q *queue) throughput() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.passed
}

// mu must be held for the methods below.

func (q *queue) fits(cost int) bool { return q.bytes == 0 || q.bytes+cost <= q.limit }

func (q *queue) append(it item) {
	q.items = append(q.items, it)
	q.bytes += it.cost
	q.ready.Signal()
}

func (q *queue) wait(ctx context.Context, cost int) error {
	if !q.closed && q.fits(cost) {
		return nil
	}
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.space.Broadcast()
	})
	defer stop()
	for {
		switch {
		case q.closed:
			return errQueueClosed
		case q.fits(cost):
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		}
		q.space.Wait()
	}
}
