package kernel

import (
	"fmt"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestReplayIsDropped(t *testing.T) {
	k := start(t, map[string]script{"1": shows("1")})
	a, b := connect(t, k.server), connect(t, k.server)
	frames, err := a.codec.encode(nil, "execute_request", nil, nil, map[string]any{"code": "1"})
	if err != nil {
		t.Fatal(err)
	}
	a.shell.send(frames...)
	if r := a.recv(a.shell); r.Content["execution_count"] != 1.0 {
		t.Errorf("got %v", r)
	}
	dropped := k.dropped.Count(droppedMessage)
	a.shell.send(frames...)
	b.control.send(frames...)
	for _, c := range []*client{a, b} {
		c.ask(c.shell, "kernel_info_request", struct{}{}) // and no reply to the cell
		c.ask(c.control, "kernel_info_request", struct{}{})
	}
	if n := k.dropped.Count(droppedMessage) - dropped; n != 2 {
		t.Errorf("%d messages count as dropped, expected 2", n)
	}
	if r := a.reply(a.shell, a.execute("1")); r.Content["execution_count"] != 2.0 {
		t.Errorf("the next cell: %v", r)
	}
}

// A message of the kernel's is signed as well as one of a client's.
func TestOwnMessageIsDropped(t *testing.T) {
	k, ds := startComms(t, map[string]script{"open": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommOpen, ID: "x", Target: "t"}})
		emit(repl.Sent{Parent: e.ID, Comm: repl.Comm{Kind: repl.CommMsg, ID: "x"}})
		return repl.Done{}
	}}, nil)
	c := connect(t, k.server)
	c.execute("open")
	frames := c.iopub.recv()
	for string(frames[0]) != "comm_msg" {
		frames = c.iopub.recv()
	}
	dropped := k.dropped.Count(droppedMessage)
	c.shell.send(frames[1:]...)
	c.published(c.send(c.shell, "comm_msg", map[string]any{"comm_id": "x"}))
	if n := k.dropped.Count(droppedMessage) - dropped; n != 1 || len(ds.all()) != 1 {
		t.Errorf("%d messages count as dropped and %d reached the cells, expected 1 and 1", n, len(ds.all()))
	}
}

// The memory of signatures is bounded: the newest are remembered.
func TestReplaysAreForgotten(t *testing.T) {
	r := newReplayCache()
	signature := func(n int) []byte { return fmt.Appendf(nil, "%032x%032x", n, 0) }
	for n := range 2*replaysKept + 5 {
		if !r.first(signature(n)) {
			t.Fatalf("signature %d is taken for an earlier one", n)
		}
	}
	if len(r.seen) != replaysKept || len(r.ring) != replaysKept {
		t.Errorf("%d and %d are remembered, expected %d", len(r.seen), len(r.ring), replaysKept)
	}
	for n := replaysKept + 5; n < 2*replaysKept+5; n++ {
		if r.first(signature(n)) {
			t.Fatalf("signature %d is forgotten", n)
		}
	}
	if !r.first(signature(replaysKept + 4)) {
		t.Error("the oldest is not forgotten")
	}
}
