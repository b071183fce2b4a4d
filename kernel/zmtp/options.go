package zmtp

import (
	"log/slog"
	"time"
)

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
	// that does not read, before it drops the peer (5 s; 10 ms for Rep, whose
	// peers wait for one answer at a time, and would keep it from others).
	Patience time.Duration
	// Linger is how long Close waits for peers to take what is queued (2 s).
	Linger time.Duration

	// MaxPeers bounds the connections (256). When it is reached, the oldest
	// connection that has not introduced itself makes room for a new one.
	MaxPeers int
	// MaxFrame bounds a frame that a peer sends (256 MiB).
	MaxFrame int
	// MaxMessage bounds a message of several frames, each counting 128 bytes
	// at least (512 MiB).
	MaxMessage int
	// MaxInbound bounds what all messages beyond 1 MiB that are being received
	// or wait for the reader of Incoming take together (1 GiB). A peer that
	// oversteps it is dropped.
	MaxInbound int
	// SendQueue bounds what waits to be written to one peer (64 MiB; 1 MiB for
	// Rep). A larger message is let in alone.
	SendQueue int
	// RecvQueue bounds what waits for the reader of Incoming from one peer;
	// beyond it the peer is held back (1 MiB).
	RecvQueue int
}

func (o Options) withDefaults(kind Kind) Options {
	if kind == Rep {
		o.Patience = orDefault(o.Patience, 10*time.Millisecond)
		o.SendQueue = orDefault(o.SendQueue, 1<<20)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Handshake = orDefault(o.Handshake, 10*time.Second)
	o.Patience = orDefault(o.Patience, 5*time.Second)
	o.Linger = orDefault(o.Linger, 2*time.Second)
	o.MaxPeers = orDefault(o.MaxPeers, 256)
	o.MaxFrame = orDefault(o.MaxFrame, 256<<20)
	o.MaxMessage = orDefault(o.MaxMessage, 512<<20)
	o.MaxInbound = orDefault(o.MaxInbound, 1<<30)
	o.SendQueue = orDefault(o.SendQueue, 64<<20)
	o.RecvQueue = orDefault(o.RecvQueue, 1<<20)
	return o
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}
