package zmtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/go-zeromq/zmq4"
)

const (
	// maxPingContext is the part of a PING that a PONG must repeat.
	maxPingContext = 16
	// pongRoom is the number of bytes that may wait for a peer before its PINGs get no answer.
	// A peer with so much on its way hears from us anyway, and could otherwise fill its queue
	// with answers that it does not read.
	pongRoom = 64 << 10
)

// read reads the peer's messages until the peer leaves. It goes on while the socket closes:
// a connection that is closed with unread input is reset, and the reset may overtake the
// last messages to the peer.
func (p *Peer) read(g *guard) error {
	var frames Message
	for {
		flags, body, err := g.frame()
		switch {
		case err != nil:
			return err
		case flags&flagCommand != 0:
			if err := p.obey(body); err != nil {
				return err
			}
			g.forget(body)
			continue
		}
		frames = append(frames, body)
		if flags&flagMore != 0 {
			continue
		}
		it := newItem(frames)
		it.held = g.settle()
		frames = nil
		if err := p.receive(it); err != nil {
			return err
		}
	}
}

// receive queues a message for the reader of Incoming. A message to an XPub socket
// changes the subscriptions instead.
func (p *Peer) receive(it item) error {
	if p.socket.kind == XPub {
		defer p.socket.opt.Budget.repay(it.held)
		return p.heed(it.frames)
	}
	// An error means that the socket is closing and nobody will read the message.
	if p.in.put(context.Background(), it) != nil {
		p.socket.opt.Budget.repay(it.held)
	}
	return nil
}

// heed carries out a message to an XPub socket. Subscriptions are messages in ZMTP 3.0,
// which the codec announces and libzmq therefore follows, and commands in ZMTP 3.1.
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

// obey carries out a command. It ignores unknown commands, which later versions of ZMTP
// may have.
func (p *Peer) obey(command []byte) error {
	if len(command) == 0 || int(command[0]) > len(command)-1 {
		return fmt.Errorf("a command of %d bytes that ends within its name", len(command))
	}
	name, about := command[1:1+command[0]], command[1+command[0]:]
	switch string(name) {
	case zmq4.CmdPing:
		if len(about) < 2 {
			return errors.New("a PING without its time to live")
		}
		p.pong(about[2:min(len(about), 2+maxPingContext)])
	case zmq4.CmdSubscribe:
		if p.socket.kind == XPub {
			return p.subscribe(string(about))
		}
	case zmq4.CmdCancel:
		p.topics.remove(string(about))
	case zmq4.CmdError:
		return errors.New("it reports an error")
	}
	return nil
}

func (p *Peer) pong(about []byte) {
	if p.out.pending() > pongRoom {
		return
	}
	it := newItem(Message{bytes.Join([][]byte{{byte(len(zmq4.CmdPong))}, []byte(zmq4.CmdPong), about}, nil)})
	it.command = true
	p.out.offer(it)
}

// deliver hands the messages of the peer to the reader of Incoming. It goes on after
// the peer has left, until all its messages are delivered.
func (p *Peer) deliver() {
	var batch []item
	for {
		batch = p.in.take(batch)
		if len(batch) == 0 {
			return
		}
		for i, it := range batch {
			if !p.released() {
				return
			}
			select {
			case p.socket.incoming <- Inbound{p, it.frames}:
			case <-p.socket.closing:
				return
			}
			batch[i] = item{}
			p.in.release(it.cost)
			p.socket.opt.Budget.repay(it.held)
		}
	}
}

// released waits while the peer is held. It returns false if the socket closes
// meanwhile.
func (p *Peer) released() bool {
	until := p.until.Swap(nil)
	if until == nil {
		return true
	}
	select {
	case <-*until:
		return true
	case <-p.socket.closing:
		return false
	}
}
