package wire

import (
	"bytes"
	"net"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// Messages of all sizes come as they were sent, and neither side keeps the room
// that a large one has taken.
func TestConnKeepsNothingOfLargeMessages(t *testing.T) {
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	from, to := NewConn(a), NewConn(b)
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	pass := func(size int) {
		t.Helper()
		line := strings.Repeat("x", size)
		sent := make(chan error)
		go func() { sent <- from.Send(Message{Input: &repl.Input{Number: size, Line: line}}) }()
		m, err := to.Receive()
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		if err != nil || m.Input == nil || m.Input.Number != size || m.Input.Line != line {
			t.Fatalf("a line of %d bytes came otherwise, %v", size, err)
		}
	}
	pass(1)
	before := live()
	for _, size := range []int{64 << 20, 2, largeMessage - 100, largeMessage, largeMessage + 100, 32 << 20, 0} {
		pass(size)
	}
	if after := live(); after > before+16<<20 {
		t.Errorf("%d MiB are kept", (after-before)>>20)
	}
	runtime.KeepAlive(from)
	runtime.KeepAlive(to)
}

// Every event comes as what it was.
func TestConnCarriesEveryEvent(t *testing.T) {
	var pipe bytes.Buffer
	c := NewConn(&pipe)
	for _, e := range repl.Events() {
		e = e.Under("parent")
		if err := c.Send(Message{Shown: &Shown{Serial: 3, Event: e}}); err != nil {
			t.Fatal(err)
		}
		if m, err := c.Receive(); err != nil || m.Shown == nil || !reflect.DeepEqual(m.Shown.Event, e) {
			t.Errorf("%T comes as %+v, %v", e, m.Shown, err)
		}
	}
}
