// Package kernel is a Jupyter kernel without a language: it speaks the Jupyter
// messaging protocol with clients and repl with an interpreter.
//
// A request goes through zmtp.Socket, codec, accept, handle and answer. An event of a
// cell goes through repl.Session, relay, publisher and zmtp.Socket. The two ways meet
// in execute and deliver, which wait for the Done of a cell. A question of a cell goes
// from relay through questions to the client's stdin, and the answer goes back.
package kernel

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/tally"
)

const (
	// A client that has asked for a shutdown kills the kernel if it takes long to end:
	// jupyter_client waits 2.5 s.
	closeSessionWithin = time.Second
	closeSocketsWithin = time.Second
	// lingerAtEnd is the time that the kernel waits for slow subscribers after that.
	lingerAtEnd = time.Second / 2
)

// Config holds the connection of a server, the session that it serves, and the facts that it
// tells its clients. Connection and Session are required.
type Config struct {
	Connection ConnectionInfo
	Session    repl.Session
	Analyzer   repl.Analyzer    // nil if there is none
	Watcher    repl.Watcher     // nil: there is no debugger
	History    *history.History // nil: only the cells of this session, in memory

	// These are told to clients in kernel_info_reply.
	Implementation string // the kernel's name
	Version        string // and version
	Banner         string
	Language       repl.Language
	HelpLinks      []HelpLink

	Logger *slog.Logger // nil: nothing is logged
}

// Serve answers Jupyter clients until one of them asks for a shutdown or the context
// ends. Before it returns it answers all earlier requests and delivers the answers to
// the clients that read. It closes the session.
//
// An error means that the kernel could not start. It names the field of the connection
// file at fault.
func Serve(ctx context.Context, cfg Config) error {
	s, err := newServer(cfg)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeSessionWithin)
		defer cancel()
		cfg.Session.Close(ctx) // err matters more than an error of this
		return err
	}
	s.run(ctx)
	return nil
}

// server is a running kernel.
type server struct {
	cfg      Config
	log      *slog.Logger
	codec    codec
	sockets  sockets
	iopub    *publisher
	activity activity
	cells    *cells
	progress map[repl.ID]bool // the cells with a line of progress; of relay
	history  *history.History

	comms     *comms
	questions questions
	debugger  *debugger

	queue   *requestQueue
	backlog *backlog     // of shell and control
	arrived atomic.Int64 // when the last cell came, in Unix nanoseconds
	dropped *tally.Tally // of messages

	stopping     chan struct{} // closed when the kernel begins nothing new
	stop         func()        // closes stopping
	sessionEnded chan struct{} // closed when no more events are expected
	giveUp       func()        // closes sessionEnded
	endSession   func()        // closes the session, once

	subscribers context.Context // done when slow subscribers are no longer waited for
	hurry       func()          // ends subscribers

	executionCount atomic.Int64 // of the last cell that has a count of its own
}

// newServer returns a server whose sockets accept clients.
func newServer(cfg Config) (*server, error) {
	if err := cfg.Connection.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", cfg.Connection.where(), err)
	}
	sign, err := newSigner(cfg.Connection.SignatureScheme, cfg.Connection.Key)
	if err != nil {
		return nil, err
	}
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if cfg.Connection.Key == "" {
		log.Warn("the connection has no key: whoever reaches the ports can run code")
	}
	s := &server{
		cfg:          cfg,
		log:          log,
		codec:        newCodec(sign),
		cells:        newCells(),
		progress:     map[repl.ID]bool{},
		history:      cfg.History,
		comms:        newComms(),
		debugger:     newDebugger(cfg.Watcher),
		dropped:      tally.New(log),
		queue:        newRequestQueue(),
		backlog:      newBacklog(),
		stopping:     make(chan struct{}),
		sessionEnded: make(chan struct{}),
	}
	if s.history == nil {
		s.history = history.New("", log)
	}
	s.stop = sync.OnceFunc(func() { close(s.stopping) })
	s.giveUp = sync.OnceFunc(func() { close(s.sessionEnded) })
	s.endSession = sync.OnceFunc(s.closeSession)
	s.subscribers, s.hurry = context.WithCancel(context.Background())
	if err := s.sockets.open(cfg.Connection, log, s.greet); err != nil {
		s.sockets.close(log)
		return nil, fmt.Errorf("%s: %w", cfg.Connection.where(), err)
	}
	s.iopub = newPublisher(s.codec, s.sendIOPub, log)
	s.activity.iopub = s.iopub
	s.questions = questions{ask: s.requestInput, answer: s.answerInput, present: s.canAnswer, absence: absence}
	return s, nil
}

// run serves until stop is called. It then ends the requests, the interpreter, the
// cells, the publisher and the sockets, in this order, so that nothing is lost.
func (s *server) run(ctx context.Context) {
	defer context.AfterFunc(ctx, s.stop)()
	s.iopub.publish(nil, "status", kernelStatus{"starting"})

	var listening, running sync.WaitGroup
	listening.Go(func() { s.receive(s.sockets.heartbeat, s.echo) })
	listening.Go(func() { s.receive(s.sockets.control, s.acceptor(controlRoom)) })
	listening.Go(func() { s.receive(s.sockets.shell, s.acceptor(shellRoom)) })
	listening.Go(func() { s.receive(s.sockets.stdin, s.acceptInput) })
	running.Go(s.takeTurns)
	running.Go(s.returnMemory)
	go s.relay() // ends with the session; run does not wait, since the session may not end

	<-s.stopping
	s.endSession()
	listening.Wait()
	s.queue.close()
	running.Wait()
	s.iopub.close()
	s.sockets.close(s.log)
	s.dropped.Close()
}

// closeSession closes the session and waits for its last events.
func (s *server) closeSession() {
	time.AfterFunc(lingerAtEnd, s.hurry)
	ctx, cancel := context.WithTimeout(context.Background(), closeSessionWithin)
	defer cancel()
	if err := s.cfg.Session.Close(ctx); err != nil {
		s.log.Error("the interpreter did not end as asked", "error", err)
	}
	select {
	case <-s.sessionEnded:
	case <-ctx.Done():
		s.giveUp()
	}
}
