package worker

import (
	"testing"
	"testing/synctest"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func line(parent repl.ID, s string) Event { return &streamText{parent, repl.Stdout, []byte(s)} }

func TestQueueJoinsTextOfOneParent(t *testing.T) {
	q := newQueue()
	for _, e := range []Event{line("a", "1"), line("a", "2"), line("b", "3"), Output{repl.Clear{}}, line("b", "4")} {
		q.push(e)
	}
	q.close()
	want := []Event{
		Output{repl.Stream{Parent: "a", Name: repl.Stdout, Text: "12"}},
		Output{repl.Stream{Parent: "b", Name: repl.Stdout, Text: "3"}},
		Output{repl.Clear{}},
		Output{repl.Stream{Parent: "b", Name: repl.Stdout, Text: "4"}},
	}
	for _, w := range want {
		if e, ok := q.pop(); !ok || e != w {
			t.Errorf("got %+v, want %+v", e, w)
		}
	}
	if e, ok := q.pop(); ok {
		t.Errorf("and %+v", e)
	}
	if q.size != 0 {
		t.Errorf("an empty queue of size %d", q.size)
	}
}

func TestQueueHoldsBackAndLetsGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		big := make([]byte, maxQueued+1)
		q.push(&streamText{"a", repl.Stdout, big})
		pushed := false
		go func() {
			q.push(line("a", "x"))
			pushed = true
		}()
		synctest.Wait()
		if pushed {
			t.Error("a full queue takes more")
		}
		q.release(true)
		synctest.Wait()
		if !pushed {
			t.Error("a released queue takes nothing")
		}
		for range maxFlood / len(big) {
			q.push(&streamText{"b", repl.Stdout, big})
		}
		q.push(Ended{})
		if q.size > maxFlood+2*len(big) {
			t.Errorf("%d bytes are queued", q.size)
		}
		q.close()
		var last Event
		for e, ok := q.pop(); ok; e, ok = q.pop() {
			last = e
		}
		if _, ok := last.(Ended); !ok {
			t.Errorf("the last event is %T", last)
		}
	})
}

// What holds no text takes room too.
func TestQueueHoldsBackEventsWithoutText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		flooded := false
		go func() {
			for range 2 * maxQueued / eventSize {
				q.push(Output{repl.Clear{}})
			}
			flooded = true
		}()
		synctest.Wait()
		if flooded {
			t.Error("nothing holds back what nobody takes")
		}
		q.close()
	})
}
