package wire

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// protocolVersion changes whenever Message, or anything inside it, does.
const protocolVersion = 10

// A Message is exactly one of its fields: Hello, Shown, Stuck, Group and Ended
// come from the child, Run, Input and Interrupt from the supervisor.
type Message struct {
	Hello     *hello
	Run       *Run
	Input     *repl.Input
	Interrupt *Interrupt
	Shown     *Shown
	Stuck     *Stuck
	Group     int // a process group that a run has left behind
	Ended     *Ended
}

// hello is the child's first message. The secret shows that it is the child.
type hello struct {
	Version int
	Secret  string
}

// Run asks the child to run a program or, if Comm is not nil, to hand that message to
// its receiver. Serial numbers the runs of a process from 1. 0 stands for what happens
// before the first run.
type Run struct {
	Serial  int
	Program rt.Program
	Comm    *repl.Comm
}

// Interrupt asks the child to end a run, if that is still the current one.
type Interrupt struct{ Serial int }

// Shown is one thing shown, sent or asked by a run, possibly long after it has
// ended. The parent of the event is for the supervisor to say.
type Shown struct {
	Serial int
	Sync   int // the stamp that both pipes carry at this moment
	Event  repl.Event
}

// Stuck reports a run that goes on [StuckAfter] it was interrupted, and the compiled call
// that it is in, if any.
type Stuck struct {
	Serial int
	Call   string
}

// StuckAfter is the time from an interrupt to the child's report of a run that goes on.
const StuckAfter = time.Second

// Ended is the last message that a run itself causes.
type Ended struct {
	Serial  int
	Sync    int
	Last    repl.Event // what the run showed last, if that was not sent before; else nil
	Outcome Outcome
	Past    []int // earlier runs from which nothing more will come
}

// A Conn carries messages both ways. Sending and receiving may each be done by
// one goroutine at a time.
type Conn struct {
	on  *meter
	enc *gob.Encoder
	dec *gob.Decoder
}

// largeMessage is the size on the wire, in bytes, above which a message is the last of
// its encoder and decoder: these would keep the room that it took for good. Both sides
// count the same bytes.
const largeMessage = 1 << 20

// NewConn returns a Conn over a connection of bytes.
func NewConn(rw io.ReadWriter) *Conn {
	for _, e := range repl.Events() {
		gob.RegisterName(fmt.Sprintf("%T", e), e) // each time the same, which gob allows
	}
	on := &meter{Writer: rw, Reader: bufio.NewReader(rw)}
	return &Conn{on, gob.NewEncoder(on), gob.NewDecoder(on)}
}

// Send sends a message.
func (c *Conn) Send(m Message) error {
	c.on.written = 0
	err := c.enc.Encode(m)
	if c.on.written > largeMessage {
		c.enc = gob.NewEncoder(c.on)
	}
	return err
}

// Receive waits for a message. The error is io.EOF when the other side has gone.
func (c *Conn) Receive() (Message, error) {
	var m Message
	c.on.read = 0
	err := c.dec.Decode(&m)
	if c.on.read > largeMessage {
		c.dec = gob.NewDecoder(c.on)
	}
	return m, err
}

// A meter counts the bytes of each message. It has ReadByte so that a decoder
// takes no byte of the next.
type meter struct {
	io.Writer
	*bufio.Reader
	written, read int
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.written += n
	return n, err
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.read += n
	return n, err
}

func (m *meter) ReadByte() (byte, error) {
	b, err := m.Reader.ReadByte()
	if err == nil {
		m.read++
	}
	return b, err
}

// SendHello sends the first message of a child.
func (c *Conn) SendHello(secret string) error {
	return c.Send(Message{Hello: &hello{Version: protocolVersion, Secret: secret}})
}

// ReceiveHello reads the first message of a child, which must know the secret.
func (c *Conn) ReceiveHello(secret string) error {
	m, err := c.Receive()
	switch {
	case err != nil:
		return fmt.Errorf("no hello: %w", err)
	case m.Hello == nil || m.Hello.Secret != secret:
		return errors.New("a stranger connected")
	case m.Hello.Version != protocolVersion:
		return fmt.Errorf("the worker speaks version %d of the protocol, this program version %d: start the worker from the same binary",
			m.Hello.Version, protocolVersion)
	}
	return nil
}
