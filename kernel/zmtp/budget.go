package zmtp

import (
	"container/list"
	"sync"
)

// A Budget bounds what peers can make the process hold for them: messages that
// are being received or wait for the reader of Incoming, answers and places in
// the queue of a peer that does not read, its topics. The bounds of each peer
// are no bound on a thousand peers. Several sockets may share one.
//
// When it is used up, the share that was begun longest ago makes room, and its
// peer is dropped. So nobody can keep the others out by holding what there is:
// an honest peer needs its share for a short time, and is never the oldest.
type Budget struct {
	mu     sync.Mutex
	limit  int
	used   int
	shares list.List // of *share, oldest first: those that can make room
}

// NewBudget returns a budget of so many bytes.
func NewBudget(limit int) *Budget { return &Budget{limit: limit} }

// smallShare is what a share may have in any case. It keeps small messages
// moving without a look at who is to make room, and is so small that a
// thousand of them do no harm.
const smallShare = 4 << 10

// A share is what one peer draws from a budget for one purpose.
type share struct {
	budget *Budget
	drop   func() // ends the peer; called without the budget's lock

	// Guarded by budget.mu.
	size  int
	place *list.Element // in budget.shares, nil for a small share
	ended bool          // nothing can be drawn any more
}

func (b *Budget) open(drop func()) share { return share{budget: b, drop: drop} }

// draw takes n bytes more, or gives -n back. It fails, and takes nothing, if
// others cannot make that much room, or if this share had to make room.
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

// makeRoom ends the oldest shares until n bytes are there. It ends none if
// that would not be enough, or if it is the asking share's turn.
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

// seal takes a message out of the share, which is received in full: it will
// not be dropped any more. The caller is to repay the size returned.
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

// repay gives back what was sealed.
func (b *Budget) repay(size int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= size
}

// The methods below are called with the budget's lock held.

func (s *share) finish() {
	s.budget.used -= s.size
	s.size, s.ended = 0, true
	s.enlist()
}

// enlist keeps the shares that can make room in the order in which they began.
func (s *share) enlist() {
	switch large := s.size > smallShare; {
	case large && s.place == nil:
		s.place = s.budget.shares.PushBack(s)
	case !large && s.place != nil:
		s.budget.shares.Remove(s.place)
		s.place = nil
	}
}
