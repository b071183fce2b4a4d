package interp

import (
	"errors"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// An inbox holds the requests that wait for the runner. It hands those that
// overtake them to the worker at once. Its methods are safe for concurrent use.
type inbox struct {
	filled chan struct{} // has an element when requests may wait

	mu          sync.Mutex
	closed      bool
	waiting     []repl.Request  // Execute, Deliver
	busy        bool            // a request is being carried out
	interrupted bool            // … and has been interrupted
	proc        *worker.Process // the worker; nil while there is none
}

func newInbox() *inbox { return &inbox{filled: make(chan struct{}, 1)} }

// put takes a request.
func (b *inbox) put(r repl.Request) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errors.New("interp: the session is closed")
	}
	switch r := r.(type) {
	case repl.Execute, repl.Deliver:
		b.waiting = append(b.waiting, r)
		select {
		case b.filled <- struct{}{}:
		default:
		}
	case repl.Input:
		if b.proc != nil {
			b.proc.Input(r)
		}
	case repl.Interrupt:
		if b.busy {
			b.interrupted = true
			if b.proc != nil {
				b.proc.Interrupt()
			}
		}
	}
	return nil
}

// next returns the request to be carried out after the last one, which has ended.
func (b *inbox) next() (repl.Request, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy, b.interrupted = false, false
	if len(b.waiting) == 0 || b.closed {
		return nil, false
	}
	r := b.waiting[0]
	b.waiting = b.waiting[1:]
	b.busy = true
	return r, true
}

// stopped reports whether the request that is being carried out has been
// interrupted.
func (b *inbox) stopped() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.interrupted
}

// worker returns the worker, nil while there is none.
func (b *inbox) worker() *worker.Process {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.proc
}

// setWorker sets the worker, or nil when it is gone.
func (b *inbox) setWorker(p *worker.Process) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.proc = p
}

// close refuses all further requests, and returns the worker.
func (b *inbox) close() *worker.Process {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return b.proc
}
