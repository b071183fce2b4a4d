package interp

import (
	"context"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
)

// A worker that arrives when the session has been closed runs nothing: Close
// may not have seen it, and would wait for its cell for ever.
func TestWorkerAfterClose(t *testing.T) {
	ctx, closed := context.WithCancel(t.Context())
	r := &runner{ctx: ctx, inbox: newInbox(), starting: make(chan started, 1)}
	r.starting <- started{proc: new(worker.Process)}
	closed()
	if proc, err := r.worker(); err == nil {
		t.Errorf("worker = %p, which nobody ends", proc)
	}
	if r.inbox.worker() == nil {
		t.Error("the runner has lost the worker that it is to end")
	}
}
