package worker

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A merger makes one stream of events from the two pipes and the messages of a child.
type merger struct {
	secret string
	queue  *queue
	run    atomic.Int64 // the serial number of the last run

	mu      sync.Mutex
	change  sync.Cond
	parents map[int]repl.ID // by serial number of the run
	labels  map[int]string  // likewise
	synced  [2]int          // the last sync stamp that each pipe has come to
	closed  [2]bool
	passed  int // the sync stamp of the last message whose events are in the queue
	silent  bool
	calls   []wire.Call // what the child noted of the latest panic …
	caller  int         // … and in a goroutine of which run
}

func newMerger(secret string, q *queue) *merger {
	m := &merger{secret: secret, queue: q, parents: map[int]repl.ID{}, labels: map[int]string{}}
	m.change.L = &m.mu
	return m
}

// began notes the request that a run serves and the label of the run.
func (m *merger) began(serial int, parent repl.ID, label string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parents[serial], m.labels[serial] = parent, label
	m.run.Store(int64(serial))
}

func (m *merger) parent(serial int) repl.ID {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.parents[serial]
}

// forget forgets runs from which nothing more comes.
func (m *merger) forget(past []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, serial := range past {
		delete(m.parents, serial)
		delete(m.labels, serial)
	}
}

// readPipe turns the bytes of a pipe into events, until the end of the pipe. It returns the
// reader, which may have held text back.
func (m *merger) readPipe(pipe io.Reader, number int) *pipeReader {
	p := &pipeReader{m: m, pipe: number, decoders: map[textSource]*decoder{}, atLineStart: true}
	split := wire.NewSplitter(m.secret, p.text, p.mark)
	buf := make([]byte, 64<<10)
	for {
		n, err := pipe.Read(buf)
		split.Write(buf[:n])
		if err != nil { // the end, or the deadline after the child's death
			break
		}
	}
	split.Close()
	p.flush()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed[number-1] = true
	m.change.Broadcast()
	return p
}

// place pushes the events of a message when both pipes have delivered all that was
// written before the message, and nothing that was written after it.
func (m *merger) place(sync int, events ...Event) {
	m.mu.Lock()
	for i := range m.synced {
		for m.synced[i] < sync && !m.closed[i] {
			m.change.Wait()
		}
	}
	m.mu.Unlock()
	for _, e := range events {
		m.queue.push(e)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.passed = sync
	m.change.Broadcast()
}

// await holds a pipe at a sync stamp until the events of its message are in the queue.
func (m *merger) await(pipe, sync int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.synced[pipe-1] = sync
	m.change.Broadcast()
	for m.passed < sync && !m.silent {
		m.change.Wait()
	}
}

// noMoreMessages lets the pipes go on without the messages that they wait for.
func (m *merger) noMoreMessages() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.silent = true
	m.change.Broadcast()
}

// message turns a message into events.
func (m *merger) message(msg wire.Message) error {
	switch {
	case msg.Shown != nil && msg.Shown.Event != nil:
		m.place(msg.Shown.Sync, Output{msg.Shown.Event.Under(m.parent(msg.Shown.Serial))})
	case msg.Ended != nil:
		msg.Ended.Outcome.Message = string(valid([]byte(msg.Ended.Outcome.Message)))
		events := []Event{Ended{msg.Ended.Outcome}}
		if last := msg.Ended.Last; last != nil {
			events = []Event{Output{last.Under(m.parent(msg.Ended.Serial))}, events[0]}
		}
		m.place(msg.Ended.Sync, events...)
		m.forget(msg.Ended.Past)
	default:
		return errors.New("worker: an unexpected message")
	}
	return nil
}

// A pipeReader is the state of one pipe. Text without a stamp belongs to the pipe's
// own stream and to the last run: programs that a cell has started write it.
type pipeReader struct {
	m           *merger
	pipe        int
	stamped     textSource // where the text that comes now is from by its stamp, if it has one
	decoders    map[textSource]*decoder
	atLineStart bool
	dying       []byte // what looks like the runtime's last words
}

// A textSource is a writer of text: a run, to one of its streams. What it writes at once may
// end within a character, and the rest come behind text from elsewhere.
type textSource struct{ stream, serial int }

// lastWords are the beginnings of what the runtime writes when it ends the process.
// The text from there on is held back: if the process ends, it becomes a failure that
// a person can read.
var lastWords = [][]byte{
	[]byte("panic: "), []byte("fatal error: "), []byte("runtime: "), []byte("runtime/cgo: "),
	[]byte("SIG"), []byte("unexpected fault address "), []byte("goroutine "),
}

// maxDying is the largest number of bytes of text that are held back. It has room for the
// calls of thousands of goroutines; what writes more is a program that only writes like the
// runtime.
const maxDying = 16 << 20

func (p *pipeReader) text(b []byte) {
	if p.pipe == wire.Stderr {
		if p.dying == nil {
			i := lastWordsIn(b, p.atLineStart)
			p.dying = append(p.dying, b[i:]...)
			b = b[:i]
		} else {
			p.dying = append(p.dying, b...)
			b = nil
		}
		if len(p.dying) > maxDying {
			p.pass()
		}
	}
	p.decode(b)
}

// decode pushes text as far as its characters are complete.
func (p *pipeReader) decode(b []byte) {
	if len(b) == 0 {
		return
	}
	from := p.stamped
	if from == (textSource{}) {
		from = textSource{p.pipe, int(p.m.run.Load())}
	}
	d := p.decoders[from]
	if d == nil {
		d = &decoder{}
		p.decoders[from] = d
	}
	p.push(from, d.decode(b))
}

// flush pushes the bytes that the decoders still hold.
func (p *pipeReader) flush() {
	for from, d := range p.decoders {
		p.push(from, d.flush())
	}
	clear(p.decoders)
}

// lastWordsIn returns the index in b at which the runtime's last words begin, or len(b).
func lastWordsIn(b []byte, atLineStart bool) int {
	for i := 0; i < len(b); {
		if i > 0 || atLineStart {
			for _, w := range lastWords {
				if bytes.HasPrefix(b[i:], w) {
					return i
				}
			}
		}
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return len(b)
}

func (p *pipeReader) push(from textSource, b []byte) {
	if len(b) == 0 {
		return
	}
	p.atLineStart = b[len(b)-1] == '\n'
	name := repl.Stdout
	if from.stream == wire.Stderr {
		name = repl.Stderr
	}
	p.m.queue.push(&streamText{p.m.parent(from.serial), name, b})
}

// pass pushes the text that was held back: the process lives.
func (p *pipeReader) pass() {
	b := p.dying
	p.dying = nil
	for piece := range slices.Chunk(b, maxText) {
		p.decode(piece)
	}
}

func (p *pipeReader) mark(s wire.Stamp) {
	switch s.Kind {
	case wire.TextBegins:
		p.pass()
		p.stamped = textSource{s.Stream, s.Serial}
		p.atLineStart = true
	case wire.TextEnds:
		p.pass()
		p.stamped = textSource{}
		p.atLineStart = true
	case wire.SyncPoint:
		p.pass()
		p.flush()
		p.atLineStart = true
		p.m.await(p.pipe, s.Sync)
	case wire.PanicLeft:
		p.m.note(s)
	}
}

// note keeps a call that a panic has left, in case the panic ends the child.
func (m *merger) note(s wire.Stamp) {
	first, c, err := wire.ParseNote(s.Call)
	if err != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if first {
		m.calls = nil
	}
	m.calls, m.caller = append(m.calls, c), s.Serial
}

// lastPanic returns the label of the run to which the latest panic belongs, and
// its calls.
func (m *merger) lastPanic() (label string, calls []wire.Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.labels[m.caller], m.calls
}
