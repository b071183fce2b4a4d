package interp

import (
	"errors"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
)

// An inbox holds the requests that wait for the runner. It hands those that
// overtake them to the worker at once. Its methods are safe for concurrent use.
type inbox struct {
	filled chan struct{} // has an element when requests may wait

	mu          sync.Mutex
	closed      bool
	waiting     []repl.Request  // Execute, Deliver
	looks       []lookRequest   // asked for while no request waited
	busy        bool            // a request or a look is being carried out
	looking     bool            // a look is
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

// answered marks the request as carried out, before its end is announced: the client may
// then ask for a look at once.
func (b *inbox) answered() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy, b.interrupted = false, false
}

// A lookRequest is a question about variables that needs their values.
type lookRequest struct {
	name string        // of the variable that is to be rendered; empty: all, as a summary
	done chan struct{} // closed when it is answered
}

// look asks the runner to look at the variables, and waits for it, but no longer than
// patience. While cells run or wait it does nothing: the next that ends looks anyway.
func (b *inbox) look(name string, patience time.Duration) {
	l := lookRequest{name, make(chan struct{})}
	if !b.putLook(l) {
		return
	}
	select {
	case <-l.done:
	case <-time.After(patience):
	}
}

// putLook queues a look. It returns false if that cannot be carried out at once.
func (b *inbox) putLook(l lookRequest) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.busy && !b.looking || len(b.waiting) > 0 {
		return false
	}
	b.looks = append(b.looks, l)
	select {
	case b.filled <- struct{}{}:
	default:
	}
	return true
}

// nextLook returns the look to be carried out after the last one, which has ended.
func (b *inbox) nextLook() (lookRequest, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.looking = len(b.looks) > 0 && !b.closed
	b.busy, b.interrupted = b.looking, false
	if !b.looking {
		return lookRequest{}, false
	}
	l := b.looks[0]
	b.looks = b.looks[1:]
	return l, true
}

// stopped reports whether the request that is being carried out has been
// interrupted.
func (b *inbox) stopped() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.interrupted
}

// resume forgets the interrupt of the request, for the work after it.
func (b *inbox) resume() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.interrupted = false
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
