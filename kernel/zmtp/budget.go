package zmtp

import (
	"container/list"
	"sync"
)

// A Budget bounds, in bytes, the memory that the process holds for all peers together:
// messages that are being received or wait for the reader of Incoming, messages that wait
// for a peer that does not read, and topics. Each peer has bounds of its own, but they do
// not bound a thousand peers. Several sockets may share a budget.
//
// When the budget is used up, the oldest share makes room: its peer is dropped. So
// nobody can keep the others out by holding the whole budget. An honest peer needs its
// share only for a short time and is never the oldest.
type Budget struct {
	mu     sync.Mutex
	limit  int
	used   int
	shares list.List // of *share, oldest first: those that can make room
}

// NewBudget returns a budget of so many bytes.
func NewBudget(limit int) *Budget { return &Budget{limit: limit} }

// smallShare is the largest number of bytes of a share even if the budget is used up. Small
// messages then need nobody to make room, and a thousand small shares do no harm.
const smallShare = 4 << 10

// A share is the part of a budget that one peer uses for one purpose.
type share struct {
	budget *Budget
	drop   func() // ends the peer; called without the budget's lock

	// Guarded by budget.mu.
	size  int
	place *list.Element // in budget.shares; nil for a small share
	ended bool          // nothing can be drawn any more
}

func (b *Budget) open(drop func()) share { return share{budget: b, drop: drop} }

// draw takes n more bytes, or gives -n bytes back. It returns false and takes nothing
// if the others cannot make that much room, or if this share had to make room.
func (s *share) draw(n int) bool {
	b := s.budget
	b.mu.Lock()
	var dropped []*share
	ok := !s.ended
	if ok && n > 0 && s.size+n > smallShare {
		dropped, ok = b.makeRoom(n, s)
	}
	if ok {
		s.size += n
		b.used += n
		s.enlist()
	}
	b.mu.Unlock()
	for _, d := range dropped {
		d.drop()
	}
	return ok
}

// makeRoom ends the oldest shares until n bytes are free. It ends none if the shares
// that are older than the asking one do not have enough.
func (b *Budget) makeRoom(n int, asking *share) (ended []*share, ok bool) {
	free := b.limit - b.used
	for e := b.shares.Front(); e != nil && free < n; e = e.Next() {
		old := e.Value.(*share)
		if old == asking {
			break
		}
		ended = append(ended, old)
		free += old.size
	}
	if free < n {
		return nil, false
	}
	for _, old := range ended {
		old.finish()
	}
	return ended, true
}

// seal takes a message that has been received in full out of the share, so that the
// message is no longer dropped with it. The caller repays the returned size.
func (s *share) seal() (size int) {
	b := s.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	size, s.size = s.size, 0
	s.enlist()
	return size
}

// end gives the share back for good.
func (s *share) end() {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.finish()
}

// repay gives sealed bytes back.
func (b *Budget) repay(size int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= size
}

// The lock of the budget must be held for the methods below.

func (s *share) finish() {
	s.budget.used -= s.size
	s.size, s.ended = 0, true
	s.enlist()
}

// enlist adds the share to those that can make room once it is large, and removes it
// once it is small.
func (s *share) enlist() {
	switch large := s.size > smallShare; {
	case large && s.place == nil:
		s.place = s.budget.shares.PushBack(s)
	case !large && s.place != nil:
		s.budget.shares.Remove(s.place)
		s.place = nil
	}
}
