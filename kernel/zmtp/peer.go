package zmtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const maxIdentity = 255

// A Peer is one connection of a client. A client that connects again is
// another Peer, possibly with the same identity.
//
// A peer has a goroutine that reads, one that writes, and one that delivers
// what was read, so that a consumer which takes its time does not keep the
// reader from answering heartbeats and noticing the end.
type Peer struct {
	socket *Socket
	conn   net.Conn
	since  time.Time
	in     *queue
	out    *queue
	topics topics

	receiving share // of the budget, for the message that is coming
	waiting   share // for what waits for it: what was sent to it alone, and its queue
	lag       lag   // of a subscriber; guarded by socket.publish

	// until is what the next message waits for, nil for nothing.
	until atomic.Pointer[<-chan struct{}]

	ready    bool   // has shaken hands; guarded by socket.mu
	identity string // set before the peer becomes known
}

func newPeer(s *Socket, conn net.Conn) *Peer {
	p := &Peer{
		socket: s,
		conn:   conn,
		since:  time.Now(),
		in:     newQueue(s.opt.RecvQueue),
		out:    newQueue(s.opt.SendQueue),
	}
	p.receiving = s.opt.Budget.open(p.dropGreedy)
	p.waiting = s.opt.Budget.open(p.dropGreedy)
	p.topics.share = s.opt.Budget.open(p.dropGreedy)
	return p
}

// Identity is what the client calls itself; empty if it does not say.
func (p *Peer) Identity() []byte { return []byte(p.identity) }

// Send queues a message for this very peer and does not wait for it to be
// written. If the peer has gone and its client has come back with the same
// identity, the message goes to the new connection.
//
// If the queue is full, Send waits for Options.Patience and then drops the
// peer. The error is ErrPeerGone. The frames must not be changed afterwards.
func (p *Peer) Send(frames Message) error {
	it := newItem(frames)
	err := p.enqueue(it)
	if err == nil {
		return nil
	}
	if successor := p.socket.Lookup([]byte(p.identity)); successor != nil && successor != p {
		return successor.enqueue(it)
	}
	return err
}

func (p *Peer) enqueue(it item) error {
	if !p.waiting.draw(it.cost) {
		p.dropGreedy()
		return ErrPeerGone
	}
	it.drawn = it.cost
	if p.out.offer(it) {
		return nil
	}
	if err := p.await(it); err != nil {
		p.waiting.draw(-it.drawn)
		return err
	}
	return nil
}

// await waits for room for an item, and drops the peer if there is none in
// time.
func (p *Peer) await(it item) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.socket.opt.Patience)
	defer cancel()
	switch err := p.out.put(ctx, it); err {
	case nil:
		return nil
	case errQueueClosed:
		return ErrPeerGone
	default:
		p.dropSlow()
		return fmt.Errorf("%w: it did not read for %v", ErrPeerGone, p.socket.opt.Patience)
	}
}

// Hold lets the messages that the peer sends wait until the channel is closed, those
// of others do not. One that the reader of Incoming is about to take still comes.
func (p *Peer) Hold(until <-chan struct{}) { p.until.Store(&until) }

// serve is the life of a connection.
func (p *Peer) serve() {
	defer p.drop()
	g := newGuard(p.conn, &p.receiving)
	identity, err := p.handshake(g)
	if err != nil {
		if !errors.Is(err, net.ErrClosed) { // by this side: it ends, or has made room
			p.socket.trouble.Note("handshake failed", "peer", remote(p.conn), "error", err)
		}
		return
	}
	if !p.socket.introduce(p, identity) {
		return
	}
	var running sync.WaitGroup
	running.Go(p.write)
	if p.socket.kind != XPub {
		running.Go(p.deliver)
	}
	if err := p.read(g); !harmless(err) {
		p.socket.trouble.Note("peer dropped", "peer", remote(p.conn), "error", err)
	}
	p.drop() // first: whoever does not find the peer any more cannot send to it either
	p.socket.leave(p)
	for _, s := range []*share{&p.receiving, &p.waiting, &p.topics.share} {
		s.end()
	}
	running.Wait()
}

// handshake lets the codec introduce both sides, and returns the peer's
// identity. The codec panics on some malformed introductions.
func (p *Peer) handshake(g *guard) (identity string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed introduction: %v", r)
		}
	}()
	if err := p.conn.SetDeadline(time.Now().Add(p.socket.opt.Handshake)); err != nil {
		return "", err
	}
	codec, err := zmq4.Open(g, null.Security(), zmq4.SocketType(p.socket.kind), nil, false, nil)
	if err != nil {
		return "", err
	}
	identity = codec.Peer.Meta["Identity"]
	if n := len(identity); n > maxIdentity {
		return "", fmt.Errorf("an identity of %d bytes, at most %d are taken", n, maxIdentity)
	}
	lim := limits{command: maxCommand, frame: p.socket.opt.MaxFrame, message: p.socket.opt.MaxMessage}
	if p.socket.kind == XPub {
		lim.frame, lim.message = maxCommand, maxCommand // only subscriptions come
	}
	g.open(lim)
	return identity, p.conn.SetDeadline(time.Time{})
}

// write writes what is queued until the queue is closed, and then this side of
// the connection.
func (p *Peer) write() {
	var (
		enc   encoder
		batch []item
		cost  int
		owed  int // to the budget
	)
	flush := func() error {
		err := enc.flush(p.conn)
		p.out.release(cost)
		if owed > 0 {
			p.waiting.draw(-owed)
		}
		cost, owed = 0, 0
		return err
	}
	for {
		batch = p.out.take(batch)
		if len(batch) == 0 {
			break
		}
		for i, it := range batch {
			enc.add(it)
			cost += it.cost
			owed += it.drawn
			batch[i] = item{}
			if !enc.full() && i < len(batch)-1 {
				continue
			}
			if flush() != nil {
				p.drop()
				return
			}
		}
	}
	if c, ok := p.conn.(interface{ CloseWrite() error }); ok {
		c.CloseWrite()
	}
}

// finish begins the end of a peer of a closing socket: nothing more in either
// direction, but what is queued for the peer may still go out.
func (p *Peer) finish() {
	p.in.close()
	p.out.close()
	if !p.ready {
		p.conn.Close()
	}
}

// drop ends the connection and forgets what was queued for the peer. What it
// had sent stays.
func (p *Peer) drop() {
	p.conn.Close()
	p.out.discard()
	p.in.close()
}

func (p *Peer) dropSlow() {
	p.socket.trouble.Note("peer dropped: it does not read what it is sent", "peer", remote(p.conn))
	p.drop()
}

// dropGreedy ends a peer that is to make room for others, or finds none.
func (p *Peer) dropGreedy() {
	if p.out.isClosed() {
		return // it has left
	}
	p.socket.trouble.Note("peer dropped: what it sends, or does not read, takes too much room", "peer", remote(p.conn))
	p.drop()
}

// harmless tells the ways in which connections end from what only a broken or
// hostile peer does.
func harmless(err error) bool {
	var op *net.OpError
	return err == io.EOF || errors.As(err, &op) && !op.Timeout() || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zmq4.ErrClosedConn)
}

// remote names the other end in the log; unix sockets have no name there.
func remote(conn net.Conn) string { return conn.RemoteAddr().String() }
