// Package child is the child process of an interpreter: yaegi, and the replacements, for
// cells, of those parts of the standard library that reach for the process. [Main] is all of
// it; package worker starts the process that calls it.
package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child/output"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// collectorShare is the heap size at which the garbage collector aims, in tenths of the limit
// of memory. It is below the size that brings a warning, which would else be of garbage.
const collectorShare = 7

// Main is the child: it connects to the supervisor that the environment names,
// runs what it is told to, and returns when the supervisor has gone. The
// process is expected to end then with the status that it returns, whatever
// still runs in it; where it leads a process group that ends at once, with the
// programs that cells have started.
func Main(ctx context.Context) (status int) {
	err := work(ctx)
	if err == nil {
		return 0
	}
	if errors.Is(err, errOverflow) {
		return wire.ExitedFatally
	}
	_, isLink := errors.AsType[*net.OpError](err)
	if !isLink && !errors.Is(err, errLost) { // of these the supervisor tells
		fmt.Fprintln(os.Stderr, err)
	}
	return wire.ExitedLost
}

func work(ctx context.Context) error {
	s, err := wire.ReadSettings()
	if err != nil {
		return err
	}
	conn, err := wire.Dial()
	if err != nil {
		return fmt.Errorf("worker: the supervisor cannot be reached: %w", err)
	}
	defer conn.Close()
	context.AfterFunc(ctx, func() { conn.Close() })

	if err := confine(s.Memory); err != nil {
		return fmt.Errorf("worker: the limit of memory cannot be set: %w", err)
	}
	if s.Memory > 0 {
		debug.SetMemoryLimit(int64(s.Memory) / 10 * collectorShare)
	}
	lastWords := os.Stderr
	if f := wire.LastWordsFile(); f != nil {
		own, err := duplicate(f) // which programs of cells do not inherit
		if err := errors.Join(err, debug.SetCrashOutput(f, debug.CrashOptions{}), f.Close()); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
		lastWords = own
	}
	full := boundStacks(s.Memory)
	// An interrupt from a terminal is the supervisor's to handle. It is
	// caught and not ignored, because programs started from a cell would
	// inherit that.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)

	c, err := newProcess(conn, s)
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- c.serve() }()
	select {
	case err = <-served:
	case <-c.adrift:
		err = errLost
	case <-full:
		fmt.Fprintln(lastWords, errOverflow)
		err = errOverflow
	}
	if err != nil {
		return err
	}
	group.End(c.groups.All())
	group.EndOwn()
	return nil
}

// process is the child, as one value.
type process struct {
	engine *engine
	out    *output.Sender
	input  *input
	comms  *comm.Manager
	kit    *widget.Kit

	solutions *solutions

	folder string // in which the interpreter started: that of the notebook
	wire   *wire.Conn
	groups group.Set     // that commands of the shell have left behind
	adrift chan struct{} // closed by lost
	lose   func()        // closes it

	tasks   sync.Map             // by what goroutineLabels gives: *task; those that may go on
	current atomic.Pointer[task] // the last that began
}

func newProcess(conn net.Conn, s wire.Settings) (*process, error) {
	kept, err := newSolutions(s.Stored)
	if err != nil {
		return nil, err
	}
	c := &process{wire: wire.NewConn(conn), solutions: kept, adrift: make(chan struct{})}
	c.folder, _ = os.Getwd() // if it is not known, large proofs go to where cells are then
	c.lose = sync.OnceFunc(func() { close(c.adrift) })
	var pipes [2]*os.File
	for i, f := range []*os.File{os.Stdout, os.Stderr} {
		pipes[i], err = duplicate(f)
		if err != nil {
			return nil, fmt.Errorf("worker: %w", err)
		}
	}
	c.out = output.NewSender(c.wire, s.Secret, pipes[0], pipes[1])
	c.comms = comm.NewManager(commSink{c})
	c.kit = widget.NewKit(c.comms, display.NewPage(displaySink{c}), wantsEcho())
	c.input = newInput(c)
	c.current.Store(c.newTask(0, "the interpreter"))
	close(c.current.Load().ended)
	c.engine, err = newEngine(c)
	if err != nil {
		return nil, err
	}
	return c, c.wire.SendHello(s.Secret)
}

// serve carries out what the supervisor asks for until it has gone.
func (c *process) serve() error {
	for {
		m, err := c.wire.Receive()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
			return nil
		case err != nil:
			return fmt.Errorf("worker: %w", err)
		case m.Run != nil:
			if !c.current.Load().over() {
				return fmt.Errorf("worker: run %d was asked for before the last one ended", m.Run.Serial)
			}
			t := c.newTask(m.Run.Serial, m.Run.Program.Label)
			c.current.Store(t)
			go c.run(t, *m.Run)
		case m.Input != nil:
			c.input.answer(*m.Input)
		case m.Interrupt != nil:
			if t := c.current.Load(); t.serial == m.Interrupt.Serial {
				c.interrupt(t)
			}
		}
	}
}

// newTask returns the task of a run.
func (c *process) newTask(serial int, label string) *task {
	return newTask(serial, label, c.solutions.keeper, c.out.Run(serial))
}

// here returns the task to which the calling goroutine belongs: by its labels
// or, where compiled code has put others on it, the current one.
func (c *process) here() *task {
	if t, ok := c.tasks.Load(goroutineLabels()); ok {
		return t.(*task)
	}
	return c.current.Load()
}

// run carries out a run from its first to its last message.
func (c *process) run(t *task, r wire.Run) {
	if t.out.Begin() != nil {
		c.lost()
	}
	var o wire.Outcome
	go func() {
		defer close(t.ended)
		defer unlabel() // lest a census finds it once more on its way out
		c.tasks.Store(t.mark(), t)
		c.engine.run(t, r, &o)
	}()
	<-t.ended
	t.interrupted.Do(func() {})
	if t.waited != nil {
		<-t.waited
	}
	// A halt may have begun up to this moment, and none can from now on.
	t.halt.Do(func() {})
	if t.halted != nil {
		<-t.halted
	}
	o.Dir, _ = os.Getwd()
	if err := t.out.End(o, c.forget(t)); err != nil {
		c.lost()
	}
}

// interrupt is halt, but calls whose results are kept get the time to return first, and the
// code that assigns the results gets the time to run. A second interrupt waits for nothing.
func (c *process) interrupt(t *task) {
	waits := false
	t.interrupted.Do(func() {
		none := t.kept.under()
		if none == nil {
			return
		}
		waits, t.waited = true, make(chan struct{})
		t.halting.Store(true)
		t.cancel()
		go func() {
			defer close(t.waited)
			select {
			case <-none:
			case <-time.After(keepsFor):
			}
			c.halt(t)
		}()
	})
	if !waits {
		c.halt(t)
	}
}

// halt ends a task early: its context is cancelled, and every goroutine leaves
// interpreted code at its next step. When halt returns that has begun; the task
// may still be in a compiled call. A task that has ended is left alone.
func (c *process) halt(t *task) {
	t.halt.Do(func() {
		t.halted = make(chan struct{})
		before := goroutines()
		t.halting.Store(true)
		start := c.engine.stopper.stop()
		t.cancel()
		settled := make(chan struct{})
		go func() {
			<-t.ended
			settle(t.serial)
			close(settled)
		}()
		go c.tellStuck(t)
		go func() {
			defer close(t.halted)
			c.engine.stopper.hold(start, settled)
			c.tellStopped(t, before)
		}()
	})
}

// exit is os.Exit in a cell: it ends the cell, without deferred calls, and
// not the process.
func (c *process) exit(code int) {
	t := c.here()
	if t.over() {
		fmt.Fprintf(stream{c, wire.Stderr}, "os.Exit(%d) was called by a goroutine of %s, which has ended before; the goroutine ends here.\n", code, t.label)
	} else {
		t.exit.CompareAndSwap(nil, &code)
		c.halt(t)
	}
	runtime.Goexit()
}
