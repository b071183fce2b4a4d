package child

import (
	"os"
	"sync"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// output is the child's end of the two pipes. What fmt and log write, to
// either stream, passes stamped through the pipe of standard output, which
// keeps it in order; the other pipe carries only what is written to file
// descriptor 2 directly.
type output struct {
	secret string

	mu    sync.Mutex
	pipes [2]*os.File // by stream-1; duplicates, which nobody else can close
	run   int         // whose text needs no stamp; 0: nobody's
	syncs int
}

// begin makes text without a stamp that of a run, as the supervisor does.
func (o *output) begin(serial int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.run = serial
}

// write writes text of a run to one of the streams. Text that is not what the
// pipe expects goes in pieces, each between a stamp before it and one after
// it.
func (o *output) write(stream, serial int, p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pipe := o.pipes[wire.Stdout-1]
	if stream == wire.Stdout && serial == o.run {
		return pipe.Write(p)
	}
	before := wire.AppendStamp(nil, o.secret, wire.Stamp{Kind: wire.TextBegins, Stream: stream, Serial: serial})
	after := wire.AppendStamp(nil, o.secret, wire.Stamp{Kind: wire.TextEnds})
	room := wire.AtomicWrite - len(before) - len(after)
	written := 0
	for written < len(p) {
		piece := p[written:][:runesWithin(p[written:], room)]
		b := append(append(before[:len(before):len(before)], piece...), after...)
		if _, err := pipe.Write(b); err != nil {
			return written, err
		}
		written += len(piece)
	}
	return written, nil
}

// runesWithin returns how many of the first max bytes of p to take so as not
// to cut a character in two.
func runesWithin(p []byte, max int) int {
	if len(p) <= max {
		return len(p)
	}
	for n := max; n > max-utf8.UTFMax; n-- {
		if utf8.RuneStart(p[n]) {
			return n
		}
	}
	return max
}

// end is sync at the end of a run: what it still writes, it will have to stamp.
func (o *output) end() (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.run = 0
	return o.stampBoth()
}

// sync stamps both pipes at this moment and returns the number on the stamps.
func (o *output) sync() (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stampBoth()
}

func (o *output) stampBoth() (int, error) {
	o.syncs++
	b := wire.AppendStamp(nil, o.secret, wire.Stamp{Kind: wire.SyncPoint, Sync: o.syncs})
	for _, pipe := range o.pipes {
		if _, err := pipe.Write(b); err != nil {
			return 0, err
		}
	}
	return o.syncs, nil
}

// call notes, for a supervisor that may outlive this process by a moment,
// that a panic has passed through a function.
func (o *output) call(serial int, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	// There is nobody to tell of an error: the process is about to end.
	_, _ = o.pipes[wire.Stderr-1].Write(wire.AppendStamp(nil, o.secret, wire.Stamp{Kind: wire.PanicLeft, Serial: serial, Call: text}))
}

// A stream is an io.Writer for the text of whichever run the calling
// goroutine belongs to.
type stream struct {
	c      *process
	number int
}

func (s stream) Write(p []byte) (int, error) {
	s.c.sender.settle()
	t := s.c.here()
	if t.exit.Load() != nil {
		return len(p), nil // deferred calls, which os.Exit would not have run
	}
	t.outlets.drain()
	return s.c.out.write(s.number, t.serial, p)
}
