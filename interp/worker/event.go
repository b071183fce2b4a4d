package worker

import (
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// An Event is one of Output, Ended, Died.
type Event interface{ event() }

// Output carries an event of a run, of any type of package repl but Renewed, Died and Done.
type Output struct{ Event repl.Event }

// Ended announces the end of a run. It comes after all that the run has said up to its end.
type Ended struct{ Outcome wire.Outcome }

// Died announces the end of the process. It is the last event.
type Died struct {
	Reason string // what happened, in words that complete "the interpreter …"
	// Unfinished reports whether a run was going on. It gets no Ended.
	Unfinished bool
	// Of a panic in a goroutine: the label of the program that started the
	// goroutine, and the calls in interpreted code, the innermost first.
	Label string
	Calls []wire.Call
}

func (Output) event() {}
func (Ended) event()  {}
func (Died) event()   {}

// A queue holds events until they are taken. Text joins the text before it that has
// the same stream and parent. When the queue holds much, push waits: so a slow reader
// holds back a fast writer.
type queue struct {
	mu     sync.Mutex
	change sync.Cond
	events []Event
	size   int // bytes of text and renderings
	open   bool
	flood  bool
}

// maxQueued is the size beyond which push waits. maxFlood is the size beyond which
// push drops text when it must not wait.
const (
	maxQueued = 1 << 20
	maxFlood  = 32 << 20
)

func newQueue() *queue {
	q := &queue{open: true}
	q.change.L = &q.mu
	return q
}

func (q *queue) push(e Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.size > maxQueued && !q.flood && q.open {
		q.change.Wait()
	}
	if _, isText := e.(*streamText); !q.open || isText && q.size > maxFlood {
		return
	}
	q.size += sizeOf(e)
	q.change.Broadcast()
	if n := len(q.events); n > 0 {
		if joined, ok := join(q.events[n-1], e); ok {
			q.events[n-1] = joined
			return
		}
	}
	q.events = append(q.events, e)
}

// pop returns the next event, or false when there is none and will be none.
func (q *queue) pop() (Event, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.events) == 0 && q.open {
		q.change.Wait()
	}
	if len(q.events) == 0 {
		return nil, false
	}
	e := q.events[0]
	q.events = q.events[1:]
	q.size -= sizeOf(e)
	q.change.Broadcast()
	if t, ok := e.(*streamText); ok {
		e = t.output()
	}
	return e, true
}

// release sets whether push goes on however much is queued, so that a writer comes to
// its end.
func (q *queue) release(flood bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.flood = flood
	q.change.Broadcast()
}

// close ends the queue. What it holds can still be taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.open = false
	q.change.Broadcast()
}

// A streamText is a repl.Stream while more may join it.
type streamText struct {
	parent repl.ID
	name   repl.StreamName
	bytes  []byte
}

func (*streamText) event() {}

func (t *streamText) output() Event {
	return Output{repl.Stream{Parent: t.parent, Name: t.name, Text: string(t.bytes)}}
}

// maxText is the number of bytes at which one event of text ends and the next begins.
const maxText = 64 << 10

func join(last, e Event) (Event, bool) {
	a, ok := last.(*streamText)
	b, ok2 := e.(*streamText)
	if !ok || !ok2 || a.parent != b.parent || a.name != b.name || len(a.bytes) >= maxText {
		return nil, false
	}
	a.bytes = append(a.bytes, b.bytes...)
	return a, true
}

// eventSize is about how many bytes an event takes beside its content.
const eventSize = 256

func sizeOf(e Event) int {
	switch e := e.(type) {
	case *streamText:
		return len(e.bytes)
	case Output:
		return eventSize + e.Event.Size()
	}
	return eventSize
}
