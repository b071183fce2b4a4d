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
	// pongRoom is how much may wait for a peer before PINGs go unanswered: with
	// so much under way it hears from us anyway, and it could fill its queue
	// with answers that it does not read.
	pongRoom = 64 << 10
)

// read takes what the peer sends until it leaves. It goes on while the socket
// closes, because a connection closed with input unread is reset, and the
// reset may overtake the last messages.
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

// receive passes a message on, to the consumer or to the subscriptions.
func (p *Peer) receive(it item) error {
	if p.socket.kind == XPub {
		defer p.socket.opt.Budget.repay(it.held)
		return p.heed(it.frames)
	}
	// An error says that the socket is closing: nobody will read it.
	if p.in.put(context.Background(), it) != nil {
		p.socket.opt.Budget.repay(it.held)
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

// released waits while the peer is held. It is false if the socket closes meanwhile.
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
