package zmtp

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// The library's own clients are served.
func TestLibraryClients(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	exchange := func(c zmq4.Socket, addr string, frames ...string) {
		t.Helper()
		defer c.Close()
		if err := c.Dial(addr); err != nil {
			t.Fatal(err)
		}
		if err := c.SendMulti(zmq4.NewMsgFromString(frames)); err != nil {
			t.Fatal(err)
		}
		got, err := c.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if want := zmq4.NewMsgFromString(frames).String(); got.String() != want {
			t.Errorf("received %v, want %v", got, want)
		}
	}
	router, rep, xpub := open(t, Router, Options{}), open(t, Rep, Options{}), open(t, XPub, Options{})
	go echo(router)
	go echo(rep)
	id := zmq4.WithID(zmq4.SocketIdentity("client"))
	exchange(zmq4.NewDealer(ctx, id), router.Addr(), "several", "", strings.Repeat("frames", 1000))
	exchange(zmq4.NewReq(ctx, id), router.Addr(), "hello")
	exchange(zmq4.NewReq(ctx, id), rep.Addr(), "ping")
	exchange(zmq4.NewDealer(ctx, id), rep.Addr(), "ping without a delimiter")

	sub := zmq4.NewSub(ctx)
	defer sub.Close()
	if err := sub.Dial(xpub.Addr()); err != nil {
		t.Fatal(err)
	}
	if err := sub.SetOption(zmq4.OptionSubscribe, "a"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the subscription is known", func() bool { return subscribers(xpub, "a") == 1 })
	if err := xpub.Publish(ctx, message("a", "news")); err != nil {
		t.Fatal(err)
	}
	if got, err := sub.Recv(); err != nil || string(got.Bytes()) != "anews" {
		t.Errorf("received %v, %v", got, err)
	}
}

// What was queued before Close arrives, to the last message, and the
// connection ends in order.
func TestCloseLingers(t *testing.T) {
	for range 20 {
		s := open(t, Router, Options{Linger: hang})
		c := connect(t, s.Addr(), "DEALER", "")
		c.send("shutdown")
		in := <-s.Incoming()
		figure := strings.Repeat("x", 1<<20)
		for range 8 { // more than the system buffers, so that some must wait
			if err := in.Peer.Send(message(figure)); err != nil {
				t.Fatal(err)
			}
		}
		in.Peer.Send(message("bye"))
		c.send("a request that nobody reads any more")
		done := make(chan error)
		go func() { done <- s.Close(t.Context()) }()
		for range 8 {
			c.expect(figure)
		}
		c.expect("bye")
		if flags, body, err := readFrame(c.r); err == nil {
			t.Errorf("after the last message came %#x %q", flags, body)
		}
		c.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	s := open(t, Router, Options{RecvQueue: 1000})
	c := connect(t, s.Addr(), "DEALER", "")
	for range 20 { // the reader waits for its queue, the queue for Incoming
		c.send(strings.Repeat("x", 500))
	}
	in := <-s.Incoming()
	silent := dial(t, s.Addr())
	eventually(t, "both are there", func() bool { return connections(s) == 2 })

	closed := make(chan error, 2)
	for range 2 {
		go func() { closed <- s.Close(t.Context()) }()
	}
	silent.closed()
	c.closed()
	c.Close()
	for range 2 {
		if err := <-closed; err != nil {
			t.Error(err)
		}
	}
	if _, ok := <-s.Incoming(); ok {
		t.Error("a message came out of a closed socket")
	}
	if err := in.Peer.Send(message("late")); !errors.Is(err, ErrPeerGone) {
		t.Errorf("Send after Close gave %v", err)
	}
	eventually(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
	if again, err := Listen(Router, s.Addr(), Options{}); err != nil {
		t.Errorf("the address is not free again: %v", err)
	} else {
		again.Close(t.Context())
	}
}

// Peers that do not take their last messages are waited for, but not for long,
// and Close says so.
func TestCloseGivesUp(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		linger time.Duration
	}{
		{"after lingering", t.Context(), 20 * time.Millisecond},
		{"at once", canceled, hang},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, Router, Options{Linger: c.linger})
			deaf := connect(t, s.Addr(), "DEALER", "")
			deaf.send("hello")
			in := <-s.Incoming()
			for range 40 {
				if err := in.Peer.Send(Message{make([]byte, 1<<20)}); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(c.ctx); err == nil || !strings.Contains(err.Error(), "1 peers had not taken") {
				t.Errorf("Close returned %v", err)
			}
		})
	}
}

// A publisher that waits for a subscriber does not outlast the socket.
func TestCloseEndsPublish(t *testing.T) {
	s := open(t, XPub, Options{SendQueue: 1 << 20, Patience: hang, Linger: time.Millisecond})
	subscribe(t, s, "")
	done := make(chan error)
	go func() {
		for {
			if err := s.Publish(t.Context(), Message{make([]byte, 1<<20)}); err != nil {
				done <- err
				return
			}
		}
	}()
	eventually(t, "the publisher waits", func() bool {
		if s.publish.TryLock() {
			s.publish.Unlock()
			return false
		}
		return true
	})
	s.Close(t.Context())
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Errorf("Publish gave %v", err)
	}
}
