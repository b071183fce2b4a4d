package zmtp

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// hang is how long a test waits for what must come. It only decides when a
// failing test ends.
const hang = 20 * time.Second

// A client speaks ZMTP byte by byte, so that it can also say what no library
// would. It fails its test on any error.
type client struct {
	net.Conn
	t testing.TB
	r *bufio.Reader
}

// dial connects and says nothing.
func dial(t testing.TB, addr string) *client {
	t.Helper()
	network, rest := "tcp", strings.TrimPrefix(addr, "tcp://")
	if path, ok := strings.CutPrefix(addr, "ipc://"); ok {
		network, rest = "unix", path
	}
	conn, err := net.Dial(network, rest)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(hang)); err != nil {
		t.Fatal(err)
	}
	return &client{Conn: conn, t: t, r: bufio.NewReader(conn)}
}

// connect dials and shakes hands.
func connect(t testing.TB, addr, socketType, identity string) *client {
	t.Helper()
	c := dial(t, addr)
	c.say(greeting())
	c.say(ready("Socket-Type", socketType, "Identity", identity))
	if _, err := io.ReadFull(c.r, make([]byte, greetingSize)); err != nil {
		t.Fatal(err)
	}
	if flags, body := c.frame(); flags != flagCommand || !bytes.HasPrefix(body, []byte("\x05READY")) {
		t.Fatalf("instead of READY came flags %#x, %q", flags, body)
	}
	return c
}

// say sends bytes as they are.
func (c *client) say(parts ...[]byte) {
	c.t.Helper()
	if _, err := c.Write(slices.Concat(parts...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) send(frames ...string) {
	c.t.Helper()
	c.say(wire(frames...))
}

// frame reads one frame.
func (c *client) frame() (flags byte, body []byte) {
	c.t.Helper()
	flags, body, err := readFrame(c.r)
	if err != nil {
		c.t.Fatal(err)
	}
	return flags, body
}

// recv reads a message.
func (c *client) recv() (frames []string) {
	c.t.Helper()
	for {
		flags, body := c.frame()
		if flags&flagCommand != 0 {
			c.t.Fatalf("instead of a message came the command %q", body)
		}
		frames = append(frames, string(body))
		if flags&flagMore == 0 {
			return frames
		}
	}
}

func (c *client) expect(frames ...string) {
	c.t.Helper()
	if got := c.recv(); !slices.Equal(got, frames) {
		c.t.Fatalf("received %.100q, want %.100q", got, frames)
	}
}

// closed waits for the other side to end the connection.
func (c *client) closed() {
	c.t.Helper()
	_, err := io.Copy(io.Discard, c.r)
	if op, ok := err.(*net.OpError); ok && op.Timeout() {
		c.t.Fatal("the connection is still open")
	}
}

func readFrame(r io.Reader) (flags byte, body []byte, err error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:2]); err != nil {
		return 0, nil, err
	}
	size := uint64(head[1])
	if head[0]&flagLong != 0 {
		if _, err := io.ReadFull(r, head[2:]); err != nil {
			return 0, nil, err
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	body = make([]byte, size)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
}

func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9], g[10], g[11] = 0xff, 0x7f, 3, 1
	copy(g[12:], "NULL")
	return g
}

// ready is the command READY with properties, given as names and values.
func ready(properties ...string) []byte {
	var body []byte
	for i := 0; i < len(properties); i += 2 {
		name, value := properties[i], properties[i+1]
		body = append(body, byte(len(name)))
		body = append(body, name...)
		body = binary.BigEndian.AppendUint32(body, uint32(len(value)))
		body = append(body, value...)
	}
	return command("READY", string(body))
}

func command(name, body string) []byte {
	return frame(flagCommand, string(rune(len(name)))+name+body)
}

func frame(flags byte, body string) []byte {
	if len(body) > 255 {
		return append(declare(flags, uint64(len(body))), body...)
	}
	return append([]byte{flags, byte(len(body))}, body...)
}

// declare is the header of a long frame, without the frame.
func declare(flags byte, size uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{flags | flagLong}, size)
}

// wire is a message.
func wire(frames ...string) (b []byte) {
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = flagMore
		}
		b = append(b, frame(flags, f)...)
	}
	return b
}

func message(frames ...string) Message {
	var m Message
	for _, f := range frames {
		m = append(m, []byte(f))
	}
	return m
}

// open listens for the length of a test.
func open(t testing.TB, kind Kind, opt Options) *Socket {
	t.Helper()
	s, err := Listen(kind, "tcp://127.0.0.1:0", opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(t.Context()) })
	return s
}

// echo answers every message with itself until the socket closes.
func echo(s *Socket) {
	for in := range s.Incoming() {
		in.Peer.Send(in.Frames) // a peer that has gone needs no answer
	}
}

// honest checks that a well-behaved client is served.
func honest(t testing.TB, s *Socket) {
	t.Helper()
	switch s.kind {
	case XPub:
		c := connect(t, s.Addr(), "SUB", "")
		defer c.Close()
		c.send("\x01honest")
		eventually(t, "the subscription is known", func() bool { return subscribers(s, "honest") == 1 })
		if err := s.Publish(t.Context(), message("honest", "news")); err != nil {
			t.Fatal(err)
		}
		c.expect("honest", "news")
	default:
		c := connect(t, s.Addr(), "DEALER", "honest")
		defer c.Close()
		c.send("", "hello")
		c.expect("", "hello")
	}
}

func subscribers(s *Socket, topic string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.peers {
		if p.topics.match(topic) {
			n++
		}
	}
	return n
}

func connections(s *Socket) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.peers)
}

// eventually waits for what another goroutine is about to bring about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(hang); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("it did not come about that %s\n%s", what, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
