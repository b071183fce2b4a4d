package child

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A sender sends the supervisor what runs show, each message with the number of
// the stamps that mark its place in the text.
//
// A result is mostly the last thing that a cell shows, and the end follows at
// once. So it waits a moment, to go with the end: that halves the messages of a
// small cell. Whatever else is written or shown sends it first.
type sender struct {
	wire *wire.Conn
	out  *output

	mu      sync.Mutex
	waiting atomic.Pointer[wire.Shown] // a result; changed under mu
	timer   *time.Timer
}

// resultWaits is how long a result waits for the end of its run.
const resultWaits = 2 * time.Millisecond

func newSender(w *wire.Conn, o *output) *sender {
	s := &sender{wire: w, out: o}
	s.timer = time.AfterFunc(time.Hour, s.settle)
	s.timer.Stop()
	return s
}

// show sends what a run shows.
func (s *sender) show(m wire.Shown) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sendWaiting(); err != nil {
		return err
	}
	return s.sendShown(m)
}

// result lets a result wait.
func (s *sender) result(m wire.Shown) error {
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
func (s *sender) settle() {
	if s.waiting.Load() == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.sendWaiting() // an error means that the supervisor has gone
}

// tell sends what has no place in the text.
func (s *sender) tell(m wire.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wire.Send(m)
}

// end sends the last message of a run.
func (s *sender) end(e wire.Ended) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer.Stop()
	if last := s.waiting.Swap(nil); last != nil {
		e.Last = last.Event
	}
	var err error
	if e.Sync, err = s.out.end(); err != nil {
		return err
	}
	return s.wire.Send(wire.Message{Ended: &e})
}

// sendWaiting sends the result that waits. Until that is done it waits, so that
// settle does too.
func (s *sender) sendWaiting() error {
	m := s.waiting.Load()
	if m == nil {
		return nil
	}
	defer s.waiting.Store(nil)
	s.timer.Stop()
	return s.sendShown(*m)
}

func (s *sender) sendShown(m wire.Shown) error {
	var err error
	if m.Sync, err = s.out.sync(); err != nil {
		return err
	}
	return s.wire.Send(wire.Message{Shown: &m})
}
