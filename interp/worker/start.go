package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// startTimeout is how long a child may take from its start to its hello.
const startTimeout = 30 * time.Second

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
	p.cmd.Env = environment(p.cfg.Env, l, secret, p.crash.Name(), p.cfg.Memory)
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
		case <-time.After(lostTimeout):
			p.condemn("")
			<-p.exited
		}
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
