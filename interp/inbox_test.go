package interp

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestInbox(t *testing.T) {
	b := newInbox()
	put := func(r repl.Request) {
		t.Helper()
		if err := b.put(r); err != nil {
			t.Fatal(err)
		}
	}
	next := func(want repl.ID) { // empty: none
		t.Helper()
		r, ok := b.next()
		x, _ := r.(repl.Execute)
		if x.ID != want || ok != (want != "") {
			t.Errorf("next = %v, %v, want %q", r, ok, want)
		}
	}

	put(repl.Interrupt{}) // stops nothing: nothing is carried out
	put(repl.Execute{ID: "1"})
	put(repl.Execute{ID: "2"})
	<-b.filled
	next("1")
	if b.stopped() {
		t.Error("a request is stopped by an interrupt that came before it")
	}
	put(repl.Interrupt{})
	if !b.stopped() {
		t.Error("the request is not stopped")
	}
	next("2")
	if b.stopped() {
		t.Error("the interrupt stops the request after it")
	}
	next("")

	put(repl.Execute{ID: "3"})
	b.close()
	next("")
	if err := b.put(repl.Execute{ID: "4"}); err == nil {
		t.Error("a closed inbox takes a request")
	}
}

// The runner says that a cell has ended before it asks for the next one. A question about
// variables that comes in between is not refused as if the cell still ran.
func TestInboxLooksAfterAnAnswer(t *testing.T) {
	b := newInbox()
	if err := b.put(repl.Execute{ID: "1"}); err != nil {
		t.Fatal(err)
	}
	b.next()
	l := lookRequest{"x", make(chan struct{})}
	if b.putLook(l) {
		t.Error("there is a look while a cell runs")
	}
	b.answered()
	if !b.putLook(l) {
		t.Error("there is no look after the cell has been answered")
	}
	if _, ok := b.next(); ok {
		t.Error("the inbox has a second request")
	}
	if got, ok := b.nextLook(); !ok || got.name != "x" {
		t.Errorf("nextLook = %v, %v", got, ok)
	}
}

func TestInterruptKeepsState(t *testing.T) {
	n := open(t)
	n.run("import \"fmt\"\nn := 0\nadd := func(k int) int { return n + k }")
	for _, code := range []string{
		"n = 5; fmt.Println(1); for {}",
		"fmt.Println(1); select {}",
		"fmt.Println(1); <-ctx.Done()",
		"import \"time\"\nfmt.Println(1); time.Sleep(time.Hour)",
		"fmt.Println(1); c := make(chan int); <-c",
	} {
		id := n.queue(code)
		if e, ok := n.event().(repl.Stream); !ok || e.Text != "1\n" {
			t.Fatalf("%q begins with %+v", code, e)
		}
		n.send(repl.Interrupt{})
		if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
			t.Errorf("%q ends with %v", code, o.failure)
		}
		if o := n.run("add(2)"); o.result != "7" {
			t.Errorf("after %q the session has %q, %v", code, o.result, o.failure)
		}
	}
}

// An interrupt stops the running cell; those queued behind it are for the
// kernel to abort or not.
func TestInterruptOvertakesTheQueue(t *testing.T) {
	n := open(t)
	n.run("import \"fmt\"")
	first := n.queue("fmt.Println(1); for {}")
	second := n.queue("2")
	n.event()
	n.send(repl.Interrupt{})
	if o := n.finish(first); o.failure == nil || o.failure.Name != "interrupted" {
		t.Errorf("first: %v", o.failure)
	}
	if o := n.finish(second); o.result != "2" {
		t.Errorf("second: %+v", o)
	}
	n.send(repl.Interrupt{}) // nothing runs
	if o := n.run("3"); o.result != "3" {
		t.Errorf("third: %+v", o)
	}
}
