package zmtp

import (
	"bytes"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// recorded is a connection on which everything has been said already.
type recorded struct {
	net.Conn // for the methods that nobody calls
	io.Reader
}

func (r recorded) Read(p []byte) (int, error)     { return r.Reader.Read(p) }
func (recorded) Write(p []byte) (int, error)      { return len(p), nil }
func (recorded) Close() error                     { return nil }
func (recorded) SetDeadline(time.Time) error      { return nil }
func (recorded) SetReadDeadline(time.Time) error  { return nil }
func (recorded) SetWriteDeadline(time.Time) error { return nil }
func (recorded) RemoteAddr() net.Addr             { return &net.TCPAddr{} }

var testLimits = limits{command: 100, frame: 1000, message: 2000}

// guarded is a guard past the handshake in front of a stream.
func guarded(stream ...[]byte) *guard {
	all := bytes.Join(stream, nil)
	g := newGuard(recorded{Reader: bytes.NewReader(all)}, &budget{limit: 1 << 40})
	g.body = 0
	g.open(testLimits)
	return g
}

func TestGuardRefuses(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		name   string
		stream []byte
		want   string // part of the error
	}{
		{"a long frame", declare(0, 1001), "frame of 1001 bytes"},
		{"a long command", declare(flagCommand, 101), "command of 101 bytes"},
		{"2^62", declare(0, 1<<62), "frame of 4611686018427387904 bytes"},
		{"2^63", declare(0, 1<<63), "frame of 9223372036854775808 bytes"},
		{"2^64-1", declare(flagMore, 1<<64-1), "frame of 18446744073709551615 bytes"},
		{"a long message", wire(long, long, ""), "message of more than 2000 bytes"},
		{"many empty frames", bytes.Repeat(frame(flagMore, ""), 16), "message of more than 2000 bytes"},
		{"flags", []byte{8, 0}, "flags 0x08"},
		{"a command in several frames", frame(flagCommand|flagMore, "a"), "inside a multipart"},
		{"a command between frames", append(frame(flagMore, "a"), frame(flagCommand, "b")...), "inside a multipart"},
		{"an end inside a header", declare(0, 10)[:5], "unexpected EOF"},
		{"an end inside a message", frame(flagMore, "a"), "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := io.ReadAll(guarded(c.stream)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one about %q", err, c.want)
			}
		})
	}
}

// patient remembers the last deadline that it was given.
type patient struct {
	recorded
	deadline time.Time
}

func (p *patient) SetReadDeadline(t time.Time) error { p.deadline = t; return nil }

// Who holds a part of the budget has to go on sending; others may take their
// time.
func TestGuardPacesLargeMessages(t *testing.T) {
	stream := slices.Concat(wire("small"), declare(flagMore, smallMessage), make([]byte, smallMessage), wire("last"), wire("small"))
	conn := &patient{recorded: recorded{Reader: bytes.NewReader(stream)}}
	g := newGuard(conn, &budget{limit: 2 * smallMessage})
	g.body = 0
	g.open(limits{frame: smallMessage, message: 2 * smallMessage})
	read := func(n int) {
		t.Helper()
		if _, err := io.ReadFull(g, make([]byte, n)); err != nil {
			t.Fatal(err)
		}
	}
	read(len(wire("small")) + 9 + smallMessage)
	if !conn.deadline.IsZero() {
		t.Error("a message within the small measure has a deadline")
	}
	read(len(wire("last")))
	if conn.deadline.IsZero() {
		t.Error("a large message has no deadline")
	}
	if drawn := g.settle(); drawn != smallMessage+frameCost {
		t.Errorf("%d bytes were drawn from the budget", drawn)
	}
	if !conn.deadline.IsZero() {
		t.Error("the deadline outlives the message")
	}
	read(len(wire("small")))
	if !conn.deadline.IsZero() || g.drawn != 0 {
		t.Error("the next message has a deadline")
	}
}

// What does not break a rule comes through byte for byte, however it is read.
func TestGuardIsTransparent(t *testing.T) {
	long := strings.Repeat("x", 1000)
	stream := slices.Concat(
		wire("hello"), wire("", "a", "", long), command("PING", "\x00\x00"), wire(long, strings.Repeat("y", 872), ""),
		append(declare(0, 3), "abc"...), // the long form of a short frame
		bytes.Repeat(wire(""), 100),
	)
	rapid.Check(t, func(t *rapid.T) {
		g := guarded(stream)
		var got []byte
		for {
			p := make([]byte, rapid.IntRange(1, 1500).Draw(t, "n"))
			n, err := g.Read(p)
			got = append(got, p[:n]...)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, stream) {
			t.Fatalf("%d bytes came out of %d, or others", len(got), len(stream))
		}
	})
}

// Whatever a peer says, nothing panics and no more is allocated than what it
// has sent in full, one frame that it has only declared, and a little for each
// byte.
func FuzzGuard(f *testing.F) {
	hello := append(greeting(), ready("Socket-Type", "DEALER", "Identity", "x")...)
	f.Add(hello)
	f.Add(append(greeting(), command("READY", "\x0bSocket-Type\xff\xff\xff\xff")...))
	f.Add(append(greeting(), ready("Socket-Type", "TEAPOT")...))
	f.Add(slices.Concat(hello, wire("", "hello"), command("PING", "\x00\x00ctx"), declare(0, 1<<62)))
	f.Add(slices.Concat(wire("\x01topic"), wire("\x00topic"), command("SUBSCRIBE", "a"), command("CANCEL", "a")))
	f.Add(declare(flagMore, 60<<10))
	f.Add(bytes.Repeat(frame(flagMore, ""), 1000))

	const maxFrame = 128 << 10
	listen := func(kind Kind, stream []byte) {
		s := &Socket{
			kind:     kind,
			opt:      Options{MaxFrame: maxFrame, MaxMessage: maxFrame}.withDefaults(kind),
			inbound:  &budget{limit: maxFrame},
			incoming: make(chan Inbound),
		}
		p := newPeer(s, recorded{Reader: bytes.NewReader(stream)})
		p.in.close() // what passes is thrown away
		p.out.close()
		g := newGuard(p.conn, s.inbound)
		if codec, err := p.handshake(g); err == nil {
			p.read(codec, g)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		for _, kind := range []Kind{Router, XPub} {
			socketType := ready("Socket-Type", peerOf(kind))
			for _, stream := range [][]byte{data, slices.Concat(greeting(), data), slices.Concat(greeting(), socketType, data)} {
				runtime.ReadMemStats(&before)
				listen(kind, stream)
				runtime.ReadMemStats(&after)
				if got, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+maxFrame+1000*len(stream)); got > most {
					t.Fatalf("%d bytes allocated for %d received", got, len(stream))
				}
			}
		}
	})
}
