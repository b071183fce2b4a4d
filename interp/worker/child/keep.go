package child

import (
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// keepsFor is the time that an interrupt waits for calls whose results are kept. They return
// as soon as they find their context cancelled.
const keepsFor = 3 * time.Second

// keptCalls counts the calls of a task whose results are kept where an interrupt ends them:
// code that assigns them has still to run then.
type keptCalls struct {
	mu    sync.Mutex
	calls int
	none  chan struct{} // closed when there are none any more; nil at first
}

func (k *keptCalls) enter() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls++
	if k.calls == 1 {
		k.none = make(chan struct{})
	}
}

func (k *keptCalls) leave() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls--
	if k.calls == 0 {
		close(k.none)
	}
}

// under returns a channel that is closed when no calls are under way any more, or nil if
// there are none now.
func (k *keptCalls) under() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.calls == 0 {
		return nil
	}
	return k.none
}

// keep calls assign, which assigns what a call has returned and returns its error. That ends
// the cell.
func (c *process) keep(assign func() error) {
	k := &c.here().kept
	k.enter()
	defer k.leave()
	rt.Must(assign())
}
