package zmtp

import (
	"bytes"
	"fmt"
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
	share := NewBudget(1 << 40).open(nil)
	g := newGuard(recorded{Reader: bytes.NewReader(all)}, &share)
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
		{"a command in several frames", frame(flagCommand|flagMore, "a"), "command in several frames"},
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

// patient remembers the last deadline that it was given, and counts them.
type patient struct {
	recorded
	deadline time.Time
	given    int
}

func (p *patient) SetReadDeadline(t time.Time) error {
	p.deadline = t
	p.given++
	return nil
}

// Who has sent a large part of a message has to go on sending; others may take
// their time.
func TestGuardPacesLargeMessages(t *testing.T) {
	first := slices.Concat(wire("small"), declare(flagMore, largeMessage), make([]byte, largeMessage), declare(0, 4))
	then := slices.Concat([]byte("last"), wire("small"))
	conn := &patient{recorded: recorded{Reader: io.MultiReader(bytes.NewReader(first), bytes.NewReader(then))}}
	budget := NewBudget(2 * largeMessage)
	share := budget.open(nil)
	g := newGuard(conn, &share)
	g.body = 0
	g.open(limits{frame: largeMessage, message: 2 * largeMessage})
	read := func() {
		t.Helper()
		if _, _, err := g.frame(); err != nil {
			t.Fatal(err)
		}
	}
	read()
	budget.repay(g.settle())
	read()
	if !conn.deadline.IsZero() {
		t.Error("a small message has a deadline")
	}
	read()
	if conn.deadline.IsZero() {
		t.Error("a large message has no deadline")
	}
	if held := g.settle(); held != largeMessage+frameCost {
		t.Errorf("%d bytes were drawn from the budget", held)
	}
	if !conn.deadline.IsZero() {
		t.Error("the deadline outlives the message")
	}
	read()
	if !conn.deadline.IsZero() {
		t.Error("the next message has a deadline")
	}
}

// A deadline is given where the peer is waited for, and not for each frame that
// has come already: a message may have millions.
func TestGuardPacesNoFrameThatHasCome(t *testing.T) {
	frames := 2 * largeMessage / frameCost
	stream := append(bytes.Repeat(frame(flagMore, "x"), frames-1), frame(0, "x")...)
	conn := &patient{recorded: recorded{Reader: bytes.NewReader(stream)}}
	share := NewBudget(1 << 30).open(nil)
	g := newGuard(conn, &share)
	g.body = 0
	g.open(limits{frame: 1, message: 1 << 30})
	for range frames {
		if _, _, err := g.frame(); err != nil {
			t.Fatal(err)
		}
	}
	if most := len(stream)/guardReadSize + 1; conn.given < most/4 || conn.given > most {
		t.Errorf("%d deadlines for %d reads", conn.given, most)
	}
}

// A declared size costs nothing: memory is taken as the bytes come.
func TestGuardBelievesNoSize(t *testing.T) {
	budget := NewBudget(1 << 30)
	share := budget.open(nil)
	stream := append(declare(0, 1<<29), make([]byte, 100<<10)...)
	g := newGuard(recorded{Reader: bytes.NewReader(stream)}, &share)
	g.body = 0
	g.open(limits{frame: 1 << 29, message: 1 << 29})
	if _, _, err := g.frame(); err != io.ErrUnexpectedEOF {
		t.Errorf("half a frame gave %v", err)
	}
	if budget.used > 256<<10 {
		t.Errorf("%d bytes were taken for 100 KiB", budget.used)
	}
}

// Frames come whole, whatever their size.
func TestGuardFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := NewBudget(1 << 30).open(nil)
		var want []string
		for i, n := range rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 600), rapid.IntRange(0, 3*firstPiece)), 1, 8).Draw(t, "sizes") {
			want = append(want, strings.Repeat(string(rune('a'+i)), n))
		}
		g := newGuard(recorded{Reader: bytes.NewReader(wire(want...))}, &share)
		g.body = 0
		g.open(limits{frame: 1 << 20, message: 1 << 24})
		for i, w := range want {
			flags, body, err := g.frame()
			if err != nil || string(body) != w || (flags&flagMore != 0) != (i < len(want)-1) {
				t.Fatalf("frame %d: flags %#x, %d bytes of %d, %v", i, flags, len(body), len(w), err)
			}
		}
		if _, _, err := g.frame(); err != io.EOF {
			t.Fatalf("the end gave %v", err)
		}
	})
}

// What does not break a rule comes through byte for byte, however it is read.
func TestGuardIsTransparent(t *testing.T) {
	long := strings.Repeat("x", 1000)
	stream := slices.Concat(
		wire("hello"), wire("", "a", "", long), command("PING", "\x00\x00"), wire(long, strings.Repeat("y", 872), ""),
		frame(flagMore, "a"), command("PING", "\x00\x00"), frame(0, "b"),
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

// Whatever a peer says, nothing panics and no more is allocated than a little
// for each byte that it has sent, whatever it declares.
func FuzzGuard(f *testing.F) {
	hello := append(greeting(), ready("Socket-Type", "DEALER", "Identity", "x")...)
	f.Add(hello)
	f.Add(append(greeting(), command("READY", "\x0bSocket-Type\xff\xff\xff\xff")...))
	f.Add(append(greeting(), ready("Socket-Type", "TEAPOT")...))
	f.Add(slices.Concat(hello, wire("", "hello"), command("PING", "\x00\x00ctx"), declare(0, 1<<62)))
	f.Add(slices.Concat(wire("\x01topic"), wire("\x00topic"), command("SUBSCRIBE", "a"), command("CANCEL", "a")))
	f.Add(slices.Concat(frame(flagMore, "a"), command("PING", "\x00\x00ctx"), frame(0, "b")))
	f.Add(declare(flagMore, 60<<10))
	f.Add(bytes.Repeat(frame(flagMore, ""), 1000))

	const maxFrame = 1 << 20
	listen := func(kind Kind, stream []byte) {
		s := &Socket{
			kind:     kind,
			opt:      Options{MaxFrame: maxFrame, MaxMessage: maxFrame, Budget: NewBudget(maxFrame)}.withDefaults(kind),
			incoming: make(chan Inbound),
		}
		p := newPeer(s, recorded{Reader: bytes.NewReader(stream)})
		p.in.close() // what passes is thrown away
		p.out.close()
		g := newGuard(p.conn, &p.receiving)
		if _, err := p.handshake(g); err == nil {
			p.read(g)
		}
		for _, s := range []*share{&p.receiving, &p.waiting, &p.topics.share} {
			s.end()
		}
		if s.opt.Budget.used != 0 {
			panic(fmt.Sprintf("%d bytes of the budget are lost", s.opt.Budget.used))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		for _, kind := range []Kind{Router, Rep, XPub} {
			socketType := ready("Socket-Type", peerOf(kind))
			for _, stream := range [][]byte{data, slices.Concat(greeting(), data), slices.Concat(greeting(), socketType, data)} {
				runtime.ReadMemStats(&before)
				listen(kind, stream)
				runtime.ReadMemStats(&after)
				if got, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+1000*len(stream)); got > most {
					t.Fatalf("%d bytes allocated for %d received", got, len(stream))
				}
			}
		}
	})
}
