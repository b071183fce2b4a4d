// Package zmtp serves ZeroMQ clients: the listening sockets that a Jupyter
// kernel needs, made so that no peer can stop, crash or fill the process that
// serves the others. It knows nothing of Jupyter.
//
// The greeting and the handshake are the codec of go-zeromq/zmq4. The rest of
// it is not used: it accepts one connection after the other, allocates what a
// peer declares, and waits for the slowest reader. Here every connection is
// read by a guard that checks frame headers first and gives memory only for
// what has come, and has queues of its own, bounded in bytes; a Budget bounds
// all of them together.
//
// The way of a message in: accept, guard, the peer's receive queue, Incoming.
// The way out: Send or Publish, the peer's send queue, encoder. A peer that does
// not take what it is sent is waited for, and then dropped whole: a client
// notices a lost connection and makes a new one, but a lost message leaves it
// waiting for ever.
package zmtp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/tally"
)

// introduceWithin is how long a connection that has not introduced itself is
// kept when there are too many.
const introduceWithin = time.Second

// Kind is the ZeroMQ type of a socket.
type Kind string

const (
	// Router receives from and replies to DEALER, REQ and ROUTER peers.
	Router = Kind(zmq4.Router)
	// Rep does the same and calls itself REP, for REQ and DEALER peers. The
	// envelope of a request, if there is one, is part of the frames, and a
	// reply must begin with it. An echo therefore needs to know nothing of
	// envelopes, and answers peers that send none.
	Rep = Kind(zmq4.Rep)
	// XPub publishes to SUB and XSUB peers.
	XPub = Kind(zmq4.XPub)
)

var (
	// ErrClosed is returned by a socket that is closed or closing.
	ErrClosed = errors.New("socket closed")
	// ErrPeerGone is returned for a peer that has left or was dropped.
	ErrPeerGone = errors.New("peer gone")
)

// Message is what ZeroMQ sends as a whole: one or more frames.
type Message = [][]byte

// Inbound is a message received. The frames are the receiver's to keep.
type Inbound struct {
	Peer   *Peer
	Frames Message
}

// A Socket listens on one address. Its methods may be called concurrently.
type Socket struct {
	kind     Kind
	addr     string
	opt      Options
	trouble  *tally.Tally
	listener net.Listener
	incoming chan Inbound
	closing  chan struct{}  // closed when Close begins
	running  sync.WaitGroup // the accept loop and the connections
	finish   sync.Once      // closes incoming

	mu      sync.Mutex
	closed  bool
	peers   []*Peer          // oldest first
	holders map[string]*Peer // the newest peer of each identity

	publish sync.Mutex // one Publish at a time: every peer sees one order
	targets []*Peer    // of the current Publish
}

// Listen opens a socket on an address such as tcp://127.0.0.1:5555,
// tcp://[::1]:0 or ipc:///run/user/1000/kernel-1; port 0 is any free port.
// The file of an ipc address on which nobody answers any more is replaced.
func Listen(kind Kind, addr string, opt Options) (*Socket, error) {
	switch kind {
	case Router, Rep, XPub:
	default:
		return nil, fmt.Errorf("zmtp: no sockets of kind %q", kind)
	}
	ln, err := listen(addr)
	if err != nil {
		return nil, fmt.Errorf("zmtp: cannot listen on %s: %w", addr, err)
	}
	opt = opt.withDefaults(kind)
	log := opt.Logger.With("socket", string(kind), "addr", addrOf(ln))
	s := &Socket{
		kind:     kind,
		addr:     addrOf(ln),
		opt:      opt,
		trouble:  tally.New(log),
		listener: ln,
		incoming: make(chan Inbound),
		closing:  make(chan struct{}),
		holders:  make(map[string]*Peer),
	}
	s.running.Go(s.accept)
	return s, nil
}

// Addr is the address with the port that was found.
func (s *Socket) Addr() string { return s.addr }

// Incoming yields what peers send, each peer's messages in order. A peer whose
// messages are not taken is held back; that does not delay other peers, nor
// the answer to its heartbeats as long as its receive queue has room. The
// channel is closed by Close. An XPub socket receives nothing.
func (s *Socket) Incoming() <-chan Inbound { return s.incoming }

// Lookup returns the peer that last introduced itself with an identity, or nil
// if it has left.
func (s *Socket) Lookup(identity []byte) *Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holders[string(identity)]
}

// Close stops accepting and receiving, lets every peer take what is queued for
// it, and closes Incoming. Peers have until the context ends, and no longer
// than Options.Linger; the error says that some did not take everything.
func (s *Socket) Close(ctx context.Context) error {
	s.shut()
	ctx, cancel := context.WithTimeout(ctx, s.opt.Linger)
	defer cancel()
	lost := make(chan int, 1)
	stop := context.AfterFunc(ctx, func() { lost <- s.dropAll() })
	s.running.Wait()
	s.finish.Do(func() { close(s.incoming) })
	s.trouble.Close()
	if stop() {
		return nil
	}
	if n := <-lost; n > 0 {
		return fmt.Errorf("zmtp: closing %s: %d peers had not taken their last messages", s.addr, n)
	}
	return nil
}

// shut lets nothing new in: no connections, no messages to or from peers. The
// writers finish their queues and then close their side.
func (s *Socket) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	close(s.closing)
	s.listener.Close()
	for _, p := range s.peers {
		p.finish()
	}
}

// dropAll ends the connections that are left, and counts those which had not
// taken everything.
func (s *Socket) dropAll() (lost int) {
	s.mu.Lock()
	peers := slices.Clone(s.peers)
	s.mu.Unlock()
	for _, p := range peers {
		if p.out.pending() > 0 {
			lost++
		}
		p.drop()
	}
	return lost
}

// accept takes connections and leaves everything that may take time to the
// goroutine of each.
func (s *Socket) accept() {
	const first, last = 5 * time.Millisecond, time.Second
	pause := first
	for {
		conn, err := s.listener.Accept()
		switch {
		case err == nil:
			pause = first
			s.admit(conn)
		case errors.Is(err, net.ErrClosed):
			return
		default:
			// Most likely no file descriptors are left; some may be soon.
			s.trouble.Note("cannot accept connections", "error", err)
			select {
			case <-time.After(pause):
			case <-s.closing:
				return
			}
			pause = min(2*pause, last)
		}
	}
}

// admit starts serving a connection.
func (s *Socket) admit(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		conn.Close()
		return
	}
	if len(s.peers) >= s.opt.MaxPeers {
		s.trouble.Note("too many connections", "peer", remote(conn))
		s.evict()
	}
	p := newPeer(s, conn)
	s.peers = append(s.peers, p)
	s.running.Go(func() {
		p.serve()
		s.forget(p)
	})
}

// evict makes room for a connection at the cost of one that has not introduced
// itself in time, or else of the oldest in the younger half. So the clients
// that were there before a flood of connections stay, and one that comes in
// its midst stays while half as many as there may be come after it. Called
// with mu held.
func (s *Socket) evict() {
	i := slices.IndexFunc(s.peers, func(p *Peer) bool { return !p.ready })
	if i < 0 || time.Since(s.peers[i].since) < introduceWithin {
		i = len(s.peers) / 2
	}
	s.peers[i].drop()
	s.peers = slices.Delete(s.peers, i, i+1)
}

// introduce makes a peer known that has shaken hands. An identity that another
// peer held passes to the new one. It fails if the socket is closing.
func (s *Socket) introduce(p *Peer, identity string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	p.identity = identity
	p.ready = true
	if identity != "" {
		s.holders[identity] = p
	}
	return true
}

// leave takes the identity from a peer that has gone, if it still has it.
func (s *Socket) leave(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holders[p.identity] == p {
		delete(s.holders, p.identity)
	}
}

// forget ends the count of a peer, of whom nothing is left.
func (s *Socket) forget(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.peers, p); i >= 0 { // it may have made room before
		s.peers = slices.Delete(s.peers, i, i+1)
	}
}
