package output

import (
	"os"
	"sync"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// pipes are the child's ends of the two pipes. What fmt and log write, to
// either stream, passes stamped through the pipe of standard output, which
// keeps it in order; the other pipe carries only what is written to file
// descriptor 2 directly.
type pipes struct {
	secret string

	mu    sync.Mutex
	files [2]*os.File // by stream-1
	run   int         // whose text needs no stamp; 0: nobody's
	syncs int
}

// begin makes text without a stamp that of a run, as the supervisor does.
func (p *pipes) begin(serial int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run = serial
}

// write writes text of a run to one of the streams. Text that is not what the
// pipe expects goes in pieces, each between a stamp before it and one after
// it.
func (p *pipes) write(stream, serial int, text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pipe := p.files[wire.Stdout-1]
	if stream == wire.Stdout && serial == p.run {
		return pipe.Write(text)
	}
	before := wire.AppendStamp(nil, p.secret, wire.Stamp{Kind: wire.TextBegins, Stream: stream, Serial: serial})
	after := wire.AppendStamp(nil, p.secret, wire.Stamp{Kind: wire.TextEnds})
	room := wire.AtomicWrite - len(before) - len(after)
	written := 0
	for written < len(text) {
		piece := text[written:][:runesWithin(text[written:], room)]
		b := append(append(before[:len(before):len(before)], piece...), after...)
		if _, err := pipe.Write(b); err != nil {
			return written, err
		}
		written += len(piece)
	}
	return written, nil
}

// runesWithin returns the largest number of bytes of p, up to max, that does not cut a
// character in two.
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
func (p *pipes) end() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run = 0
	return p.stampBoth()
}

// sync stamps both pipes at this moment and returns the number on the stamps.
func (p *pipes) sync() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stampBoth()
}

func (p *pipes) stampBoth() (int, error) {
	p.syncs++
	b := wire.AppendStamp(nil, p.secret, wire.Stamp{Kind: wire.SyncPoint, Sync: p.syncs})
	for _, pipe := range p.files {
		if _, err := pipe.Write(b); err != nil {
			return 0, err
		}
	}
	return p.syncs, nil
}

// call notes, for a supervisor that may outlive this process by a moment,
// that a panic has passed through a function.
func (p *pipes) call(serial int, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	// There is nobody to tell of an error: the process is about to end.
	_, _ = p.files[wire.Stderr-1].Write(wire.AppendStamp(nil, p.secret, wire.Stamp{Kind: wire.PanicLeft, Serial: serial, Call: text}))
}
