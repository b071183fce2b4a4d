package worker

import (
	"net"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A child that does not read holds up nobody who sends.
func TestOutboxWaitsForTheChild(t *testing.T) {
	child, supervisor := net.Pipe() // which holds nothing
	defer child.Close()
	o := newOutbox()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		o.deliver(wire.NewConn(supervisor))
	}()
	for i := range 100 {
		o.put(wire.Message{Interrupt: &wire.Interrupt{Serial: i}})
	}
	w := wire.NewConn(child)
	for i := range 100 {
		m, err := w.Receive()
		if err != nil || m.Interrupt == nil || m.Interrupt.Serial != i {
			t.Fatalf("message %d is %+v, %v", i, m, err)
		}
	}
	o.close()
	<-ended
}
