package child

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/interp/carry"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/output"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// A task is a run as the child sees it. It outlives its goroutine: what it
// started may still write, and does so in its name.
type task struct {
	serial int
	label  string
	labels context.Context // of its goroutines, for package pprof
	ctx    context.Context // cancelled by a halt only; it has a board and a maker
	cancel context.CancelFunc
	ended  chan struct{} // closed when the goroutine of the run has ended

	values map[string]string // how variables look, by name; of the run's goroutine
	begun  []string          // the variables of the session that it has begun; of the run's goroutine

	rebindings []rebinding // that are yet to come; of the run's goroutine

	out   *output.Run
	later atomic.Bool // a timer may call a function of it

	kept keptCalls

	typed   string                  // by the user and not read yet; of who has the turn to ask
	refused atomic.Pointer[refusal] // why there was nothing to read

	interrupted sync.Once
	waited      chan struct{} // closed when an interrupt need not wait for kept calls any more; nil without one

	halt    sync.Once
	halting atomic.Bool         // a halt has begun
	halted  chan struct{}       // closed when it is complete; nil without one
	exit    atomic.Pointer[int] // the status given to os.Exit
}

// newTask returns a task. Its board shows progress on out, keeper keeps its fits, and designs of studies that it reads have code.
func newTask(serial int, label string, keeper *stored.Keeper, out *output.Run) *task {
	show := func(p repl.Progress) { _ = out.Show(p) } // an error means that the supervisor has gone, which serve finds too
	ctx := underway.WithBoard(carried.WithMaker(context.Background(), carry.Maker{}), &progressBoard{show: show})
	ctx, cancel := context.WithCancel(proof.WithReplay(ctx, keeper))
	return &task{serial: serial, label: label, labels: labelsOf(serial), out: out, ctx: ctx, cancel: cancel, ended: make(chan struct{})}
}

func (t *task) over() bool {
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}
