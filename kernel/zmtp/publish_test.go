package zmtp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// subscribe connects a subscriber and waits until it is known.
func subscribe(t testing.TB, s *Socket, topic string) *client {
	t.Helper()
	before := subscribers(s, topic)
	c := connect(t, s.Addr(), "SUB", "")
	c.send("\x01" + topic)
	eventually(t, "the subscription is known", func() bool { return subscribers(s, topic) > before })
	return c
}

func TestTopics(t *testing.T) {
	topics := topics{share: NewBudget(maxTopics).open(nil)}
	for _, topic := range []string{"stream", "kernel.x", "stream"} {
		if _, err := topics.add(topic); err != nil {
			t.Fatal(err)
		}
	}
	for subject, want := range map[string]bool{"stream": true, "stream.stdout": true, "strea": false, "kernel.x.status": true, "": false} {
		if got := topics.match(subject); got != want {
			t.Errorf("match(%q) is %v", subject, got)
		}
	}
	topics.remove("stream")
	topics.remove("unknown")
	if topics.match("stream") {
		t.Error("a removed topic matches")
	}
	topics.remove("kernel.x")
	if topics.size != 0 {
		t.Errorf("no topics count %d bytes", topics.size)
	}
	topics.add("")
	if !topics.match("anything") || !topics.match("") {
		t.Error("the empty topic does not match everything")
	}
}

// With more topics than a subject has prefixes, the same topics match.
func TestManyTopics(t *testing.T) {
	topics := topics{share: NewBudget(maxTopics).open(nil)}
	for i := range 1000 {
		topics.add(fmt.Sprint("topic", i, "x"))
	}
	for subject, want := range map[string]bool{"topic7x": true, "topic7x.y": true, "topic7": false, "": false} {
		if got := topics.match(subject); got != want {
			t.Errorf("match(%q) is %v", subject, got)
		}
	}
}

// A subscriber pays with what it reads for what others wait.
func TestLag(t *testing.T) {
	var reads, sips lag
	taken := 0
	for range 100 {
		taken += 2 * minPace
		if !reads.add(time.Second, taken, 5*time.Second) {
			t.Fatal("a subscriber that keeps the pace is dropped")
		}
	}
	for i := range 5 {
		if ok := sips.add(time.Second, i*minPace/2, 5*time.Second); ok != (i < 4) {
			t.Fatalf("after %d seconds at half the pace: %v", i+1, ok)
		}
	}
}

func TestTopicsAreBounded(t *testing.T) {
	topics := topics{share: NewBudget(maxTopics).open(nil)}
	for i := range maxTopics / frameCost {
		if _, err := topics.add(fmt.Sprint("full", i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := topics.add("one too many"); err == nil {
		t.Error("there is no end of topics")
	}
	topics.remove("full0")
	if isNew, err := topics.add("in its place"); !isNew || err != nil {
		t.Errorf("a topic in the place of another: %v, %v", isNew, err)
	}
}

// Subscriptions come as messages from ZMTP 3.0 and as commands from 3.1.
func TestPublishGoesToSubscribers(t *testing.T) {
	type subscription struct {
		peer  *Peer
		topic string
	}
	seen := make(chan subscription, 10)
	s := open(t, XPub, Options{OnSubscribe: func(p *Peer, topic string) { seen <- subscription{p, topic} }})
	publish := func(frames ...string) {
		t.Helper()
		if err := s.Publish(t.Context(), message(frames...)); err != nil {
			t.Fatal(err)
		}
	}
	publish("a", "to nobody")

	old, current := connect(t, s.Addr(), "SUB", ""), connect(t, s.Addr(), "XSUB", "")
	old.send("\x01a")
	if got := <-seen; got.topic != "a" {
		t.Errorf("the subscription is to %q", got.topic)
	} else if err := got.peer.Send(message("a", "welcome")); err != nil {
		t.Fatal(err)
	}
	old.expect("a", "welcome")
	old.send("\x01a") // again, which is nothing new
	current.say(command("SUBSCRIBE", "ab"))
	if got := <-seen; got.topic != "ab" {
		t.Errorf("the subscription is to %q", got.topic)
	}
	publish("a", "1")
	publish("abc", "2")
	publish("b", "3")
	publish("ab")
	old.expect("a", "1")
	old.expect("abc", "2")
	old.expect("ab")
	current.expect("abc", "2")
	current.expect("ab")

	old.send("\x00a")
	current.say(command("CANCEL", "ab"))
	eventually(t, "nobody subscribes to ab", func() bool { return subscribers(s, "ab") == 0 })
	publish("ab", "to nobody")
	old.send("\x01b")
	if got := <-seen; got.topic != "b" {
		t.Errorf("the subscription is to %q", got.topic)
	}
	publish("b", "4")
	old.expect("b", "4")
}

// Publishers may be many; subscribers agree on what came when.
func TestPublishHasOneOrder(t *testing.T) {
	const publishers, each = 4, 250
	s := open(t, XPub, Options{})
	one, two := subscribe(t, s, ""), subscribe(t, s, "")
	var running sync.WaitGroup
	for p := range publishers {
		running.Go(func() {
			for i := range each {
				if err := s.Publish(t.Context(), message(fmt.Sprint(p), fmt.Sprint(i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	next := make(map[string]int)
	for range publishers * each {
		got := one.recv()
		two.expect(got...)
		if fmt.Sprint(next[got[0]]) != got[1] {
			t.Fatalf("message %s of publisher %s came as its number %d", got[1], got[0], next[got[0]])
		}
		next[got[0]]++
	}
	running.Wait()
}

// A subscriber that never reads is waited for once, and dropped. The other
// gets every message, and what waits stays within the bound.
func TestSubscriberThatNeverReads(t *testing.T) {
	const bound, n = 1 << 20, 100
	s := open(t, XPub, Options{SendQueue: bound, Patience: 20 * time.Millisecond})
	deaf := subscribe(t, s, "")
	good := subscribe(t, s, "")
	body := make([]byte, bound/4)
	received := make(chan string)
	go func() {
		defer close(received)
		for range n {
			_, number, err := readFrame(good.r)
			if _, _, err2 := readFrame(good.r); err != nil || err2 != nil {
				return
			}
			received <- string(number)
		}
	}()
	for i := range n {
		if err := s.Publish(t.Context(), Message{[]byte(fmt.Sprint(i)), body}); err != nil {
			t.Fatal(err)
		}
		if got := <-received; got != fmt.Sprint(i) {
			t.Fatalf("%s was received instead of %d", got, i)
		}
		s.mu.Lock()
		for _, p := range s.peers {
			if got := p.out.pending(); got > bound {
				t.Errorf("%d bytes wait, at most %d may", got, bound)
			}
		}
		s.mu.Unlock()
	}
	eventually(t, "the deaf subscriber is dropped", func() bool { return connections(s) == 1 })
	deaf.closed()
}

// A subscriber that is slow holds the publisher back and loses nothing.
func TestSlowSubscriberLosesNothing(t *testing.T) {
	const n = 200
	s := open(t, XPub, Options{SendQueue: 64 << 10, Patience: hang})
	slow := subscribe(t, s, "")
	body := strings.Repeat("x", 100<<10) // 20 MB in all, more than the system buffers
	published := make(chan error, 1)
	go func() {
		for i := range n {
			if err := s.Publish(t.Context(), message(fmt.Sprint(i), body)); err != nil {
				published <- err
				return
			}
		}
		published <- nil
	}()
	for i := range n {
		slow.expect(fmt.Sprint(i), body)
	}
	if err := <-published; err != nil {
		t.Fatal(err)
	}
}

// A publisher that may not wait any longer drops the subscriber that has no
// room, and publishes to the others.
func TestPublishGivesUp(t *testing.T) {
	s := open(t, XPub, Options{SendQueue: 1000, Patience: hang})
	one := subscribe(t, s, "")
	s.mu.Lock()
	slow := s.peers[0]
	s.mu.Unlock()
	two := subscribe(t, s, "")

	hold := sized(1000)
	slow.out.push(hold)
	one.expect(string(hold.frames[0]))
	slow.out.release(-hold.cost) // as if it were still being written

	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Publish(ctx, message("last")) }()
	eventually(t, "the publisher is at work", func() bool {
		if s.publish.TryLock() {
			s.publish.Unlock()
			return false
		}
		return true
	})
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Publish gave %v", err)
	}
	two.expect("last")
	one.closed()
	if err := s.Publish(ctx, message("later")); err != nil { // there is room
		t.Fatal(err)
	}
	two.expect("later")
}

func TestPublishAfterClose(t *testing.T) {
	s := open(t, XPub, Options{})
	s.Close(t.Context())
	if err := s.Publish(t.Context(), message("late")); !errors.Is(err, ErrClosed) {
		t.Errorf("Publish on a closed socket gave %v", err)
	}
}

// The queues of many subscribers that do not read are bounded together. One
// that reads has everything.
func TestManySubscribersThatNeverRead(t *testing.T) {
	const n = 2000
	s := open(t, XPub, Options{Budget: NewBudget(20 * n * frameCost)})
	for range 50 {
		subscribe(t, s, "")
	}
	reads := subscribe(t, s, "")
	large := make([]byte, 1<<20) // so that the system's buffers are full
	for range 20 {
		if err := s.Publish(t.Context(), Message{large}); err != nil {
			t.Fatal(err)
		}
		reads.recv()
	}
	for i := range n {
		if err := s.Publish(t.Context(), message(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		reads.expect(fmt.Sprint(i))
	}
	if left := subscribers(s, ""); left > 25 {
		t.Errorf("%d subscribers are still there", left)
	}
}
