package interp

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
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
