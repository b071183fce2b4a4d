package zmtp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestPingIsAnswered(t *testing.T) {
	for _, kind := range []Kind{Router, Rep, XPub} {
		s := open(t, kind, Options{}) // nobody takes what comes in
		c := connect(t, s.Addr(), peerOf(kind), "")
		for _, about := range []string{"", "context", strings.Repeat("x", maxPingContext)} {
			c.send("a message that is not taken")
			c.say(command("PING", "\x00\x64"+about))
			if flags, body := c.frame(); flags != flagCommand || string(body) != "\x04PONG"+about {
				t.Errorf("%s: PING %q was answered by flags %#x, %q", kind, about, flags, body)
			}
		}
	}
}

// libzmq sends its heartbeats also between the frames of a message, which comes
// whole all the same and is paid for once.
func TestPingInsideMessage(t *testing.T) {
	s := open(t, Router, Options{Budget: NewBudget(1 << 20)})
	go echo(s)
	c := connect(t, s.Addr(), "DEALER", "")
	large := strings.Repeat("x", 500<<10)
	for range 3 {
		c.say(frame(flagMore, large), command("PING", "\x00\x64one"), frame(flagMore, "a"), command("PING", "\x00\x64two"), frame(0, "b"))
		for _, about := range []string{"one", "two"} {
			if flags, body := c.frame(); flags != flagCommand || string(body) != "\x04PONG"+about {
				t.Fatalf("PING %q was answered by flags %#x, %d bytes", about, flags, len(body))
			}
		}
		c.expect(large, "a", "b")
		eventually(t, "nothing waits for the peer, which would be a reason for no PONG", func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.peers[0].out.pending() == 0
		})
	}
	eventually(t, "the budget is whole again", func() bool {
		s.opt.Budget.mu.Lock()
		defer s.opt.Budget.mu.Unlock()
		return s.opt.Budget.used == 0
	})
}

// Answers to PINGs that nobody reads do not pile up.
func TestPongsAreBounded(t *testing.T) {
	s := open(t, Router, Options{})
	p := newPeer(s, recorded{}) // whose writer does not run
	for range 1 << 16 {
		if err := p.obey([]byte("\x04PING\x00\x00context")); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.out.pending(); got == 0 || got > pongRoom+frameCost {
		t.Errorf("%d bytes of answers wait", got)
	}
}

// A peer may send faster than its messages are taken, but only so much.
func TestPeerIsHeldBack(t *testing.T) {
	const bound, n = 64 << 10, 2000
	s := open(t, Router, Options{RecvQueue: bound})
	c := connect(t, s.Addr(), "DEALER", "flood")
	body := strings.Repeat("x", 10<<10)
	go func() {
		for i := range n {
			c.Write(wire(fmt.Sprint(i), body))
		}
	}()
	eventually(t, "the peer is known", func() bool { return s.Lookup([]byte("flood")) != nil })
	in := s.Lookup([]byte("flood")).in
	eventually(t, "its queue is full", func() bool { return !in.hasRoom(len(body) + frameCost) })
	for i := range n {
		if got := in.pending(); got > bound {
			t.Fatalf("%d bytes are waiting, at most %d may", got, bound)
		}
		if got := <-s.Incoming(); string(got.Frames[0]) != fmt.Sprint(i) {
			t.Fatalf("message %s came as number %d", got.Frames[0], i)
		}
	}
}

// A client that sends its request and leaves at once has sent it all the same.
func TestMessagesOutliveTheirPeer(t *testing.T) {
	s := open(t, Router, Options{})
	c := connect(t, s.Addr(), "DEALER", "brief")
	c.send("one")
	c.send("two")
	eventually(t, "the peer is known", func() bool { return s.Lookup([]byte("brief")) != nil })
	c.Close()
	eventually(t, "the peer has left", func() bool { return s.Lookup([]byte("brief")) == nil })
	for _, want := range []string{"one", "two"} {
		in := <-s.Incoming()
		if string(in.Frames[0]) != want {
			t.Errorf("received %q, want %q", in.Frames, want)
		}
		if err := in.Peer.Send(in.Frames); !errors.Is(err, ErrPeerGone) {
			t.Errorf("a reply to nobody gave %v", err)
		}
	}
}

// A client that does not read its replies is dropped; until then and after it
// the others are served.
func TestDealerThatNeverReads(t *testing.T) {
	t.Run("Router", func(t *testing.T) {
		neverReads(t, open(t, Router, Options{SendQueue: 1 << 20, Patience: 10 * time.Millisecond}))
	})
	t.Run("Rep", func(t *testing.T) { neverReads(t, open(t, Rep, Options{})) })
}

func neverReads(t *testing.T, s *Socket) {
	go echo(s)
	deaf := connect(t, s.Addr(), "DEALER", "deaf")
	other := connect(t, s.Addr(), "DEALER", "other")
	request := wire(strings.Repeat("x", 1<<20))
	for sent := 0; ; sent++ {
		if _, err := deaf.Write(request); err != nil {
			break // dropped
		}
		if sent > 100 {
			t.Fatal("100 MiB of replies wait for a peer that does not read")
		}
		other.send("still there?")
		other.expect("still there?")
	}
	other.send("and now?")
	other.expect("and now?")
	eventually(t, "the deaf peer is forgotten", func() bool { return connections(s) == 1 })
}

func TestIdentitiesHandOver(t *testing.T) {
	s := open(t, Router, Options{})
	older := connect(t, s.Addr(), "DEALER", "twin")
	older.send("from the older")
	fromOlder := <-s.Incoming()
	newer := connect(t, s.Addr(), "DEALER", "twin")
	newer.send("from the newer")
	fromNewer := <-s.Incoming()

	if fromOlder.Peer == fromNewer.Peer || string(fromOlder.Peer.Identity()) != "twin" {
		t.Fatal("two connections are two peers of one identity")
	}
	if s.Lookup([]byte("twin")) != fromNewer.Peer {
		t.Error("the identity does not belong to the newer")
	}
	// While both are there, each gets its own replies.
	for _, in := range []Inbound{fromOlder, fromNewer} {
		if err := in.Peer.Send(in.Frames); err != nil {
			t.Fatal(err)
		}
	}
	older.expect("from the older")
	newer.expect("from the newer")

	// A reply to a connection that is gone goes to its client's next one.
	older.Close()
	eventually(t, "the older has left", func() bool { return connections(s) == 1 })
	if err := fromOlder.Peer.Send(message("late")); err != nil {
		t.Fatal(err)
	}
	newer.expect("late")

	newer.Close()
	eventually(t, "the newer has left", func() bool { return connections(s) == 0 })
	if s.Lookup([]byte("twin")) != nil {
		t.Error("the identity of a peer that has left is still held")
	}
	if err := fromOlder.Peer.Send(message("too late")); !errors.Is(err, ErrPeerGone) {
		t.Errorf("a reply to nobody gave %v", err)
	}
}

// Peers without an identity have nothing to do with each other.
func TestNoIdentityIsNotShared(t *testing.T) {
	s := open(t, Router, Options{})
	gone := connect(t, s.Addr(), "DEALER", "")
	gone.send("hello")
	in := <-s.Incoming()
	gone.Close()
	connect(t, s.Addr(), "DEALER", "")
	eventually(t, "one has left", func() bool { return connections(s) == 1 })
	if err := in.Peer.Send(message("for somebody else")); !errors.Is(err, ErrPeerGone) {
		t.Errorf("a reply to nobody gave %v", err)
	}
	if s.Lookup(nil) != nil {
		t.Error("somebody holds the empty identity")
	}
}

// A peer that is held waits, and with it nobody else. It is not held for longer than
// the socket is there.
func TestHold(t *testing.T) {
	s := open(t, Router, Options{})
	a, b := connect(t, s.Addr(), "DEALER", ""), connect(t, s.Addr(), "DEALER", "")
	expect := func(want string) Inbound {
		t.Helper()
		select {
		case in := <-s.Incoming():
			if got := string(in.Frames[0]); got != want {
				t.Fatalf("%q came, expected %q", got, want)
			}
			return in
		case <-time.After(hang):
			t.Fatalf("%q does not come", want)
			panic("unreachable")
		}
	}
	until := make(chan struct{})
	a.send("first")
	expect("first").Peer.Hold(until)
	a.send("second")
	for range 100 { // "second" would come among them
		b.send("of another")
		expect("of another")
	}
	close(until)
	expect("second").Peer.Hold(make(chan struct{}))
	a.send("never")
}
