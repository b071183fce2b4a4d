package worker

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Stamps are marks in the text of a pipe: a NUL, the secret, what they say, and
// a NUL. They are written in one piece with what they apply to, and never
// longer than atomicWrite, so that a write of someone else's to the same pipe
// cannot come between.

// atomicWrite is the number of bytes that a pipe takes in one piece on every
// system that we run on (PIPE_BUF; POSIX promises 512, Linux 4096).
const atomicWrite = 512

// maxStamp is the most bytes that a stamp says.
const maxStamp = 256

// A stamp says one of these things.
type stamp struct {
	kind   byte // 't', 'u', 's' or 'c'
	stream int  // 't': what follows, up to 'u', was written to this stream, 1 or 2 …
	serial int  // … by this run
	sync   int  // 's': the place in the text of the message with this number
	call   string
}

func appendStamp(b []byte, secret string, s stamp) []byte {
	b = append(b, 0)
	b = append(b, secret...)
	switch s.kind {
	case 't':
		b = fmt.Appendf(b, "t%d %d", s.stream, s.serial)
	case 'u':
		b = append(b, 'u')
	case 's':
		b = fmt.Appendf(b, "s%d", s.sync)
	case 'c':
		b = fmt.Appendf(b, "c%d %.*s", s.serial, maxStamp-24, s.call)
	}
	return append(b, 0)
}

func parseStamp(b []byte) (s stamp, ok bool) {
	if len(b) == 0 {
		return stamp{}, false
	}
	s.kind = b[0]
	if s.kind == 'u' {
		return s, len(b) == 1
	}
	first, rest, _ := strings.Cut(string(b[1:]), " ")
	n, err := strconv.Atoi(first)
	switch s.kind {
	case 't':
		s.stream = n
		var err2 error
		s.serial, err2 = strconv.Atoi(rest)
		return s, err == nil && err2 == nil
	case 's':
		s.sync = n
	case 'c':
		s.serial, s.call = n, rest
	default:
		return stamp{}, false
	}
	return s, err == nil
}

// A splitter takes the stamps out of the bytes of a pipe. It calls text and
// mark in the order of what it is given; text must not keep its argument.
type splitter struct {
	prefix []byte // what a stamp begins with
	held   []byte // what may become a stamp
	text   func([]byte)
	mark   func(stamp)
}

func newSplitter(secret string, text func([]byte), mark func(stamp)) *splitter {
	return &splitter{prefix: append([]byte{0}, secret...), text: text, mark: mark}
}

func (s *splitter) write(p []byte) {
	b := p
	if len(s.held) > 0 {
		b = append(s.held, p...)
		s.held = nil
	}
	for {
		before, after, found := bytes.Cut(b, s.prefix)
		if !found {
			keep := overlap(b, s.prefix)
			s.emit(b[:len(b)-keep])
			s.held = append([]byte(nil), b[len(b)-keep:]...)
			return
		}
		s.emit(before)
		said, rest, complete := bytes.Cut(after, []byte{0})
		if !complete && len(after) <= maxStamp {
			s.held = append([]byte(nil), b[len(before):]...)
			return
		}
		if m, ok := parseStamp(said); complete && ok {
			s.mark(m)
			b = rest
		} else {
			s.emit(s.prefix)
			b = after
		}
	}
}

// close emits what was held back.
func (s *splitter) close() {
	s.emit(s.held)
	s.held = nil
}

func (s *splitter) emit(b []byte) {
	if len(b) > 0 {
		s.text(b)
	}
}

// overlap returns the length of the longest proper prefix of prefix that b
// ends with.
func overlap(b, prefix []byte) int {
	for n := min(len(b), len(prefix)-1); n > 0; n-- {
		if bytes.HasSuffix(b, prefix[:n]) {
			return n
		}
	}
	return 0
}
