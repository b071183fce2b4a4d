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
	maxCommand    = 64 << 10 // a command, or a subscription, after it
	guardReadSize = 16 << 10

	// maxStall is how long a peer may hold a part of the budget and send
	// nothing of what it declared.
	maxStall = 30 * time.Second
)

// limits are what a peer may declare; sizes are in bytes.
type limits struct {
	command int // body of a command
	frame   int // body of a frame of a message
	message int // a message, each frame counting frameCost at least
}

// A guard stands between a connection and the codec and reads every frame
// header first. The codec allocates what a header declares, so a header must
// not reach it that declares too much: no recover helps against running out
// of memory. What the codec reads through the guard is the stream as it came.
//
// It starts in the handshake, where only the greeting and short commands may
// come; open admits messages.
type guard struct {
	net.Conn
	in  *bufio.Reader
	lim limits

	header  [9]byte
	pending []byte // of the header, not yet read by the codec
	body    int    // bytes of the body (or the greeting) that the codec has not read
	more    bool   // the message goes on after this frame
	size    int    // of the message so far
	budget  *budget
	drawn   int // from the budget for this message
}

func newGuard(conn net.Conn, b *budget) *guard {
	return &guard{
		Conn:   conn,
		in:     bufio.NewReaderSize(conn, guardReadSize),
		lim:    limits{command: maxReady},
		body:   greetingSize,
		budget: b,
	}
}

// open ends the handshake.
func (g *guard) open(lim limits) { g.lim = lim }

// Read never reads past the end of a frame.
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
	if err := g.pace(); err != nil {
		return 0, err
	}
	n, err := g.in.Read(p[:min(len(p), g.body)])
	g.body -= n
	return n, err
}

// pace gives a peer that holds a part of the budget a deadline for its next
// bytes. Others may take their time.
func (g *guard) pace() error {
	if g.drawn == 0 {
		return nil
	}
	return g.SetReadDeadline(time.Now().Add(maxStall))
}

// settle ends a message that has been read, or will not be. What was drawn
// for it is now the caller's to repay.
func (g *guard) settle() (drawn int) {
	if g.drawn == 0 {
		return 0
	}
	drawn, g.drawn = g.drawn, 0
	// On a connection closed meanwhile this fails, and so will the next read.
	_ = g.SetReadDeadline(time.Time{})
	return drawn
}

// next reads and checks the header of the next frame, which Read then gives
// out, and tells a command from a message. The frame before must have been
// read to its end. The error is io.EOF if the peer closed between messages.
func (g *guard) next() (command bool, err error) {
	if err := g.pace(); err != nil {
		return false, err
	}
	head := g.header[:2]
	if _, err := io.ReadFull(g.in, head); err != nil {
		if g.more {
			err = unexpected(err)
		}
		return false, err
	}
	size := uint64(head[1])
	if head[0]&flagLong != 0 {
		head = g.header[:9]
		if _, err := io.ReadFull(g.in, head[2:]); err != nil {
			return false, unexpected(err)
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	if err := g.check(head[0], size); err != nil {
		return false, err
	}
	g.pending, g.body = head, int(size)
	return head[0]&flagCommand != 0, nil
}

// check counts a frame in, or says why it must not pass.
func (g *guard) check(flags byte, size uint64) error {
	command := flags&flagCommand != 0
	switch {
	case flags&^(flagMore|flagLong|flagCommand) != 0:
		return fmt.Errorf("unknown frame flags %#02x", flags)
	case command && (g.more || flags&flagMore != 0):
		return errors.New("a command inside a multipart message")
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
	var ok bool
	if g.drawn, ok = g.budget.draw(g.drawn, g.size); !ok {
		return fmt.Errorf("a message of %d bytes while others that are being received take %d", g.size, g.budget.used.Load())
	}
	g.more = flags&flagMore != 0
	return nil
}

// unexpected tells an end inside a frame or message from one between messages.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
