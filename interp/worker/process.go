package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// Config holds the command of a child, and its limits.
type Config struct {
	Command []string // a program and its arguments, which call child.Main
	Env     []string // nil: this process's
	Dir     string   // empty: this process's
	// Grace is the time that a run may take to stop when interrupted, before the child is
	// killed. 0 means DefaultGrace.
	Grace time.Duration
	// Memory is the amount of memory that the child may hold before it is stopped. 0 is no
	// limit.
	Memory memory.Size
	// Stored names the file of stored solutions, which replace fits in a run that checks proofs.
	Stored string
	Logger *slog.Logger // nil: nothing is logged
}

// DefaultGrace is long enough for a solver to finish its step.
const DefaultGrace = 5 * time.Second

// A Process is a child and its supervisor. Its methods may be called from any
// goroutine.
type Process struct {
	cfg    Config
	cmd    *exec.Cmd
	conn   net.Conn
	wire   *wire.Conn
	outbox *outbox
	pipes  [3]*os.File // of the two streams, and of the runtime's last words
	queue  *queue
	merger *merger
	events chan Event

	exited  chan struct{} // closed when the child and its pipes have ended
	silent  chan struct{} // closed when there are no more messages
	ended   chan struct{} // closed after exited and silent
	discard chan struct{} // closed when events are not read any more
	closing sync.Once

	left  group.Set
	began chan struct{} // has an element when a run has begun

	mu          sync.Mutex
	serial      int    // of the last run
	label       string // its program's
	running     bool
	interrupted int    // the serial number of the last run that was interrupted
	stuck       string // the compiled call in which the interrupted run goes on
	gone        bool   // the child has ended
	killedFor   string // why the supervisor has killed the child, if it has
}

// Start starts a child and waits until it is ready.
func Start(ctx context.Context, cfg Config) (*Process, error) {
	if cfg.Grace == 0 {
		cfg.Grace = DefaultGrace
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Env == nil {
		cfg.Env = os.Environ()
	}
	secret := wire.NewSecret()
	q := newQueue()
	p := &Process{
		cfg: cfg, queue: q, merger: newMerger(secret, q), outbox: newOutbox(),
		events: make(chan Event),
		exited: make(chan struct{}), silent: make(chan struct{}),
		ended: make(chan struct{}), discard: make(chan struct{}),
		began: make(chan struct{}, 1),
	}
	if err := p.start(ctx, secret); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	return p, nil
}

// Events yields the events of the child. It must be read: a child waits when too much is
// unread. The channel is closed after Died.
func (p *Process) Events() <-chan Event { return p.events }

// Run starts a program, whose events carry parent. It may be called when the run before
// has Ended. An error means that the child is gone, which Died says.
func (p *Process) Run(parent repl.ID, program rt.Program) error {
	return p.begin(parent, wire.Run{Program: program})
}

// Deliver hands a message of a comm to its receiver in the child. That is a run like
// that of a program, with a label that names the comm.
func (p *Process) Deliver(parent repl.ID, label string, c repl.Comm) error {
	return p.begin(parent, wire.Run{Program: rt.Program{Label: label}, Comm: &c})
}

func (p *Process) begin(parent repl.ID, r wire.Run) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.gone:
		return errors.New("worker: the child has ended")
	case p.running:
		return errors.New("worker: a program is running")
	}
	p.serial++
	r.Serial = p.serial
	p.label = r.Program.Label
	p.running = true
	p.merger.began(p.serial, parent, p.label)
	p.outbox.put(wire.Message{Run: &r})
	select {
	case p.began <- struct{}{}:
	default:
	}
	return nil
}

// Input answers an Ask. Without a child it does nothing.
func (p *Process) Input(in repl.Input) {
	p.outbox.put(wire.Message{Input: &in})
}

// Close ends the child and the programs that the child has started. It waits until the
// child has ended or ctx is done. Events need not be read any more.
func (p *Process) Close(ctx context.Context) error {
	p.kill("was closed")
	p.closing.Do(func() { close(p.discard) })
	err := p.conn.Close()
	if errors.Is(err, net.ErrClosed) {
		err = nil
	}
	select {
	case <-p.ended:
		return err
	case <-ctx.Done():
		return fmt.Errorf("worker: the child has been killed and has not ended yet: %w", ctx.Err())
	}
}

// listen receives the child's messages.
func (p *Process) listen() {
	defer close(p.silent)
	defer p.merger.noMoreMessages()
	defer p.conn.Close() // fails if Close was faster
	// A child without a connection ends by itself, or is ended.
	defer func() { time.AfterFunc(wire.LostTimeout, p.lose) }()
	for {
		m, err := p.wire.Receive()
		if err == nil {
			err = p.take(m)
		}
		if err != nil {
			p.cfg.Logger.Debug("worker: the child is silent", "err", err)
			return
		}
	}
}

// take acts on a message of the child's.
func (p *Process) take(m wire.Message) error {
	switch {
	case m.Stuck != nil:
		p.tellStuck(*m.Stuck)
		return nil
	case m.Group != 0:
		p.left.Add(m.Group)
		return nil
	case m.Ended != nil:
		if has, ok := footprintOf(p.cmd.Process); ok && has.pastWall(p.cfg.Memory) {
			p.kill(outOfMemory(p.cfg.Memory)) // here, where the cell is known that asked
			return nil
		}
		p.mu.Lock()
		p.running = false
		p.mu.Unlock()
		p.queue.release(false)
	}
	return p.merger.message(m)
}

// forward moves events from the queue to the channel that Events returns.
func (p *Process) forward() {
	defer close(p.events)
	for {
		e, ok := p.queue.pop()
		if !ok {
			return
		}
		select {
		case p.events <- e:
		case <-p.discard:
			p.queue.close()
			return
		}
	}
}
