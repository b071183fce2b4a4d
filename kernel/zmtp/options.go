package zmtp

import (
	"log/slog"
	"time"
)

const defaultBudget = 768 << 20

// Options adjust a socket. The zero value is right for a kernel: each field
// left zero has the default that its comment names.
type Options struct {
	// Logger is told of malformed and dropped peers; nil tells nobody.
	Logger *slog.Logger

	// OnSubscribe is called when a peer of an XPub socket subscribes to a
	// topic it had not subscribed to. The subscription is in force: what is
	// published from now on goes to the peer. It is called from the peer's
	// reader and may Send to the peer.
	OnSubscribe func(peer *Peer, topic string)

	// Handshake is how long a connection may take to introduce itself (10 s).
	Handshake time.Duration
	// Patience is how long a sender waits for room in the queue of a peer
	// that does not read, before it drops the peer: 10 s for XPub, 200 ms for
	// Router and 10 ms for Rep, where others wait for their answers meanwhile.
	Patience time.Duration
	// Linger is how long Close waits for peers to take what is queued (2 s).
	Linger time.Duration

	// MaxPeers bounds the connections (4096, or an eighth of the descriptors
	// that the process may have). When it is reached, one makes room for a new
	// one: one that has not introduced itself for a second, or else the oldest
	// of the younger half.
	MaxPeers int
	// MaxFrame bounds a frame that a peer sends (256 MiB).
	MaxFrame int
	// MaxMessage bounds a message of several frames, each counting 128 bytes
	// at least (512 MiB).
	MaxMessage int
	// Budget bounds what all peers together can make the process hold for them
	// (one of 768 MiB for the socket alone).
	Budget *Budget
	// SendQueue bounds what waits to be written to one peer (64 MiB; 1 MiB for
	// Rep). A larger message is let in alone.
	SendQueue int
	// RecvQueue bounds what waits for the reader of Incoming from one peer;
	// beyond it the peer is held back (64 KiB).
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
