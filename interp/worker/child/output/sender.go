package output

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A Sender sends the supervisor what runs write and show, each message with the number of
// the stamps that mark its place in the text. It is safe for concurrent use.
//
// A result is mostly the last thing that a cell shows, and the end follows at
// once. So it waits a moment, to go with the end: that halves the messages of a
// small cell. Whatever else is written or shown sends it first.
type Sender struct {
	wire  *wire.Conn
	pipes *pipes

	mu      sync.Mutex
	waiting atomic.Pointer[wire.Shown] // a result; changed under mu
	timer   *time.Timer
}

// resultWaits is the time that a result waits for the end of its run.
const resultWaits = 2 * time.Millisecond

// NewSender returns the sender of a connection and of the pipes of standard output and
// standard error. These are duplicates that no cell can close, and stamps in them have the
// secret.
func NewSender(w *wire.Conn, secret string, stdout, stderr *os.File) *Sender {
	s := &Sender{wire: w, pipes: &pipes{secret: secret, files: [2]*os.File{stdout, stderr}}}
	s.timer = time.AfterFunc(time.Hour, s.settle)
	s.timer.Stop()
	return s
}

// show sends an event of a run.
func (s *Sender) show(m wire.Shown) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sendWaiting(); err != nil {
		return err
	}
	return s.sendShown(m)
}

// result lets a result wait.
func (s *Sender) result(m wire.Shown) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sendWaiting(); err != nil {
		return err
	}
	s.waiting.Store(&m)
	s.timer.Reset(resultWaits)
	return nil
}

// settle sends the result that waits, before text that comes after it.
func (s *Sender) settle() {
	if s.waiting.Load() == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.sendWaiting() // an error means that the supervisor has gone
}

// Tell sends a message that has no place in the text.
func (s *Sender) Tell(m wire.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wire.Send(m)
}

// end sends the last message of a run.
func (s *Sender) end(e wire.Ended) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer.Stop()
	if last := s.waiting.Swap(nil); last != nil {
		e.Last = last.Event
	}
	var err error
	e.Sync, err = s.pipes.end()
	if err != nil {
		return err
	}
	return s.wire.Send(wire.Message{Ended: &e})
}

// sendWaiting sends the result that waits. Until that is done it waits, so that
// settle does too.
func (s *Sender) sendWaiting() error {
	m := s.waiting.Load()
	if m == nil {
		return nil
	}
	defer s.waiting.Store(nil)
	s.timer.Stop()
	return s.sendShown(*m)
}

func (s *Sender) sendShown(m wire.Shown) error {
	var err error
	m.Sync, err = s.pipes.sync()
	if err != nil {
		return err
	}
	return s.wire.Send(wire.Message{Shown: &m})
}
