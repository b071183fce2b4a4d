package interp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
)

// A worker that arrives when the session has been closed runs nothing: Close
// may not have seen it, and would wait for its cell for ever.
func TestWorkerAfterClose(t *testing.T) {
	ctx, closed := context.WithCancel(t.Context())
	r := &runner{ctx: ctx, inbox: newInbox(), starting: make(chan started, 1)}
	r.starting <- started{proc: new(worker.Process)}
	closed()
	if proc, err := r.worker(); err == nil {
		t.Errorf("worker = %p, which nobody ends", proc)
	}
	if r.inbox.worker() == nil {
		t.Error("the runner has lost the worker that it is to end")
	}
}

func TestDeathAndRecovery(t *testing.T) {
	n := open(t, func(o *Options) { o.Memory = 4 << 30 })
	n.run("x := 1\nfunc rec(i int) int { return rec(i+1) + 1 }")
	for _, c := range []struct{ code, cause string }{
		{"go func() {\n\tpanic(\"x\")\n}()\nselect {}", "died of a panic: x"},
		{"rec(0)", "stack overflow"},
		{"m := map[int]int{}\nfor i := 0; i < 8; i++ { go func() { for { m[1]++ } }() }\nselect {}", "concurrent map"},
	} {
		if c.cause == "stack overflow" && testing.Short() {
			continue // the race detector keeps more of each call than this memory holds
		}
		n.run("x := 1\nfunc rec(i int) int { return rec(i+1) + 1 }")
		o := n.run(c.code)
		if !strings.Contains(o.fail(), c.cause) || !strings.HasPrefix(o.fail(), "In[") {
			t.Errorf("%q: %v", c.code, o.failure)
		}
		if !strings.Contains(o.died, c.cause) {
			t.Errorf("%q: died of %q", c.code, o.died)
		}
		if o.err != "" {
			t.Errorf("%q: stderr %q", c.code, o.err)
		}
		if o := n.run("x"); !strings.Contains(o.fail(), "undefined: x") {
			t.Errorf("after %q a variable is left: %+v", c.code, o)
		}
	}
}

func TestDeathNamesThePlaceAndTheCell(t *testing.T) {
	n := open(t)
	n.run("func work(x []int) {\n\tn := len(x)\n\tn++\n\tprintln(x[n])\n}\ngate := make(chan bool)")
	n.run("go func() {\n\t<-gate\n\twork(nil)\n}()")
	o := n.run("close(gate)\nselect {}")
	want := "In[3]: the interpreter died of a panic: index out of range, at In[1]:4 in a goroutine that In[2] had started."
	if !strings.HasPrefix(o.fail(), want) {
		t.Errorf("%v, want %s", o.failure, want)
	}
	if o.failure != nil && !strings.Contains(traceback(o.failure), "In[2]:3 in a function literal  work(nil)") {
		t.Errorf("no chain of calls in\n%s", traceback(o.failure))
	}
	// The cell that has ended one interpreter does not end the next.
	if !strings.HasSuffix(o.fail(), "%replay runs again the cells that had succeeded, but not In[2].") {
		t.Errorf("%v", o.failure)
	}
	if o := n.run("%replay\nclose(gate)"); o.failure != nil || o.died != "" || o.out != "1 cell has been run again.\n" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}

func TestDeathInIdleness(t *testing.T) {
	n := open(t)
	idling := newGate(t)
	id := n.queue("go func() { " + idling.wait() + "; var m map[string]int; m[\"a\"] = 1 }()")
	if o := n.finish(id); o.failure != nil || o.died != "" {
		t.Fatalf("%+v, %v", o, o.failure)
	}
	idling.open()
	if e, ok := n.event().(repl.Died); !ok || e.Parent != id {
		t.Errorf("%+v, want the death of the interpreter by %s", e, id)
	}
	if e, ok := n.event().(repl.Renewed); !ok || e.Parent != id {
		t.Errorf("%+v, want a fresh interpreter for that of %s", e, id)
	}
	if o := n.run("1"); o.result != "1" {
		t.Errorf("%+v", o)
	}
}

func TestNoWorker(t *testing.T) {
	n := open(t, func(o *Options) { o.Command = []string{"/no/such/program"} })
	if o := n.run("1"); o.failure == nil || o.failure.Name != "no interpreter" {
		t.Errorf("%+v", o)
	}
}

// A cell that writes more than is read waits.
func TestBackPressure(t *testing.T) {
	n := open(t)
	const lines, every, line = 100_000, 1000, "0123456789012345678901234567890123456789"
	progress := filepath.Join(t.TempDir(), "progress")
	id := n.queue(fmt.Sprintf(`f := os.Create(%q)
for i := 0; i < %d; i++ {
	fmt.Println(%q)
	if i %% %d == 0 { f.Write([]byte{1}) }
}`, progress, lines, line, every))
	first := n.event() // and then nothing is read until the cell stands still
	for last, still := int64(-1), 0; still < 20; time.Sleep(20 * time.Millisecond) {
		f, err := os.Stat(progress)
		if err != nil {
			t.Fatal(err)
		}
		if f.Size() == lines/every {
			t.Fatal("the cell has written all, and nobody has read it")
		}
		still++
		if f.Size() != last {
			last, still = f.Size(), 0
		}
	}
	o := n.finish(id)
	if s, ok := first.(repl.Stream); !ok || len(s.Text)+len(o.out) != (len(line)+1)*lines {
		t.Errorf("%d bytes", len(o.out))
	}
}
