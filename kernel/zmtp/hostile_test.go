package zmtp

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Each attack is made on each kind of socket. While it lasts an honest client
// must be served; after it nothing may be left of it.
func TestHostile(t *testing.T) {
	introduced := func(after ...[]byte) func(*testing.T, *Socket) {
		return func(t *testing.T, s *Socket) {
			c := connect(t, s.Addr(), peerOf(s.kind), "")
			c.Write(bytes.Join(after, nil)) // may fail: the socket need not read it all
		}
	}
	unintroduced := func(bytes ...[]byte) func(*testing.T, *Socket) {
		return func(t *testing.T, s *Socket) { dial(t, s.Addr()).say(bytes...) }
	}
	refused := func(bytes ...[]byte) func(*testing.T, *Socket) {
		return func(t *testing.T, s *Socket) {
			c := dial(t, s.Addr())
			c.say(bytes...)
			c.closed()
		}
	}
	noise := make([]byte, 4096)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	badMechanism := greeting()
	copy(badMechanism[12:], "PLAIN")
	oldVersion := greeting()
	oldVersion[10] = 1

	attacks := []struct {
		name   string
		attack func(*testing.T, *Socket)
	}{
		{"silence", unintroduced()},
		{"half a greeting", unintroduced(greeting()[:11])},
		{"a greeting and silence", unintroduced(greeting())},
		{"half a READY", unintroduced(greeting(), ready("Socket-Type", "DEALER")[:9])},
		{"garbage", refused(noise)},
		{"an HTTP request", refused([]byte("GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: a port scanner, perhaps\r\n\r\n"))},
		{"another mechanism", refused(badMechanism)},
		{"an old version", refused(oldVersion)},
		{"no READY but a message", refused(greeting(), wire("hello"))},
		{"no READY but a PING", refused(greeting(), command("PING", "\x00\x00"))},
		{"an empty READY", refused(greeting(), ready())},
		{"READY cut in a name", refused(greeting(), command("READY", "\x0bSock"))},
		{"READY cut in a length", refused(greeting(), command("READY", "\x0bSocket-Type\x00\x00"))},
		{"READY cut after a name's length", refused(greeting(), command("READY", "\xff"))},
		{"READY with a huge value", refused(greeting(), command("READY", "\x0bSocket-Type\xff\xff\xff\xffSUB"))},
		{"READY of nothing but zeros", refused(greeting(), command("READY", strings.Repeat("\x00", 4000)))},
		{"READY too long", refused(greeting(), declare(flagCommand, maxReady+1))},
		{"READY in several frames", refused(greeting(), frame(flagCommand|flagMore, "\x05READY"))},
		{"READY of 2^62 bytes", refused(greeting(), declare(flagCommand, 1<<62))},
		{"a command name past its end", refused(greeting(), frame(flagCommand, "\xffREADY"))},
		{"an empty command", refused(greeting(), frame(flagCommand, ""))},
		{"an unknown Socket-Type", refused(greeting(), ready("Socket-Type", "TEAPOT"))},
		{"an incompatible Socket-Type", refused(greeting(), ready("Socket-Type", "PUSH"))},
		{"no Socket-Type", refused(greeting(), ready("Identity", "nobody"))},
		{"a long identity", refused(greeting(), ready("Socket-Type", "DEALER", "Identity", strings.Repeat("x", 256)))},
		{"endless empty frames in the handshake", refused(greeting(), bytes.Repeat(frame(flagMore, ""), 1000))},
		{"a frame of 2^40 bytes", introduced(declare(0, 1<<40))},
		{"a frame of 2^62 bytes", introduced(declare(0, 1<<62))},
		{"a frame of 2^63 bytes", introduced(declare(0, 1<<63))},
		{"a frame of 2^64-1 bytes", introduced(declare(0, 1<<64-1))},
		{"a frame of 256 MiB that does not come", introduced(declare(0, 256<<20))},
		{"a command of 2^62 bytes", introduced(declare(flagCommand, 1<<62))},
		{"unknown flags", introduced([]byte{0x80, 0})},
		{"a command in several frames", introduced(frame(flagMore, "a"), frame(flagCommand|flagMore, "\x04PING\x00\x00"))},
		{"a short PING", introduced(command("PING", "\x00"))},
		{"a PING with a long context", introduced(command("PING", strings.Repeat("\x00", 5000)))},
		{"an unknown command", introduced(command("DANCE", "now"))},
		{"an ERROR", introduced(command("ERROR", "\xff"))},
		{"half a message", introduced(frame(flagMore, "half"))},
		{"endless empty frames", introduced(bytes.Repeat(frame(flagMore, ""), 1<<20))},
		{"a flood of PINGs, the answers not read", introduced(bytes.Repeat(command("PING", "\x00\x00context"), 1<<16))},
		{"endless subscriptions", func(t *testing.T, s *Socket) {
			c := connect(t, s.Addr(), peerOf(s.kind), "")
			for i := range 1 << 14 {
				topic := []byte{1, 'x', byte(i >> 8), byte(i), 0}
				if _, err := c.Write(frame(0, string(topic))); err != nil {
					return
				}
			}
		}},
		{"a port scan", func(t *testing.T, s *Socket) {
			for range 200 {
				dial(t, s.Addr()).Close()
			}
		}},
		{"silent connections beyond the cap", func(t *testing.T, s *Socket) {
			for range 2 * s.opt.MaxPeers {
				dial(t, s.Addr())
			}
		}},
		{"a thousand that come and go", func(t *testing.T, s *Socket) {
			for range 1000 {
				connect(t, s.Addr(), peerOf(s.kind), "").Close()
			}
		}},
	}
	for _, kind := range []Kind{Router, Rep, XPub} {
		t.Run(string(kind), func(t *testing.T) {
			for _, a := range attacks {
				t.Run(a.name, func(t *testing.T) {
					before := runtime.NumGoroutine()
					var log bytes.Buffer
					s := open(t, kind, Options{MaxPeers: 32, MaxMessage: 1 << 26, Logger: slog.New(slog.NewTextHandler(&log, nil))})
					go echo(s)
					t.Run("attack", func(t *testing.T) {
						a.attack(t, s)
						honest(t, s)
					})
					// The attack's connections closed with its test.
					eventually(t, "all peers are forgotten", func() bool { return connections(s) == 0 })
					honest(t, s)
					if err := s.Close(t.Context()); err != nil {
						t.Error(err)
					}
					eventually(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
					if n := s.opt.Budget.used; n != 0 {
						t.Errorf("%d bytes of the budget are lost", n)
					}
					if lines := bytes.Count(log.Bytes(), []byte("\n")); lines > 12 {
						t.Errorf("%d lines of log:\n%s", lines, log.Bytes())
					}
				})
			}
		})
	}
}

// peerOf is a type of peer that a socket takes.
func peerOf(kind Kind) string {
	if kind == XPub {
		return "SUB"
	}
	return "DEALER"
}

// A connection that does not introduce itself is closed in the end.
func TestHandshakeDeadline(t *testing.T) {
	s := open(t, Router, Options{Handshake: time.Second})
	go echo(s)
	honestly := connect(t, s.Addr(), "DEALER", "")
	silent, greets := dial(t, s.Addr()), dial(t, s.Addr())
	greets.say(greeting())
	silent.closed()
	greets.closed()
	honestly.send("the deadline is that of the handshake only")
	honestly.expect("the deadline is that of the handshake only")
}

// A flood of clients that have introduced themselves neither drives out those
// that were there before, nor keeps out those that come in its midst.
func TestPeersBeyondTheCapMakeRoom(t *testing.T) {
	s := open(t, Router, Options{MaxPeers: 8})
	go echo(s)
	first := connect(t, s.Addr(), "DEALER", "")
	for range 20 {
		connect(t, s.Addr(), "DEALER", "")
	}
	second := connect(t, s.Addr(), "DEALER", "")
	for range 3 {
		connect(t, s.Addr(), "DEALER", "")
	}
	for _, c := range []*client{first, second} {
		c.send("still here")
		c.expect("still here")
	}
	if n := connections(s); n != 8 {
		t.Errorf("%d connections, at most 8 may be", n)
	}
}

// Many peers that send half of a large message get no more than the budget,
// and whoever sends a whole one gets the room of the one that began first.
func TestBudgetOfLargeMessages(t *testing.T) {
	const mib = 1 << 20
	s := open(t, Router, Options{Budget: NewBudget(16*mib + 1000)})
	go echo(s)
	used := func() int {
		s.opt.Budget.mu.Lock()
		defer s.opt.Budget.mu.Unlock()
		return s.opt.Budget.used
	}
	declared := connect(t, s.Addr(), "DEALER", "")
	declared.say(declare(0, 200*mib)) // which costs nothing
	var hogs []*client
	for i := range 4 {
		c := connect(t, s.Addr(), "DEALER", "")
		c.say(declare(0, 8*mib), make([]byte, 3*mib)) // the room for it is 4 MiB
		hogs = append(hogs, c)
		eventually(t, "its room is taken", func() bool { return used() >= (i+1)*4*mib-firstPiece })
	}
	honest(t, s)
	late := connect(t, s.Addr(), "DEALER", "")
	body := strings.Repeat("x", 4*mib-frameCost)
	for range 3 {
		late.send(body)
		late.expect(body)
	}
	declared.closed() // it was the first to begin
	hogs[0].closed()
	hogs[3].say(make([]byte, 5*mib))
	if got := hogs[3].recv(); len(got[0]) != 8*mib {
		t.Errorf("%d bytes came back", len(got[0]))
	}
	for _, c := range append(hogs, late) {
		c.Close()
	}
	eventually(t, "the budget is whole again", func() bool { return used() == 0 })
}

// Peers that do not read what they ask for hold the budget, and make room for
// one another.
func TestBudgetOfAnswers(t *testing.T) {
	const mib = 1 << 20
	s := open(t, Rep, Options{Budget: NewBudget(64 * mib), SendQueue: 8 * mib})
	go echo(s)
	request := wire(strings.Repeat("x", 8*mib))
	for range 20 {
		c := connect(t, s.Addr(), "DEALER", "")
		go func() {
			for range 2 {
				c.Write(request) // may fail: some are dropped
			}
		}()
	}
	honest(t, s)
	eventually(t, "some were dropped", func() bool { return connections(s) < 20 })
	honest(t, s)
}
