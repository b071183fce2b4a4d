package worker

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

const (
	// Programs that a cell has started, and that have left the child's process group,
	// may hold the pipes of a dead child open. All that the child has written is then
	// in the pipes, so reading ends at the first pause.
	pauseTimeout = 50 * time.Millisecond
	drainTimeout = time.Second // from the child's death to the end of reading
)

// kill kills the child. Died gives the reason.
func (p *Process) kill(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return // and its number may be that of another process
	}
	if p.killedFor == "" {
		p.killedFor = reason
	}
	if err := group.Kill(p.cmd.Process); err != nil {
		p.cfg.Logger.Debug("worker: cannot kill the child", "err", err)
	}
}

// lose kills a child that lives on without its connection.
func (p *Process) lose() { p.kill(lostConnection) }

// supervise reads the child's pipes, waits for the child's end and pushes Died.
func (p *Process) supervise() {
	var readers [2]*pipeReader
	var wg sync.WaitGroup
	for i := range readers {
		wg.Go(func() { readers[i] = p.merger.readPipe(&drainReader{File: p.pipes[i]}, i+1) })
	}
	var last []byte
	wg.Go(func() { last = readLastWords(&drainReader{File: p.pipes[lastWordsPipe]}) })
	err := p.cmd.Wait()
	p.cfg.Logger.Debug("worker: the child has ended", "err", err)
	p.endGroups()
	for _, pipe := range p.pipes {
		_ = pipe.SetReadDeadline(time.Now()) // a pipe takes one where programs can be left behind
	}
	wg.Wait()
	close(p.exited)
	<-p.silent
	p.outbox.close()
	p.queue.push(p.death(readers[wire.Stderr-1], last))
	p.queue.close()
	if err := closeFiles(p.pipes[:]); err != nil {
		p.cfg.Logger.Warn("worker: cannot clean up", "err", err)
	}
	close(p.ended)
}

// endGroups ends the programs that the child has started. The number of their group
// is that of the child, and is not given to another while one of them lives.
func (p *Process) endGroups() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = true
	group.End(append(p.left.All(), p.cmd.Process.Pid))
}

// maxLastWords is the number of bytes that are kept of the runtime's last words, which begin
// with the reason.
const maxLastWords = 1 << 20

// readLastWords reads the runtime's last words to their end.
func readLastWords(pipe io.Reader) []byte {
	words, err := io.ReadAll(io.LimitReader(pipe, maxLastWords))
	if err == nil {
		_, _ = io.Copy(io.Discard, pipe) // fails where the child's death ends the reading
	}
	return words
}

// death returns the event of the child's end. Stderr is the reader of its standard error,
// which has held some text back, and words are what the runtime has written to the pipe for
// last words.
func (p *Process) death(stderr *pipeReader, words []byte) Died {
	last := string(valid(append(stderr.dying, words...)))
	p.mu.Lock()
	died := Died{Reason: p.killedFor, Unfinished: p.running}
	p.running = false
	p.mu.Unlock()
	why := reason(last, p.cmd.ProcessState, p.cfg.Memory)
	if why.words {
		p.cfg.Logger.Debug("worker: the child's last words", "text", last)
	} else {
		stderr.pass()
		stderr.flush()
	}
	if why.over(died.Reason) {
		died.Reason = why.text
		if why.panicked {
			died.Label, died.Calls = p.merger.lastPanic()
		}
	}
	return died
}

// A drainReader reads a pipe until its end. The supervisor sets a deadline on the pipe when
// the child is dead; from then on it reads until nothing more comes.
type drainReader struct {
	*os.File
	until time.Time // zero while the child lives
}

func (d *drainReader) Read(b []byte) (int, error) {
	if d.until.IsZero() {
		n, err := d.File.Read(b)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		d.until = time.Now().Add(drainTimeout)
	}
	now := time.Now()
	if now.After(d.until) {
		return 0, os.ErrDeadlineExceeded
	}
	if err := d.SetReadDeadline(now.Add(pauseTimeout)); err != nil {
		return 0, err
	}
	return d.File.Read(b)
}
