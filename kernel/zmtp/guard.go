package zmtp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// The flags of a frame, RFC 23/ZMTP.
const (
	flagMore    = 1 << 0
	flagLong    = 1 << 1
	flagCommand = 1 << 2
)

const (
	greetingSize  = 64
	maxReady      = 8 << 10  // a command of the handshake
	maxCommand    = 64 << 10 // a command or a subscription after the handshake
	guardReadSize = 4 << 10  // of the buffer; the rest of a longer body is read without it

	// firstPiece is the number of bytes that are allocated for a body before any of it has
	// come.
	firstPiece = 64 << 10

	// A peer that has sent so much of a message may stall for at most maxStall.
	largeMessage = 1 << 20
	maxStall     = 30 * time.Second
)

// limits bound the sizes that a peer may declare, in bytes.
type limits struct {
	command int // body of a command
	frame   int // body of a frame of a message
	message int // a message, in which each frame counts at least frameCost
}

// A guard reads the frames of a peer and trusts none of them. It checks every frame header
// first and allocates memory for a body only as the body comes, because a peer can declare
// any size.
//
// During the handshake the codec reads through the guard, which lets only the greeting
// and short commands pass: the codec allocates the size that a header declares, and no
// recover helps when memory runs out. The codec reads the stream unchanged. After the
// handshake open admits messages, and frame reads their frames.
type guard struct {
	net.Conn
	in     *bufio.Reader
	bodies reader // reads bodies only
	lim    limits

	header  [9]byte
	pending []byte // the part of the header that the codec has not read
	body    int    // how many bytes of the body, or of the greeting, have not been read
	more    bool   // the message goes on after this frame
	size    int    // the declared size of the message so far
	held    int    // how much memory the message takes so far
	share   *share // of the budget, for held
}

func newGuard(conn net.Conn, s *share) *guard {
	g := &guard{
		Conn:  conn,
		lim:   limits{command: maxReady},
		body:  greetingSize,
		share: s,
	}
	g.in = bufio.NewReaderSize(reader(g.receive), guardReadSize)
	g.bodies = g.readBody
	return g
}

// open ends the handshake and sets the limits of messages.
func (g *guard) open(lim limits) { g.lim = lim }

// Read reads the handshake for the codec. It never reads past the end of a frame.
func (g *guard) Read(p []byte) (int, error) {
	if len(g.pending) == 0 && g.body == 0 {
		if _, err := g.next(); err != nil {
			return 0, err
		}
	}
	if len(g.pending) > 0 {
		n := copy(p, g.pending)
		g.pending = g.pending[n:]
		return n, nil
	}
	return g.readBody(p)
}

// frame reads the next frame whole. The error is io.EOF if the peer closed
// between messages.
func (g *guard) frame() (flags byte, body []byte, err error) {
	flags, err = g.next()
	if err != nil {
		return flags, nil, err
	}
	g.pending = nil
	size := g.body
	if err := g.hold(max(min(size, firstPiece), frameCost)); err != nil {
		return flags, nil, err
	}
	body = make([]byte, min(size, firstPiece))
	for got := 0; ; {
		n, err := io.ReadFull(g.bodies, body[got:])
		got += n
		if err != nil {
			return flags, nil, unexpected(err)
		}
		if got == size {
			return flags, body, nil
		}
		longer := min(size, 2*got)
		if err := g.hold(longer - got); err != nil {
			return flags, nil, err
		}
		body = append(make([]byte, 0, longer), body...)[:longer]
	}
}

// forget gives back the memory of a command that has been read. A command may come in
// the middle of a message, which goes on.
func (g *guard) forget(command []byte) {
	held := max(len(command), frameCost)
	g.held -= held
	g.share.draw(-held)
}

// settle ends a message that has been read. The caller repays the returned size to the
// budget.
func (g *guard) settle() (held int) {
	if g.held > largeMessage {
		// On a connection closed meanwhile this fails, and so will the next read.
		_ = g.SetReadDeadline(time.Time{})
	}
	g.held = 0
	return g.share.seal()
}

// hold draws n more bytes from the budget.
func (g *guard) hold(n int) error {
	if !g.share.draw(n) {
		return errors.New("no room for a message: what peers send, or do not read, takes all there is")
	}
	g.held += n
	return nil
}

// readBody reads the part of the body that has come.
func (g *guard) readBody(p []byte) (int, error) {
	n, err := g.in.Read(p[:min(len(p), g.body)])
	g.body -= n
	return n, err
}

// receive waits for bytes of the peer. Only receive waits. A peer in the middle of a
// large message has a deadline for its next bytes; other peers may take their time.
func (g *guard) receive(p []byte) (int, error) {
	if g.held > largeMessage {
		if err := g.SetReadDeadline(time.Now().Add(maxStall)); err != nil {
			return 0, err
		}
	}
	return g.Conn.Read(p)
}

// next reads and checks the header of the next frame. The frame before must
// have been read to its end.
func (g *guard) next() (flags byte, err error) {
	head := g.header[:2]
	if _, err := io.ReadFull(g.in, head); err != nil {
		if g.more {
			err = unexpected(err)
		}
		return 0, err
	}
	size := uint64(head[1])
	if head[0]&flagLong != 0 {
		head = g.header[:9]
		if _, err := io.ReadFull(g.in, head[2:]); err != nil {
			return 0, unexpected(err)
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	if err := g.check(head[0], size); err != nil {
		return 0, err
	}
	g.pending, g.body = head, int(size)
	return head[0], nil
}

// check counts a frame, or returns an error if it must not pass. It lets a command pass
// between the frames of a message. RFC 23 allows none there, but libzmq sends its
// heartbeats there.
func (g *guard) check(flags byte, size uint64) error {
	command := flags&flagCommand != 0
	switch {
	case flags&^(flagMore|flagLong|flagCommand) != 0:
		return fmt.Errorf("unknown frame flags %#02x", flags)
	case command && flags&flagMore != 0:
		return errors.New("a command in several frames")
	case command && size > uint64(g.lim.command):
		return fmt.Errorf("a command of %d bytes, at most %d are taken", size, g.lim.command)
	case command:
		return nil
	case size > uint64(g.lim.frame):
		return fmt.Errorf("a frame of %d bytes, at most %d are taken", size, g.lim.frame)
	}
	if !g.more {
		g.size = 0
	}
	g.size += max(int(size), frameCost)
	if g.size > g.lim.message {
		return fmt.Errorf("a message of more than %d bytes", g.lim.message)
	}
	g.more = flags&flagMore != 0
	return nil
}

// reader makes an io.Reader of a function.
type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

// unexpected returns io.ErrUnexpectedEOF for io.EOF: the end came inside a frame or a
// message, not between messages.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
