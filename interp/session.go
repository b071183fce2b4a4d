// Package interp is the interpreter of cells. It implements the contract of package repl with
// package cell, which checks and rewrites cells, and package worker, which runs them in a
// child process.
//
// The way of a cell is execute.go, to be read from top to bottom.
package interp

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// Options holds the settings of a session.
type Options struct {
	// Command is the program and the arguments that start a worker: a
	// process that calls child.Main.
	Command []string
	Env     []string // of the worker; nil: this process's
	Dir     string   // the worker's working directory; empty: this process's
	// Grace is the time for an interrupted cell to end before its worker is killed. 0 means
	// worker.DefaultGrace.
	Grace time.Duration
	// Memory is the largest amount that the worker may hold before it is stopped. 0 is no
	// limit.
	Memory memory.Size
	// Stored names a file with the solutions that replace fits, and the proofs that are checked where they are
	// shown. Empty: cells fit.
	Stored string
	// SilentStale lets no cell tell that others have used what it has changed.
	SilentStale bool
	Logger      *slog.Logger // nil: nothing is logged
}

// A Session runs cells one after another. After a worker has died it starts a fresh one. It
// implements [repl.Session], [repl.Analyzer] and [repl.Watcher].
type Session struct {
	inbox  *inbox
	scope  *scope
	runner *runner
	events chan repl.Event
	cancel context.CancelFunc // of the runner

	variables *variables
}

// Open opens a session. It does not wait for the first worker, which starts in the
// background. If no worker can be started, the first Execute fails with the reason.
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
	dir, err := filepath.Abs(opt.Dir)
	if err != nil { // it has been removed: cells run, and find no packages in it
		opt.Logger.Warn("interp: the folder of the session is gone", "err", err)
		dir = opt.Dir
	}
	s := &Session{
		inbox:  newInbox(),
		scope:  newScope(dir, opt.Dir),
		events: make(chan repl.Event),

		variables: &variables{},
	}
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.runner = newRunner(ctx, opt, s)
	go s.runner.loop()
	return s, nil
}

// Send implements [repl.Session].
func (s *Session) Send(r repl.Request) error { return s.inbox.put(r) }

// Events implements [repl.Session].
func (s *Session) Events() <-chan repl.Event { return s.events }

// Close implements [repl.Session]. It ends the worker, whatever the worker runs, and kills a
// worker that does not end before ctx. Events that nobody has taken are dropped.
func (s *Session) Close(ctx context.Context) error {
	s.cancel() // first, so that the runner uses no worker that close does not return
	proc := s.inbox.close()
	var err error
	if proc != nil {
		err = proc.Close(ctx)
	}
	<-s.runner.ended
	return err
}
