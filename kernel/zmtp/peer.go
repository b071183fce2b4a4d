package zmtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const (
	maxIdentity = 255
	// maxPingContext is the part of a PING that a PONG must repeat.
	maxPingContext = 16
	// pongRoom is how much may wait for a peer before PINGs go unanswered: with
	// so much under way it hears from us anyway, and it could fill its queue
	// with answers that it does not read.
	pongRoom = 64 << 10
)

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

	ready    bool   // has shaken hands; guarded by socket.mu
	identity string // set before the peer becomes known
}

func newPeer(s *Socket, conn net.Conn) *Peer {
	return &Peer{
		socket: s,
		conn:   conn,
		since:  time.Now(),
		in:     newQueue(s.opt.RecvQueue),
		out:    newQueue(s.opt.SendQueue),
	}
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
	if heir := p.socket.Lookup([]byte(p.identity)); heir != nil && heir != p {
		return heir.enqueue(it)
	}
	return err
}

func (p *Peer) enqueue(it item) error {
	if p.out.offer(it) {
		return nil
	}
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

// serve is the life of a connection.
func (p *Peer) serve() {
	defer p.drop()
	g := newGuard(p.conn, p.socket.inbound)
	codec, err := p.handshake(g)
	if err != nil {
		p.socket.trouble.note("handshake failed", "peer", remote(p.conn), "error", err)
		return
	}
	if !p.socket.introduce(p, codec.Peer.Meta["Identity"]) {
		return
	}
	var running sync.WaitGroup
	running.Go(p.write)
	running.Go(p.deliver)
	if err := p.read(codec, g); !harmless(err) {
		p.socket.trouble.note("peer dropped", "peer", remote(p.conn), "error", err)
	}
	p.drop() // first: whoever does not find the peer any more cannot send to it either
	p.socket.leave(p)
	p.socket.inbound.repay(g.settle())
	running.Wait()
}

// handshake lets the codec introduce both sides. The codec panics on some
// malformed introductions.
func (p *Peer) handshake(g *guard) (codec *zmq4.Conn, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed introduction: %v", r)
		}
	}()
	if err := p.conn.SetDeadline(time.Now().Add(p.socket.opt.Handshake)); err != nil {
		return nil, err
	}
	codec, err = zmq4.Open(g, null.Security(), zmq4.SocketType(p.socket.kind), nil, false, nil)
	if err != nil {
		return nil, err
	}
	if n := len(codec.Peer.Meta["Identity"]); n > maxIdentity {
		return nil, fmt.Errorf("an identity of %d bytes, at most %d are taken", n, maxIdentity)
	}
	lim := limits{command: maxCommand, frame: p.socket.opt.MaxFrame, message: p.socket.opt.MaxMessage}
	if p.socket.kind == XPub {
		lim.frame, lim.message = maxCommand, maxCommand // only subscriptions come
	}
	g.open(lim)
	return codec, p.conn.SetDeadline(time.Time{})
}

// read takes what the peer sends until it leaves. It goes on while the socket
// closes, because a connection closed with input unread is reset, and the
// reset may overtake the last messages.
func (p *Peer) read(codec *zmq4.Conn, g *guard) error {
	for {
		command, err := g.next()
		if err != nil {
			return err
		}
		if command {
			cmd, err := codec.RecvCmd()
			if err != nil {
				return err
			}
			if err := p.obey(cmd); err != nil {
				return err
			}
			continue
		}
		msg, err := codec.RecvMsg()
		if err != nil {
			return err
		}
		it := newItem(msg.Frames)
		it.drawn = g.settle()
		if err := p.receive(it); err != nil {
			return err
		}
	}
}

// receive passes a message on, to the consumer or to the subscriptions.
func (p *Peer) receive(it item) error {
	if p.socket.kind == XPub {
		return p.heed(it.frames)
	}
	// An error says that the socket is closing: nobody will read it.
	if p.in.put(context.Background(), it) != nil {
		p.socket.inbound.repay(it.drawn)
	}
	return nil
}

// heed carries out a message to an XPub socket. The codec announces ZMTP 3.0,
// in which subscriptions are messages, and libzmq then sends them so; version
// 3.1 has commands for them.
func (p *Peer) heed(frames Message) error {
	if len(frames) != 1 || len(frames[0]) == 0 {
		return nil
	}
	switch topic := string(frames[0][1:]); frames[0][0] {
	case 0:
		p.topics.remove(topic)
	case 1:
		return p.subscribe(topic)
	}
	return nil
}

// obey carries out a command. Unknown ones are for later versions of ZMTP.
func (p *Peer) obey(cmd zmq4.Cmd) error {
	switch cmd.Name {
	case zmq4.CmdPing:
		if len(cmd.Body) < 2 {
			return errors.New("a PING without its time to live")
		}
		if p.out.pending() > pongRoom {
			return nil
		}
		about := cmd.Body[2:min(len(cmd.Body), 2+maxPingContext)]
		pong := bytes.Join([][]byte{{byte(len(zmq4.CmdPong))}, []byte(zmq4.CmdPong), about}, nil)
		it := newItem(Message{pong})
		it.command = true
		p.out.offer(it)
	case zmq4.CmdSubscribe:
		if p.socket.kind == XPub {
			return p.subscribe(string(cmd.Body))
		}
	case zmq4.CmdCancel:
		p.topics.remove(string(cmd.Body))
	}
	return nil
}

// deliver passes on what was read. What a peer sent before it left counts, so
// this goes on after the reader's end.
func (p *Peer) deliver() {
	var batch []item
	for {
		batch = p.in.take(batch)
		if len(batch) == 0 {
			return
		}
		for i, it := range batch {
			select {
			case p.socket.incoming <- Inbound{p, it.frames}:
			case <-p.socket.closing:
				return
			}
			batch[i] = item{}
			p.in.release(it.cost)
			p.socket.inbound.repay(it.drawn)
		}
	}
}

// write writes what is queued until the queue is closed, and then this side of
// the connection.
func (p *Peer) write() {
	var (
		enc   encoder
		batch []item
		cost  int
	)
	flush := func() error {
		err := enc.flush(p.conn)
		p.out.release(cost)
		cost = 0
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
	p.socket.trouble.note("peer dropped: it does not read what it is sent", "peer", remote(p.conn))
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
