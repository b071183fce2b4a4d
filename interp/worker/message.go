package worker

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// protocolVersion changes whenever message, or anything inside it, does.
const protocolVersion = 6

// A message is exactly one of its fields: hello, shown, stuck, group and ended
// come from the child, run, input and interrupt from the supervisor.
type message struct {
	Hello     *hello
	Run       *run
	Input     *repl.Input
	Interrupt *interrupt
	Shown     *shown
	Stuck     *stuck
	Group     int // a process group that a run has left behind
	Ended     *ended
}

// hello is the child's first message. The secret shows that it is the child.
type hello struct {
	Version int
	Secret  string
}

// run asks for a program to be run or, if Comm is not nil, for that message to
// be handed to whom it is for. Serial numbers the runs of a process from 1; 0
// stands for what happens before the first.
type run struct {
	Serial  int
	Program Program
	Comm    *repl.Comm
}

// interrupt asks for the end of a run, if it is still the current one.
type interrupt struct{ Serial int }

// shown is one thing shown, sent or asked by a run, possibly long after it has
// ended. Exactly one of the pointers is not nil; Parent is for the supervisor
// to say.
type shown struct {
	Serial int
	Sync   int // the stamp that both pipes carry at this moment

	Result    *repl.Result
	Display   *repl.Display
	Clear     *repl.Clear
	Page      *repl.Page
	NextInput *repl.NextInput
	Ask       *repl.Ask
	Sent      *repl.Sent
}

// stuck tells that a run goes on though it was interrupted, and in which compiled
// call, if it is in one.
type stuck struct {
	Serial int
	Call   string
}

// ended is the last message that a run itself causes.
type ended struct {
	Serial  int
	Sync    int
	Result  *repl.Result // what the run showed last, if that was not sent before
	Outcome Outcome
	Past    []int // earlier runs of which nothing more will come
}

// A wire carries messages both ways. Sending and receiving may each be done by
// one goroutine at a time.
type wire struct {
	on  *meter
	enc *gob.Encoder
	dec *gob.Decoder
}

// largeMessage is the size on the wire, in bytes, above which a message is the
// last of an encoder and a decoder: these keep for good the room that it took.
// Both sides count the same bytes.
const largeMessage = 1 << 20

func newWire(rw io.ReadWriter) *wire {
	on := &meter{Writer: rw, Reader: bufio.NewReader(rw)}
	return &wire{on, gob.NewEncoder(on), gob.NewDecoder(on)}
}

func (w *wire) send(m message) error {
	w.on.written = 0
	err := w.enc.Encode(m)
	if w.on.written > largeMessage {
		w.enc = gob.NewEncoder(w.on)
	}
	return err
}

func (w *wire) receive() (message, error) {
	var m message
	w.on.read = 0
	err := w.dec.Decode(&m)
	if w.on.read > largeMessage {
		w.dec = gob.NewDecoder(w.on)
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

// receiveHello reads the first message of a child that must know the secret.
func (w *wire) receiveHello(secret string) error {
	m, err := w.receive()
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
