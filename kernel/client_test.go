package kernel

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// patience bounds what would otherwise hang a test; nothing is measured by it.
const patience = 20 * time.Second

// wire is a ZeroMQ connection written out by hand, so that the tests do not
// share code with what they test.
type wire struct {
	t        *testing.T
	conn     net.Conn
	in       *bufio.Reader
	messages chan [][]byte // closed when the other side has closed
}

// dial connects and introduces itself as a socket of some type.
func dial(t *testing.T, addr, socketType string) *wire {
	t.Helper()
	return dialAs(t, addr, socketType, "")
}

// dialAs is dial with an identity.
func dialAs(t *testing.T, addr, socketType, identity string) *wire {
	t.Helper()
	w := dialDeaf(t, addr, socketType, identity)
	go w.read()
	return w
}

// dialDeaf is dialAs, but nothing is read.
func dialDeaf(t *testing.T, addr, socketType, identity string) *wire {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(addr, "tcp://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	w := &wire{t, conn, bufio.NewReader(conn), make(chan [][]byte, 1<<10)}

	greeting := make([]byte, 64)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
	copy(greeting[12:], "NULL")
	ready := "\x05READY\x0bSocket-Type\x00\x00\x00" + string(rune(len(socketType))) + socketType
	if identity != "" {
		ready += "\x08Identity\x00\x00\x00" + string(rune(len(identity))) + identity
	}
	w.write(append(append(greeting, 4, byte(len(ready))), ready...))

	if _, err := io.ReadFull(w.in, greeting); err != nil {
		t.Fatal(err)
	}
	if flags, body, err := w.frame(); err != nil || flags != 4 || !strings.HasPrefix(string(body), "\x05READY") {
		t.Fatalf("handshake: flags %d, %q, %v", flags, body, err)
	}
	return w
}

// read takes messages until the end, and then closes its side as libzmq does.
func (w *wire) read() {
	defer close(w.messages)
	defer w.conn.Close()
	for {
		frames, err := w.message()
		if err != nil {
			return
		}
		w.messages <- frames
	}
}

func (w *wire) write(b []byte) {
	w.t.Helper()
	if _, err := w.conn.Write(b); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) send(frames ...[]byte) {
	w.t.Helper()
	w.write(framed(frames...))
}

// framed is a message as it is on the wire.
func framed(frames ...[]byte) (b []byte) {
	for i, f := range frames {
		flags := byte(2) // long
		if i < len(frames)-1 {
			flags |= 1
		}
		b = binary.BigEndian.AppendUint64(append(b, flags), uint64(len(f)))
		b = append(b, f...)
	}
	return b
}

func (w *wire) frame() (flags byte, body []byte, err error) {
	flags, err = w.in.ReadByte()
	if err != nil {
		return 0, nil, err
	}
	size := make([]byte, 8)
	short := size[7:]
	if flags&2 != 0 {
		short = size
	}
	if _, err := io.ReadFull(w.in, short); err != nil {
		return 0, nil, err
	}
	body = make([]byte, binary.BigEndian.Uint64(size))
	_, err = io.ReadFull(w.in, body)
	return flags &^ 2, body, err
}

func (w *wire) message() (frames [][]byte, err error) {
	for {
		flags, body, err := w.frame()
		if err != nil {
			return nil, err
		}
		frames = append(frames, body)
		if flags&1 == 0 {
			return frames, nil
		}
	}
}

// recv returns nil when the other side has closed.
func (w *wire) recv() [][]byte {
	w.t.Helper()
	select {
	case frames := <-w.messages:
		return frames
	case <-time.After(patience):
		w.t.Fatal("nothing comes")
		return nil
	}
}

// told is a message as a client sees it.
type told struct {
	Type     string
	Parent   string // msg_id of the parent header
	Header   header
	Metadata string
	Content  map[string]any
	Buffers  [][]byte
}

func (m told) String() string {
	text, _ := json.Marshal(m.Content)
	return fmt.Sprintf("%s %s", m.Type, text)
}

// text returns a string of the content.
func (m told) text(field string) string { s, _ := m.Content[field].(string); return s }

// client is a Jupyter client.
type client struct {
	t         *testing.T
	codec     codec
	shell     *wire
	stdin     *wire
	control   *wire
	iopub     *wire
	heartbeat *wire
}

// connect makes a client whose subscription is in force, and which can be asked.
// Its connections have one identity, the session, as those of jupyter_client.
func connect(t *testing.T, s *server) *client {
	t.Helper()
	cc := newCodec(s.codec.signer)
	c := &client{
		t:         t,
		codec:     cc,
		shell:     dialAs(t, s.sockets.shell.Addr(), "DEALER", cc.session),
		stdin:     dialAs(t, s.sockets.stdin.Addr(), "DEALER", cc.session),
		control:   dialAs(t, s.sockets.control.Addr(), "DEALER", cc.session),
		iopub:     dial(t, s.sockets.iopub.Addr(), "SUB"),
		heartbeat: dial(t, s.sockets.heartbeat.Addr(), "REQ"),
	}
	c.iopub.send([]byte("\x01"))
	for c.recv(c.iopub).Type != "iopub_welcome" {
	}
	eventually(t, "the client is connected for questions", func() bool { return s.sockets.stdin.Lookup([]byte(cc.session)) != nil })
	return c
}

// eventually waits for what another goroutine is about to bring about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it did not come about that %s", what)
		}
	}
}

// send sends a request and returns its msg_id.
func (c *client) send(w *wire, msgType string, content any) string {
	c.t.Helper()
	return c.sendAll(w, msgType, nil, nil, content)
}

// sendAll sends a message with all that it can have.
func (c *client) sendAll(w *wire, msgType string, parent json.RawMessage, metadata, content any, buffers ...[]byte) string {
	c.t.Helper()
	frames, err := c.codec.encode(nil, msgType, parent, metadata, content)
	if err != nil {
		c.t.Fatal(err)
	}
	frames = append(frames, buffers...)
	var h header
	if err := json.Unmarshal(frames[2], &h); err != nil {
		c.t.Fatal(err)
	}
	w.send(frames...)
	return h.ID
}

func (c *client) execute(code string) string {
	c.t.Helper()
	return c.send(c.shell, "execute_request", map[string]any{"code": code})
}

// recv reads a message and checks its signature.
func (c *client) recv(w *wire) told {
	c.t.Helper()
	frames := w.recv()
	if frames == nil {
		c.t.Fatal("the connection was closed")
	}
	return c.read(frames)
}

func (c *client) read(frames [][]byte) told {
	c.t.Helper()
	m, err := c.codec.decode(frames)
	if err != nil {
		c.t.Fatal(err)
	}
	var parent header
	if err := json.Unmarshal(frames[len(m.route)+3], &parent); err != nil {
		c.t.Fatal(err)
	}
	out := told{Type: m.header.Type, Parent: parent.ID, Header: m.header, Metadata: string(m.metadata), Buffers: m.buffers}
	if err := json.Unmarshal(m.content, &out.Content); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// reply reads the reply to a request.
func (c *client) reply(w *wire, id string) told {
	c.t.Helper()
	m := c.recv(w)
	if m.Parent != id {
		c.t.Fatalf("%v is the reply to %s, expected one to %s", m, m.Parent, id)
	}
	return m
}

// ask sends a request and reads its reply.
func (c *client) ask(w *wire, msgType string, content any) told {
	c.t.Helper()
	return c.reply(w, c.send(w, msgType, content))
}

// published reads iopub up to the idle of a request, and returns what belongs
// to it, without busy and idle.
func (c *client) published(id string) []told {
	c.t.Helper()
	var out []told
	for {
		m := c.recv(c.iopub)
		switch {
		case m.Parent != id:
		case m.Type == "status" && m.Content["execution_state"] == "idle":
			return out
		case m.Type != "status":
			out = append(out, m)
		}
	}
}

// types are the message types, with the execution state for a status.
func types(messages []told) []string {
	out := make([]string, len(messages))
	for i, m := range messages {
		out[i] = m.Type
		if m.Type == "status" {
			out[i] = m.text("execution_state")
		}
	}
	return out
}

// rest reads to the end of a connection.
func (c *client) rest(w *wire) []told {
	c.t.Helper()
	var out []told
	for frames := w.recv(); frames != nil; frames = w.recv() {
		out = append(out, c.read(frames))
	}
	return out
}
