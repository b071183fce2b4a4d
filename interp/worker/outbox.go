package worker

import (
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// An outbox holds messages until the child takes them. So the sender does not wait for
// a child that is busy, or that a signal has stopped.
type outbox struct {
	mu      sync.Mutex
	change  sync.Cond
	waiting []wire.Message
	closed  bool
}

func newOutbox() *outbox {
	o := &outbox{}
	o.change.L = &o.mu
	return o
}

func (o *outbox) put(m wire.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = append(o.waiting, m)
	o.change.Signal()
}

// close lets deliver end.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.change.Signal()
}

// deliver sends the messages of the outbox, until it is closed or the child is gone, which
// Died announces.
func (o *outbox) deliver(c *wire.Conn) {
	for {
		m, ok := o.take()
		if !ok || c.Send(m) != nil {
			return
		}
	}
}

func (o *outbox) take() (wire.Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) == 0 && !o.closed {
		o.change.Wait()
	}
	if o.closed {
		return wire.Message{}, false
	}
	m := o.waiting[0]
	o.waiting = o.waiting[1:]
	return m, true
}
