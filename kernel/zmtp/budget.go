package zmtp

import "sync/atomic"

// smallMessage is what a message may cost without drawing on the budget. It
// keeps a socket open to everybody when large messages have used it up.
const smallMessage = 1 << 20

// A budget bounds what the large messages of all peers of a socket take
// together, from the header that declares them until they are delivered. The
// bound of each peer is no bound on a hundred peers, and declaring a size costs
// a peer nothing.
type budget struct {
	limit int64
	used  atomic.Int64
}

// draw takes from the budget what a message costs, given what has been drawn
// for its beginning, and returns what is drawn now. It fails, and draws
// nothing more, if there is not enough.
func (b *budget) draw(drawn, cost int) (int, bool) {
	if cost <= smallMessage {
		return 0, true
	}
	more := int64(cost - drawn)
	if b.used.Add(more) > b.limit {
		b.used.Add(-more)
		return drawn, false
	}
	return cost, true
}

// repay gives back what was drawn.
func (b *budget) repay(drawn int) { b.used.Add(-int64(drawn)) }
