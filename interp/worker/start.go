package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// lastWordsPipe is which of a process's pipes tells what the runtime says as it ends
// the child.
const lastWordsPipe = 2

// startTimeout is how long a child may take from its start to its hello.
const startTimeout = 30 * time.Second

func (p *Process) start(ctx context.Context, secret string) error {
	l, err := p.launch(secret)
	if err != nil {
		return err
	}
	go p.supervise()
	if err := p.connect(ctx, l, secret); err != nil {
		select { // one that cannot go on says why, and ends
		case <-p.exited:
		case <-time.After(lostTimeout):
			p.condemn("")
			<-p.exited
		}
		l.close()
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

// launch starts the child. It has its own copies of its ends of the pipes then,
// which end when those do.
func (p *Process) launch(secret string) (l *link, err error) {
	if len(p.cfg.Command) == 0 {
		return nil, errors.New("no command to start it with")
	}
	p.cmd = exec.Command(p.cfg.Command[0], p.cfg.Command[1:]...)
	p.cmd.Env = environment(p.cfg.Env, secret, p.cfg.Memory)
	p.cmd.Dir = p.cfg.Dir
	detach(p.cmd)
	var theirs [len(p.pipes)]*os.File
	defer func() {
		err = errors.Join(err, closeFiles(theirs[:]))
		if err != nil {
			err = errors.Join(err, closeFiles(p.pipes[:]))
		}
	}()
	for i := range p.pipes {
		if p.pipes[i], theirs[i], err = os.Pipe(); err != nil {
			return nil, err
		}
	}
	p.cmd.Stdout, p.cmd.Stderr = theirs[streamOut-1], theirs[streamErr-1]
	if l, err = newLink(p.cmd, theirs[lastWordsPipe]); err != nil {
		return nil, err
	}
	defer l.handOver()
	if err := p.cmd.Start(); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// closeFiles closes files, as far as there are any.
func closeFiles(files []*os.File) (err error) {
	for _, f := range files {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

// connect waits for the child's call and hello.
func (p *Process) connect(ctx context.Context, l *link, secret string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	greeted := make(chan error, 1)
	go func() {
		conn, err := l.accept()
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
