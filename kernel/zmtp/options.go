package zmtp

import (
	"log/slog"
	"time"
)

const defaultBudget = 768 << 20

// Options adjust a socket. The zero value is right for a kernel: a field that is zero
// has the default that its comment names.
type Options struct {
	// Logger logs malformed and dropped peers. Nil logs nothing.
	Logger *slog.Logger

	// OnSubscribe is called when a peer of an XPub socket subscribes to a new topic.
	// The subscription is in force: the peer gets what is published from now on. The
	// goroutine that reads from the peer calls OnSubscribe, which may Send to the peer.
	OnSubscribe func(peer *Peer, topic string)

	// Handshake is the time for a connection to introduce itself (10 s).
	Handshake time.Duration
	// Patience is the time for which a sender waits for room in the queue of a peer that does
	// not read, before it drops the peer (10 s for XPub; 200 ms for Router and 10 ms for Rep,
	// where other peers wait for their answers meanwhile).
	Patience time.Duration
	// Linger is the time for which Close waits for peers to take the queued messages (2 s).
	Linger time.Duration

	// MaxPeers bounds the connections (4096, or an eighth of the descriptors that the
	// process may have). A new connection beyond it takes the place of one that has not
	// introduced itself for a second, or else of the oldest in the younger half.
	MaxPeers int
	// MaxFrame bounds a frame that a peer sends (256 MiB).
	MaxFrame int
	// MaxMessage bounds a message of several frames, each of which counts at least
	// 128 bytes (512 MiB).
	MaxMessage int
	// Budget bounds the memory that the process holds for all peers together (768 MiB for this
	// socket alone).
	Budget *Budget
	// SendQueue bounds the messages that wait to be written to one peer (64 MiB; 1 MiB for
	// Rep). A larger message may wait if no other does.
	SendQueue int
	// RecvQueue bounds the messages that one peer has sent and the reader of Incoming has not
	// taken. Beyond it the peer is held back (64 KiB).
	RecvQueue int
}

func (o Options) withDefaults(kind Kind) Options {
	switch kind {
	case Rep:
		o.Patience = orDefault(o.Patience, 10*time.Millisecond)
		o.SendQueue = orDefault(o.SendQueue, 1<<20)
	case Router:
		o.Patience = orDefault(o.Patience, 200*time.Millisecond)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Budget == nil {
		o.Budget = NewBudget(defaultBudget)
	}
	o.Handshake = orDefault(o.Handshake, 10*time.Second)
	o.Patience = orDefault(o.Patience, 10*time.Second)
	o.Linger = orDefault(o.Linger, 2*time.Second)
	o.MaxPeers = orDefault(o.MaxPeers, min(4096, descriptors()/8))
	o.MaxFrame = orDefault(o.MaxFrame, 256<<20)
	o.MaxMessage = orDefault(o.MaxMessage, 512<<20)
	o.SendQueue = orDefault(o.SendQueue, 64<<20)
	o.RecvQueue = orDefault(o.RecvQueue, 64<<10)
	return o
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}
