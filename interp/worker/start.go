package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// lastWordsPipe is the index of the pipe for what the runtime says as it ends the
// child.
const lastWordsPipe = 2

// startTimeout is the time that a child may take from its start to its hello.
const startTimeout = 30 * time.Second

func (p *Process) start(ctx context.Context, secret string) error {
	l, err := p.launch(secret)
	if err != nil {
		return err
	}
	go p.supervise()
	if err := p.connect(ctx, l, secret); err != nil {
		select { // a child that cannot go on says why, and ends
		case <-p.exited:
		case <-time.After(wire.LostTimeout):
			p.kill("")
			<-p.exited
		}
		l.Close()
		close(p.silent)
		<-p.ended
		said, why := p.lastWords()
		return fmt.Errorf("%s gave no sign of life (%w): it said %q and %s", p.cfg.Command[0], err, said, why)
	}
	go p.outbox.deliver(p.wire)
	go p.listen()
	go p.forward()
	go p.watchMemory()
	return nil
}

// launch starts the child. The child has copies of its ends of the pipes, so this
// process closes its own: then a pipe ends when the child does.
func (p *Process) launch(secret string) (l *wire.Link, err error) {
	if len(p.cfg.Command) == 0 {
		return nil, errors.New("no command to start it with")
	}
	p.cmd = exec.Command(p.cfg.Command[0], p.cfg.Command[1:]...)
	p.cmd.Env = wire.Environment(p.cfg.Env, secret, p.cfg.Memory, p.cfg.Stored)
	p.cmd.Dir = p.cfg.Dir
	group.Detach(p.cmd)
	var theirs [len(p.pipes)]*os.File
	defer func() {
		err = errors.Join(err, closeFiles(theirs[:]))
		if err != nil {
			err = errors.Join(err, closeFiles(p.pipes[:]))
		}
	}()
	for i := range p.pipes {
		p.pipes[i], theirs[i], err = os.Pipe()
		if err != nil {
			return nil, err
		}
	}
	p.cmd.Stdout, p.cmd.Stderr = theirs[wire.Stdout-1], theirs[wire.Stderr-1]
	l, err = wire.NewLink(p.cmd, theirs[lastWordsPipe])
	if err != nil {
		return nil, err
	}
	defer l.HandOver()
	if err := p.cmd.Start(); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// closeFiles closes the files that are not nil.
func closeFiles(files []*os.File) (err error) {
	for _, f := range files {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

// connect waits for the child's call and hello.
func (p *Process) connect(ctx context.Context, l *wire.Link, secret string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	greeted := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			p.conn, p.wire = conn, wire.NewConn(conn)
			err = p.wire.ReceiveHello(secret)
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

// lastWords empties the queue of a child that has ended. It returns the text of the
// child and the reason of its end.
func (p *Process) lastWords() (said, why string) {
	for e, ok := p.queue.pop(); ok; e, ok = p.queue.pop() {
		switch e := e.(type) {
		case Output:
			if t, ok := e.Event.(repl.Stream); ok {
				said += t.Text
			}
		case Died:
			why = e.Reason
		}
	}
	return said, why
}
