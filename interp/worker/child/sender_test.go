package child

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// What is written while a result is being sent, as its time to wait is over, comes
// after it.
func TestTextWaitsForAResultThatIsBeingSent(t *testing.T) {
	out := &output{secret: "s"}
	for i := range out.pipes {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		out.pipes[i] = w
	}
	s := newSender(wire.NewConn(&bytes.Buffer{}), out)
	if err := s.result(wire.Shown{Result: &repl.Result{}}); err != nil {
		t.Fatal(err)
	}
	s.timer.Stop()
	out.mu.Lock() // it cannot be sent
	go s.settle()
	for s.mu.TryLock() {
		s.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	settled := make(chan bool)
	go func() {
		s.settle()
		close(settled)
	}()
	select {
	case <-settled:
		t.Error("the text does not wait")
	case <-time.After(20 * time.Millisecond):
	}
	out.mu.Unlock()
	<-settled
	if out.syncs != 1 {
		t.Errorf("the result was sent %d times", out.syncs)
	}
}
