// Package kernel is a Jupyter kernel without a language: it speaks the Jupyter
// messaging protocol with clients and repl with an interpreter.
//
// The way of a request: zmtp.Socket, codec, accept, handle, answer. The way of
// what a cell causes: repl.Session, relay, publisher, zmtp.Socket. The two
// meet in execute and in deliver, which wait for the Done. Questions of cells go
// from the relay over the desk to the client's stdin, and the answers back.
package kernel

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/tally"
)

const (
	// A client that asked for a shutdown kills the kernel when it has not
	// ended after some time: jupyter_client after 2.5 s.
	closeSessionWithin = time.Second
	closeSocketsWithin = time.Second
	// lingerAtEnd is how long slow subscribers are waited for from then on.
	lingerAtEnd = time.Second / 2
)

// Config is what a server is made of. Connection and Session are required.
type Config struct {
	Connection ConnectionInfo
	Session    repl.Session
	Analyzer   repl.Analyzer    // nil if there is none
	History    *history.History // nil for one of this session only

	// What kernel_info tells.
	Implementation string // the kernel's name
	Version        string // and version
	Banner         string
	Language       Language
	HelpLinks      []HelpLink

	Logger *slog.Logger // nil for none
}

// Serve answers Jupyter clients until one of them asks for a shutdown or the
// context ends. Whatever was asked before is answered and delivered before it
// returns, to clients that read. It takes over the session and closes it.
//
// An error means that it could not start, and names the field of the
// connection file at fault.
func Serve(ctx context.Context, cfg Config) error {
	s, err := newServer(cfg)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeSessionWithin)
		defer cancel()
		cfg.Session.Close(ctx) // what matters is why it could not start
		return err
	}
	s.run(ctx)
	return nil
}

// server is a running kernel.
type server struct {
	cfg     Config
	log     *slog.Logger
	codec   codec
	sockets sockets
	iopub   *publisher
	// activity is told of every request.
	activity activity
	cells    *cells
	history  *history.History

	comms *comms
	desk  desk

	turns   *turns
	backlog *backlog     // of shell and control
	arrived atomic.Int64 // when the last cell came, in Unix nanoseconds
	dropped *tally.Tally // messages

	stopping     chan struct{} // closed when nothing new is to be begun
	stop         func()        // closes it
	sessionEnded chan struct{} // closed when no more events are expected
	giveUp       func()        // closes it
	endSession   func()        // closes the session, once

	subscribers context.Context // ended when nobody is to wait for slow ones any more
	hurry       func()          // ends it

	executionCount atomic.Int64 // of the last cell that was counted
}

// newServer makes a server whose sockets accept clients.
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
		history:      cfg.History,
		comms:        newComms(),
		dropped:      tally.New(log),
		turns:        newTurns(),
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
	s.desk = desk{ask: s.requestInput, answer: s.answerInput, present: s.canAnswer, absence: absence}
	return s, nil
}

// run serves until the stop, and then ends in the order in which nothing is
// lost: requests, interpreter, cells, publisher, sockets.
func (s *server) run(ctx context.Context) {
	defer context.AfterFunc(ctx, s.stop)()
	s.iopub.publish(nil, "status", kernelStatus{"starting"})

	var listening, running sync.WaitGroup
	listening.Go(func() { s.receive(s.sockets.heartbeat, s.echo) })
	listening.Go(func() { s.receive(s.sockets.control, s.acceptor(controlRoom)) })
	listening.Go(func() { s.receive(s.sockets.shell, s.acceptor(shellRoom)) })
	listening.Go(func() { s.receive(s.sockets.stdin, s.acceptInput) })
	running.Go(s.takeTurns)
	running.Go(s.tidy)
	go s.relay() // ends with the session, if that ends

	<-s.stopping
	s.endSession()
	listening.Wait()
	s.turns.close()
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
