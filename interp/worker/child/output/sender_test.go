package output

import (
	"bytes"
	"os"
	"sync"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A connection calls a function in the middle of the first message.
type connection struct {
	bytes.Buffer
	once   sync.Once
	during func()
}

func (c *connection) Write(b []byte) (int, error) {
	c.once.Do(c.during)
	return c.Buffer.Write(b)
}

// What is written while a result is being sent, as its time to wait is over, comes
// after it.
func TestTextWaitsForAResultThatIsBeingSent(t *testing.T) {
	var ends [2]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		ends[i] = w
	}
	var s *Sender
	var text sync.WaitGroup
	s = NewSender(wire.NewConn(&connection{during: func() {
		if s.waiting.Load() == nil {
			t.Error("the text does not wait")
		}
		text.Go(s.settle)
	}}), "s", ends[0], ends[1])
	if err := s.result(wire.Shown{Event: repl.Result{}}); err != nil {
		t.Fatal(err)
	}
	s.timer.Stop()
	s.settle()
	text.Wait()
	if s.pipes.syncs != 1 {
		t.Errorf("the result was sent %d times", s.pipes.syncs)
	}
}
