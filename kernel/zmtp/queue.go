package zmtp

import (
	"context"
	"errors"
	"sync"
)

// frameCost is the least that a frame counts for, whatever its length: about
// what its slice header and its allocation take. Without it a message of a
// billion empty frames would be free.
const frameCost = 128

// itemsKept is the room for items that an empty queue keeps.
const itemsKept = 1 << 10

// errQueueClosed says that a queue takes nothing more.
var errQueueClosed = errors.New("queue closed")

// An item is one message, or one command, on its way to or from a peer.
type item struct {
	frames  Message
	cost    int
	command bool
	held    int // from the budget, of a message received
	drawn   int // from the budget, of a message to a peer
}

func newItem(frames Message) item {
	it := item{frames: frames}
	for _, f := range frames {
		it.cost += max(len(f), frameCost)
	}
	return it
}

// A queue holds items for one consumer, bounded by what they cost together. It
// is a queue of bytes and not of messages because one message may be a stream
// of ten bytes or a figure of ten megabytes.
//
// An item counts until the consumer releases it, not until it is taken: what
// is being written is still in memory. An item larger than the bound is let in
// when there is nothing else.
type queue struct {
	limit int

	mu     sync.Mutex
	ready  sync.Cond // there is something to take, or never will be
	space  sync.Cond // there is more room than before
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

// offer puts an item in if there is room now.
func (q *queue) offer(it item) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || !q.fits(it.cost) {
		return false
	}
	q.append(it)
	return true
}

// put waits for room until the context ends and puts an item in. It returns
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

// room waits as put does, and puts nothing in.
func (q *queue) room(ctx context.Context, cost int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wait(ctx, cost)
}

// push puts an item in whether there is room or not, unless the queue is
// closed: for a producer that has seen that there is room.
func (q *queue) push(it item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.append(it)
	}
}

// take waits for items and hands over all there are, in order. It takes back
// the slice that it gave before, to be used again unless it has become large: what
// one flood has needed is not kept. Nothing is returned when the queue is closed and
// empty.
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

// release makes room: the consumer is done with items of this cost.
func (q *queue) release(cost int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= cost
	q.passed += cost
	q.space.Broadcast()
}

// close lets nothing more in. What is in can still be taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
	q.space.Broadcast()
}

// discard closes the queue and forgets what is in it.
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

// isClosed reports whether nothing more gets in.
func (q *queue) isClosed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

// pending is the cost of what the consumer has not released.
func (q *queue) pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// throughput is the cost of all that the consumer has released.
func (q *queue) throughput() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.passed
}

// The methods below are called with mu held.

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
