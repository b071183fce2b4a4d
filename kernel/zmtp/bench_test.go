package zmtp

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"
)

// Small messages to one and to several subscribers, about the size of a
// kernel's status message.
func BenchmarkPublish(b *testing.B) {
	msg := Message{[]byte("kernel.0.status"), []byte("<IDS|MSG>"), make([]byte, 64), make([]byte, 200), make([]byte, 200), []byte("{}"), make([]byte, 30)}
	for _, n := range []int{1, 4} {
		b.Run(fmt.Sprintf("subscribers=%d", n), func(b *testing.B) { publish(b, n, msg) })
	}
}

// Large frames are not copied, whatever the number of subscribers.
func BenchmarkPublishLarge(b *testing.B) {
	msg := Message{[]byte("figure"), make([]byte, 1<<20)}
	b.SetBytes(1 << 20)
	publish(b, 4, msg)
}

func publish(b *testing.B, subscriptions int, msg Message) {
	s := open(b, XPub, Options{})
	done := make(chan error)
	size := int64(0)
	for i, f := range msg {
		var flags byte
		if i < len(msg)-1 {
			flags = flagMore
		}
		size += int64(len(frame(flags, string(f))))
	}
	for range subscriptions {
		c := subscribe(b, s, "")
		c.SetDeadline(time.Time{})
		go func() {
			_, err := io.CopyN(io.Discard, c.Conn, size*int64(b.N))
			done <- err
		}()
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if err := s.Publish(b.Context(), msg); err != nil {
			b.Fatal(err)
		}
	}
	for range subscriptions {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
}

// One request at a time: the latency of the way there and back.
func BenchmarkRoundTrip(b *testing.B) {
	s := open(b, Router, Options{})
	go echo(s)
	c := connect(b, s.Addr(), "DEALER", "")
	c.SetDeadline(time.Time{})
	request := wire("", "ping")
	answer := make([]byte, len(request))
	for b.Loop() {
		c.say(request)
		if _, err := io.ReadFull(c.r, answer); err != nil {
			b.Fatal(err)
		}
	}
}

// Requests one after the other without waiting for the answers.
func BenchmarkEcho(b *testing.B) {
	s := open(b, Router, Options{})
	go echo(s)
	c := connect(b, s.Addr(), "DEALER", "")
	c.SetDeadline(time.Time{})
	request := wire("<IDS|MSG>", string(make([]byte, 64)), string(make([]byte, 200)), "{}", "{}", string(make([]byte, 100)))
	b.SetBytes(int64(len(request)))
	go func() {
		for range b.N {
			if _, err := c.Write(request); err != nil {
				return
			}
		}
	}()
	if _, err := io.CopyN(io.Discard, c.r, int64(b.N)*int64(len(request))); err != nil {
		b.Fatal(err)
	}
}

// A message of a million frames, as small as they come: what a frame costs that
// does nothing but be there.
func BenchmarkReceiveFrames(b *testing.B) {
	const frames = 1 << 20
	for _, size := range []int{0, 1, 100} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			message := slices.Concat(bytes.Repeat(frame(flagMore, string(make([]byte, size))), frames-1), frame(0, ""))
			s := open(b, Router, Options{})
			c := connect(b, s.Addr(), "DEALER", "")
			c.SetDeadline(time.Time{})
			b.SetBytes(int64(len(message)))
			for b.Loop() {
				sent := make(chan error)
				go func() {
					_, err := c.Write(message)
					sent <- err
				}()
				if in := <-s.Incoming(); len(in.Frames) != frames {
					b.Fatalf("%d frames came", len(in.Frames))
				}
				if err := <-sent; err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
