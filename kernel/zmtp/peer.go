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
// A peer has a goroutine that reads, one that writes, and one that delivers what was
// read. So a slow reader of Incoming does not keep the peer from getting answers to its
// heartbeats, nor the socket from noticing that the peer has left.
type Peer struct {
	socket *Socket
	conn   net.Conn
	since  time.Time
	in     *queue
	out    *queue
	topics topics

	receiving share // of the budget, for the message that is being received
	waiting   share // of the budget, for messages to this peer alone and places in its queue
	lag       lag   // of a subscriber; guarded by socket.publish

	// until is closed when the next message may be delivered; nil if it may be now.
	until atomic.Pointer[<-chan struct{}]

	ready    bool   // the handshake is done; guarded by socket.mu
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

// Identity returns the identity that the client has given, or an empty one.
func (p *Peer) Identity() []byte { return []byte(p.identity) }

// Send queues a message for this peer and does not wait until it is written. If the
// peer has left and its client has come back with the same identity, the message goes
// to the new connection.
//
// If the queue is full, Send waits for Options.Patience and then drops the peer. An
// error is ErrPeerGone. The frames must not be changed afterwards.
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

// await waits for room and queues an item. It drops the peer if there is no room in
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

// Hold holds back the messages of this peer until the channel is closed. A message that
// the reader of Incoming is about to take still comes. Messages of other peers come as
// before.
func (p *Peer) Hold(until <-chan struct{}) { p.until.Store(&until) }

// serve serves the connection from the handshake until the peer leaves.
func (p *Peer) serve() {
	defer p.drop()
	g := newGuard(p.conn, &p.receiving)
	identity, err := p.handshake(g)
	if err != nil {
		if !errors.Is(err, net.ErrClosed) { // which this side has closed
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
	p.drop() // before leave: nobody can send to a peer that cannot be looked up
	p.socket.leave(p)
	for _, s := range []*share{&p.receiving, &p.waiting, &p.topics.share} {
		s.end()
	}
	running.Wait()
}

// handshake lets the codec introduce both sides and returns the peer's identity. The
// codec panics on some malformed introductions.
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

// write writes the queued messages until the queue is closed, and then closes this side
// of the connection.
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

// finish begins the end of a peer of a closing socket. No more messages are queued in
// either direction, but those that are queued for the peer are still written.
func (p *Peer) finish() {
	p.in.close()
	p.out.close()
	if !p.ready {
		p.conn.Close()
	}
}

// drop ends the connection and forgets the messages that are queued for the peer.
// Messages that the peer has sent are still delivered.
func (p *Peer) drop() {
	p.conn.Close()
	p.out.discard()
	p.in.close()
}

func (p *Peer) dropSlow() {
	p.socket.trouble.Note("peer dropped: it does not read what it is sent", "peer", remote(p.conn))
	p.drop()
}

// dropGreedy drops a peer that must make room for others, or for which there is no
// room.
func (p *Peer) dropGreedy() {
	if p.out.isClosed() {
		return // it has left
	}
	p.socket.trouble.Note("peer dropped: what it sends, or does not read, takes too much room", "peer", remote(p.conn))
	p.drop()
}

// harmless reports whether an error is an ordinary end of a connection, and not the
// fault of a broken or hostile peer.
func harmless(err error) bool {
	var op *net.OpError
	return err == io.EOF || errors.As(err, &op) && !op.Timeout() || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zmq4.ErrClosedConn)
}

// remote returns the address of the other end for the log. It is empty for a unix
// socket.
func remote(conn net.Conn) string { return conn.RemoteAddr().String() }
