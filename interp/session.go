// Package interp is the interpreter of cells: it implements the contract of
// package repl on cell, which checks and rewrites them, and worker, which runs
// them in a child process.
package interp

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// Options say how to run cells.
type Options struct {
	// Command is the program and the arguments that start a worker: a
	// process that calls child.Main.
	Command []string
	Env     []string // of the worker; nil: this process's
	Dir     string   // the worker's working directory; empty: this process's
	// Grace is how long an interrupted cell may take to end before its
	// worker is killed. 0 means worker.DefaultGrace.
	Grace time.Duration
	// Memory is how much the worker may hold before it is stopped. 0 is no limit.
	Memory memory.Size
	Logger *slog.Logger // nil: nothing is logged
}

// A Session runs cells one after another, and a fresh worker for those that
// come after one has died. It implements [repl.Session] and [repl.Analyzer].
type Session struct {
	opt    Options
	events chan repl.Event
	done   chan struct{} // closed by Close
	over   chan struct{} // closed when the loop has ended
	cancel context.CancelFunc

	// Shared with Send and Close.
	mu          sync.Mutex
	closed      bool
	queue       []repl.Request  // Execute, Deliver
	queued      chan struct{}   // has an element when queue may have
	proc        *worker.Process // nil while there is none
	busy        bool            // one of those is being carried out
	interrupted bool            // … and was interrupted

	scope *scope

	// Of the loop only.
	ctx      context.Context
	starting chan started // a worker on its way; nil if there is none
	sources  sources
	serial   int            // of the last source
	last     repl.ID        // the last request carried out
	used     bool           // the worker has run something
	ran      []notebookCell // those that have succeeded
}

type started struct {
	proc *worker.Process
	err  error
}

// Open opens a session. It does not wait for the first worker, which starts in
// the background; if none can be started, the first Execute fails with the
// reason.
func Open(ctx context.Context, opt Options) (*Session, error) {
	if len(opt.Command) == 0 {
		return nil, errors.New("interp: Options.Command is empty: it says how to start a worker")
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Session{
		opt:    opt,
		events: make(chan repl.Event),
		done:   make(chan struct{}),
		over:   make(chan struct{}),
		queued: make(chan struct{}, 1),
	}
	dir, err := filepath.Abs(opt.Dir)
	if err != nil { // it has been removed: cells run, and find no packages in it
		opt.Logger.Warn("interp: the folder of the session is gone", "err", err)
		dir = opt.Dir
	}
	s.scope = newScope(dir, opt.Dir)
	s.sources = newSources(s.scope.line)
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.launch()
	go s.loop()
	return s, nil
}

// Send implements [repl.Session].
func (s *Session) Send(r repl.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("interp: the session is closed")
	}
	switch r := r.(type) {
	case repl.Execute, repl.Deliver:
		s.queue = append(s.queue, r)
		select {
		case s.queued <- struct{}{}:
		default:
		}
	case repl.Input:
		if s.proc != nil {
			s.proc.Input(r)
		}
	case repl.Interrupt:
		if s.busy {
			s.interrupted = true
			if s.proc != nil {
				s.proc.Interrupt()
			}
		}
	}
	return nil
}

// Events implements [repl.Session].
func (s *Session) Events() <-chan repl.Event { return s.events }

// Close implements [repl.Session]. It ends the worker, whatever that runs. A
// worker that does not end before ctx does is killed. Events that nobody has
// taken are dropped.
func (s *Session) Close(ctx context.Context) error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.done)
		s.cancel()
	}
	proc := s.proc
	s.mu.Unlock()
	var err error
	if proc != nil {
		err = proc.Close(ctx)
	}
	<-s.over
	return err
}

// loop carries out what is queued and passes on what the worker says in
// between.
func (s *Session) loop() {
	defer close(s.over)
	defer close(s.events)
	defer s.abandon()
	for {
		var said <-chan worker.Event
		if s.proc != nil {
			said = s.proc.Events()
		}
		select {
		case <-s.done:
			return
		case r := <-s.starting:
			s.arrived(r)
		case e, ok := <-said:
			if ok {
				s.idle(e)
			}
		case <-s.queued:
			for r, ok := s.next(); ok; r, ok = s.next() {
				switch r := r.(type) {
				case repl.Execute:
					s.execute(r)
				case repl.Deliver:
					s.deliver(r)
				}
			}
		}
	}
}

// next takes a request from the queue.
func (s *Session) next() (repl.Request, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy, s.interrupted = false, false
	if len(s.queue) == 0 || s.closed {
		return nil, false
	}
	r := s.queue[0]
	s.queue = s.queue[1:]
	s.busy = true
	return r, true
}

// emit delivers an event, waiting for who reads them.
func (s *Session) emit(e repl.Event) {
	select {
	case s.events <- e:
	case <-s.done:
	}
}

// idle handles what a worker says while no cell runs.
func (s *Session) idle(e worker.Event) {
	switch e := e.(type) {
	case worker.Said:
		s.emit(e.Event)
	case worker.Died:
		s.died(e)
	}
}

// launch starts a worker in the background.
func (s *Session) launch() {
	c := make(chan started, 1)
	s.starting = c
	go func() {
		proc, err := worker.Start(s.ctx, worker.Config{
			Command: s.opt.Command, Env: s.opt.Env, Dir: s.opt.Dir,
			Grace: s.opt.Grace, Memory: s.opt.Memory, Logger: s.opt.Logger,
		})
		c <- started{proc, err}
	}()
}

// arrived takes the worker that launch has started.
func (s *Session) arrived(r started) {
	s.starting = nil
	s.used = false
	if r.err != nil {
		if s.ctx.Err() == nil { // else the session is closing, and has stopped it
			s.opt.Logger.Error("interp: no worker", "err", r.err)
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proc = r.proc
}

// worker returns the worker, and waits for it if it is on its way.
func (s *Session) worker() (*worker.Process, error) {
	if s.proc == nil {
		if s.starting == nil {
			s.launch()
		}
		r := <-s.starting
		s.arrived(r)
		if r.err != nil {
			return nil, r.err
		}
	}
	return s.proc, nil
}

// died accounts for the death of the worker: its variables are gone. One that
// Close has ended leaves nothing to tell.
func (s *Session) died(e worker.Died) {
	s.mu.Lock()
	s.proc = nil
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return
	}
	reason := s.sources.death(e) + ". " + s.adviceAfter(e)
	s.ran = slices.DeleteFunc(s.ran, labelled(e.Label)) // it would end the next one too
	s.reset()
	s.emit(repl.Died{Parent: s.last, Reason: reason})
	s.emit(repl.Renewed{Parent: s.last})
	// One that dies before it has been used would die again and again.
	if s.used {
		s.launch()
	}
}

// reset forgets what the cells have declared, and their text, of which a fresh
// interpreter has nothing to say.
func (s *Session) reset() {
	s.sources = newSources(s.scope.line)
	s.scope.reset()
}

// abandon ends the worker when the loop ends.
func (s *Session) abandon() {
	if s.starting != nil {
		s.arrived(<-s.starting)
	}
	if s.proc != nil {
		if err := s.proc.Close(context.Background()); err != nil {
			s.opt.Logger.Debug("interp: closing the worker", "err", err)
		}
	}
}
