package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// Config says how to start a child.
type Config struct {
	Command []string // a program and its arguments, which call Main
	Env     []string // nil: this process's
	Dir     string   // empty: this process's
	// Grace is how long a run may take to stop when interrupted, before the
	// child is killed. 0 means DefaultGrace.
	Grace  time.Duration
	Logger *slog.Logger // nil: nothing is logged
}

// DefaultGrace is long enough for a solver to finish its step.
const DefaultGrace = 5 * time.Second

const (
	startTimeout = 30 * time.Second // from the child's start to its hello
	drainTimeout = time.Second      // from its death to the end of its pipes, which others may hold open
)

// A Process is a child and its supervisor. Its methods may be called from any
// goroutine.
type Process struct {
	cfg    Config
	cmd    *exec.Cmd
	conn   net.Conn
	wire   *wire
	crash  *os.File // what the runtime says as it ends the child
	pipes  [2]*os.File
	queue  *queue
	merger *merger
	events chan Event

	exited  chan struct{} // closed when the child and its pipes have ended
	silent  chan struct{} // closed when there are no more messages
	ended   chan struct{} // closed after both
	discard chan struct{} // closed when events are not read any more
	closing sync.Once

	mu      sync.Mutex
	serial  int    // of the last run
	label   string // its program's
	running bool
	verdict string // why the supervisor has ended the child, if it has
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
	secret := newSecret()
	q := newQueue()
	p := &Process{
		cfg: cfg, queue: q, merger: newMerger(secret, q),
		events: make(chan Event),
		exited: make(chan struct{}), silent: make(chan struct{}),
		ended: make(chan struct{}), discard: make(chan struct{}),
	}
	// The folder holds what the child must find by a path, the socket and the
	// crash report. Once it has opened both the folder can go, and nothing is
	// left behind however the two processes end.
	dir, err := os.MkdirTemp("", "nvsd-worker-")
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	err = p.start(ctx, dir, secret)
	if removal := os.RemoveAll(dir); removal != nil {
		cfg.Logger.Warn("worker: cannot clean up", "err", removal)
	}
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	return p, nil
}

func (p *Process) start(ctx context.Context, dir, secret string) (err error) {
	if len(p.cfg.Command) == 0 {
		return errors.New("no command to start it with")
	}
	p.crash, err = os.Create(filepath.Join(dir, "crash"))
	if err != nil {
		return err
	}
	supervised := false
	defer func() {
		if !supervised {
			err = errors.Join(err, p.crash.Close())
		}
	}()
	l, err := listen(dir)
	if err != nil {
		return err
	}
	defer l.Close()

	p.cmd = exec.Command(p.cfg.Command[0], p.cfg.Command[1:]...)
	p.cmd.Env = environment(p.cfg.Env, l, secret, p.crash.Name())
	p.cmd.Dir = p.cfg.Dir
	detach(p.cmd)
	stdout, err := p.pipe(streamOut)
	if err != nil {
		return err
	}
	stderr, err := p.pipe(streamErr)
	if err != nil {
		return errors.Join(err, stdout.Close(), p.pipes[0].Close())
	}
	p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
	err = p.cmd.Start()
	// The child has its own copies now, and the pipes end when those do.
	err = errors.Join(err, stdout.Close(), stderr.Close())
	if err != nil {
		return errors.Join(err, p.pipes[0].Close(), p.pipes[1].Close())
	}
	supervised = true
	go p.supervise()
	if err := p.connect(ctx, l, secret); err != nil {
		select { // one that cannot go on says why, and ends
		case <-p.exited:
		case <-time.After(drainTimeout):
			p.condemn("")
			<-p.exited
		}
		close(p.silent)
		<-p.ended
		said, why := p.lastWords()
		return fmt.Errorf("%s gave no sign of life (%w): it said %q and %s", p.cfg.Command[0], err, said, why)
	}
	go p.listen()
	go p.forward()
	return nil
}

// pipe opens the pipe of a stream and returns the child's end of it.
func (p *Process) pipe(number int) (*os.File, error) {
	r, w, err := os.Pipe()
	p.pipes[number-1] = r
	return w, err
}

// connect waits for the child's call and hello.
func (p *Process) connect(ctx context.Context, l net.Listener, secret string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	greeted := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			p.conn, p.wire = conn, newWire(conn)
			err = p.wire.receiveHello(secret)
		}
		greeted <- err
	}()
	select {
	case err := <-greeted:
		return err
	case <-p.exited:
		return errors.New("it ended at once")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lastWords returns what is in the queue of a child that has ended: its text,
// and why it did.
func (p *Process) lastWords() (said, why string) {
	for e, ok := p.queue.pop(); ok; e, ok = p.queue.pop() {
		switch e := e.(type) {
		case Said:
			if t, ok := e.Event.(repl.Stream); ok {
				said += t.Text
			}
		case Died:
			why = e.Reason
		}
	}
	return said, why
}

// Events yields what the child does. It must be read; a child that floods it
// waits. It is closed after Died.
func (p *Process) Events() <-chan Event { return p.events }

// Run starts a program, whose events carry parent. It may be called when the
// run before has Ended. An error means that the child is gone, as Died tells
// or has told.
func (p *Process) Run(parent repl.ID, program Program) error {
	return p.begin(parent, run{Program: program})
}

// Deliver hands a message of a comm to whom it is for: a run like that of a
// program, whose label names the comm.
func (p *Process) Deliver(parent repl.ID, label string, c repl.Comm) error {
	return p.begin(parent, run{Program: Program{Label: label}, Comm: &c})
}

func (p *Process) begin(parent repl.ID, r run) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running {
		return errors.New("worker: a program is running")
	}
	p.serial++
	r.Serial = p.serial
	p.label = r.Program.Label
	p.running = true
	p.merger.began(p.serial, parent, p.label)
	if err := p.wire.send(message{Run: &r}); err != nil {
		p.running = false
		return fmt.Errorf("worker: %w", err)
	}
	return nil
}

// Input answers an Ask. Without a child there is nobody to tell.
func (p *Process) Input(in repl.Input) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.wire.send(message{Input: &in}) // an error means that it is gone, and Died tells so
}

// Interrupt stops the running program. It Ends as Interrupted, or the child is
// killed when the grace is over. Without a running program it does nothing.
func (p *Process) Interrupt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.running {
		return
	}
	// A child that waits for its output to be read could not stop.
	p.queue.release(true)
	serial := p.serial
	if err := p.wire.send(message{Interrupt: &interrupt{Serial: serial}}); err != nil {
		return // it is gone, and Died tells so
	}
	time.AfterFunc(p.cfg.Grace, func() {
		p.mu.Lock()
		late := p.running && p.serial == serial
		label := p.label
		p.mu.Unlock()
		if late {
			p.condemn(fmt.Sprintf("was stopped because %s had not ended %v after the interrupt: it was in a call that looks at no context", label, p.cfg.Grace))
		}
	})
}

// Close ends the child and waits until it has ended. Events need not be read
// any more.
func (p *Process) Close(ctx context.Context) error {
	p.mu.Lock()
	if p.verdict == "" {
		p.verdict = "was closed"
	}
	p.mu.Unlock()
	p.closing.Do(func() { close(p.discard) })
	// The child ends when it sees that its supervisor has gone.
	err := p.conn.Close()
	if errors.Is(err, net.ErrClosed) {
		err = nil
	}
	select {
	case <-p.ended:
		return err
	case <-time.After(p.cfg.Grace):
	case <-ctx.Done():
	}
	p.condemn("")
	<-p.ended
	return err
}

// condemn kills the child, for a reason that Died gives.
func (p *Process) condemn(reason string) {
	p.mu.Lock()
	if p.verdict == "" {
		p.verdict = reason
	}
	p.mu.Unlock()
	if err := kill(p.cmd.Process); err != nil {
		p.cfg.Logger.Debug("worker: cannot kill the child", "err", err)
	}
}

// supervise reads the child's pipes and waits for its end.
func (p *Process) supervise() {
	var readers [2]*pipeReader
	var wg sync.WaitGroup
	for i, pipe := range p.pipes {
		wg.Go(func() { readers[i] = p.merger.readPipe(pipe, i+1) })
	}
	err := p.cmd.Wait()
	p.cfg.Logger.Debug("worker: the child has ended", "err", err)
	for _, pipe := range p.pipes {
		// Without a deadline, a program that a cell has started and that
		// has the pipe too could keep us here for ever. A pipe always
		// takes one.
		_ = pipe.SetReadDeadline(time.Now().Add(drainTimeout))
	}
	wg.Wait()
	close(p.exited)
	<-p.silent

	crash, err := io.ReadAll(p.crash) // the child writes through a file of its own
	if err != nil {
		p.cfg.Logger.Warn("worker: no crash report", "err", err)
	}
	last := append(readers[streamErr-1].dying, crash...)
	if len(crash) > 0 {
		p.cfg.Logger.Debug("worker: the child's last words", "text", string(last))
	} else {
		readers[streamErr-1].pass()
	}
	p.mu.Lock()
	died := Died{Reason: p.verdict, Unfinished: p.running}
	p.running = false
	p.mu.Unlock()
	if died.Reason == "" {
		var panicked bool
		died.Reason, panicked = reason(string(last), p.cmd.ProcessState)
		if panicked {
			died.Label, died.Calls = p.merger.lastPanic()
		}
	}
	p.queue.push(died)
	p.queue.close()
	for _, err := range []error{p.pipes[0].Close(), p.pipes[1].Close(), p.crash.Close()} {
		if err != nil {
			p.cfg.Logger.Warn("worker: cannot clean up", "err", err)
		}
	}
	close(p.ended)
}

// listen receives the child's messages.
func (p *Process) listen() {
	defer close(p.silent)
	defer p.merger.hush()
	for {
		m, err := p.wire.receive()
		if err == nil && m.Ended != nil {
			p.mu.Lock()
			p.running = false
			p.mu.Unlock()
			p.queue.release(false)
		}
		if err == nil {
			err = p.merger.message(m)
		}
		if err != nil {
			p.cfg.Logger.Debug("worker: the child is silent", "err", err)
			return
		}
	}
}

// forward passes the queue on to who reads Events.
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
