// Package zmtp serves ZeroMQ clients: the listening sockets that a Jupyter
// kernel needs, made so that no peer can stop, crash or fill the process that
// serves the others. It knows nothing of Jupyter.
//
// The greeting and the handshake use the codec of go-zeromq/zmq4. The rest of that
// module is not used: it accepts one connection after the other, allocates what a peer
// declares, and waits for the slowest reader. Here a guard reads every connection: it
// checks frame headers first and allocates memory only for what has come. Every
// connection has queues of its own that are bounded in bytes, and a Budget bounds all of
// them together.
//
// A message comes in through accept, guard, the peer's receive queue and Incoming. A
// message goes out through Send or Publish, the peer's send queue and the encoder. A
// peer that does not read is waited for and then dropped, and no single message is: a
// client notices a lost connection and makes a new one, but would wait for ever for a
// lost message.
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

// introduceWithin is the time for a connection to introduce itself when there are too many
// connections.
const introduceWithin = time.Second

// Kind is the ZeroMQ type of a socket.
type Kind string

const (
	// Router receives from and replies to DEALER, REQ and ROUTER peers.
	Router = Kind(zmq4.Router)
	// Rep accepts the same and calls itself REP, for REQ and DEALER peers. The envelope of a
	// request, if there is one, is part of the frames, and a reply must begin with it. An echo
	// therefore needs no knowledge of envelopes, and also answers peers that send none.
	Rep = Kind(zmq4.Rep)
	// XPub publishes to SUB and XSUB peers.
	XPub = Kind(zmq4.XPub)
)

var (
	// ErrClosed is returned by a socket that is closed or closing.
	ErrClosed = errors.New("socket closed")
	// ErrPeerGone is returned for a peer that has left or has been dropped.
	ErrPeerGone = errors.New("peer gone")
)

// Message is one or more frames, which ZeroMQ sends as a whole.
type Message = [][]byte

// Inbound is a message that a peer has sent. The receiver may keep the frames.
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
// Listen replaces the file of an ipc address on which nobody answers any more.
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

// Addr returns the address with the actual port.
func (s *Socket) Addr() string { return s.addr }

// Incoming returns a channel of the messages that peers send. The messages of each peer
// are in order. A peer whose messages are not taken is held back. That delays no other
// peer, and not the answers to its heartbeats as long as its receive queue has room.
// Close closes the channel. An XPub socket receives nothing.
func (s *Socket) Incoming() <-chan Inbound { return s.incoming }

// Lookup returns the last peer that introduced itself with an identity, or nil if that
// peer has left.
func (s *Socket) Lookup(identity []byte) *Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holders[string(identity)]
}

// Close stops accepting and receiving, lets every peer take the messages that are queued
// for it, and closes Incoming. Peers have until the context ends, but at most
// Options.Linger. An error says that some did not take everything.
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

// shut refuses new connections and new messages to and from peers. The writers write
// what is queued and then close their side.
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

// dropAll drops all remaining peers and returns the number of those that had not taken
// everything.
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

// accept accepts connections. Everything that may take time is left to the goroutine of
// each connection.
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
			// Most likely no file descriptors are left. Some may be free soon.
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

// evict drops a peer to make room for a connection: one that has not introduced itself
// in time, or else the oldest in the younger half. So the clients that were there before
// a flood of connections stay, and a client that comes during the flood stays until half
// of MaxPeers others have come after it. mu must be held.
func (s *Socket) evict() {
	i := slices.IndexFunc(s.peers, func(p *Peer) bool { return !p.ready })
	if i < 0 || time.Since(s.peers[i].since) < introduceWithin {
		i = len(s.peers) / 2
	}
	s.peers[i].drop()
	s.peers = slices.Delete(s.peers, i, i+1)
}

// introduce makes a peer known after its handshake. An identity that another peer held
// passes to the new one. introduce returns false if the socket is closing.
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

// leave takes the identity from a peer that has left, if the peer still holds it.
func (s *Socket) leave(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holders[p.identity] == p {
		delete(s.holders, p.identity)
	}
}

// forget removes a peer whose goroutines have all ended.
func (s *Socket) forget(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.peers, p); i >= 0 { // evict may have removed it
		s.peers = slices.Delete(s.peers, i, i+1)
	}
}
