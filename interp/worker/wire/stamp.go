package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Stamps are marks in the text of a pipe: a NUL, the secret, what they say, and
// a NUL. They are written in one piece with what they apply to, and never
// longer than AtomicWrite, so that a write of another program to the same pipe cannot
// come between.

// AtomicWrite is the number of bytes that a pipe takes in one piece on every
// system that we run on (PIPE_BUF; POSIX promises 512, Linux 4096).
const AtomicWrite = 512

// maxStamp is the most bytes that a stamp says.
const maxStamp = 256

// The streams, by their file descriptors.
const (
	Stdout = 1
	Stderr = 2
)

// The kinds of stamps.
const (
	TextBegins = 't' // what follows, up to TextEnds, was written to Stream by the run Serial
	TextEnds   = 'u'
	SyncPoint  = 's' // the place in the text of the message with the number Sync
	PanicLeft  = 'c' // a panic in the run Serial has left a call: see ParseNote
)

// A Stamp is a mark in the text of a pipe. Its kind decides which of the fields it has.
type Stamp struct {
	Kind   byte
	Stream int
	Serial int
	Sync   int
	Call   string
}

// AppendStamp appends a stamp to b.
func AppendStamp(b []byte, secret string, s Stamp) []byte {
	b = append(b, 0)
	b = append(b, secret...)
	switch s.Kind {
	case TextBegins:
		b = fmt.Appendf(b, "t%d %d", s.Stream, s.Serial)
	case TextEnds:
		b = append(b, 'u')
	case SyncPoint:
		b = fmt.Appendf(b, "s%d", s.Sync)
	case PanicLeft:
		b = fmt.Appendf(b, "c%d %.*s", s.Serial, maxStamp-24, s.Call)
	}
	return append(b, 0)
}

func parseStamp(b []byte) (s Stamp, ok bool) {
	if len(b) == 0 {
		return Stamp{}, false
	}
	s.Kind = b[0]
	if s.Kind == TextEnds {
		return s, len(b) == 1
	}
	first, rest, _ := strings.Cut(string(b[1:]), " ")
	n, err := strconv.Atoi(first)
	switch s.Kind {
	case TextBegins:
		s.Stream = n
		var err2 error
		s.Serial, err2 = strconv.Atoi(rest)
		return s, err == nil && err2 == nil
	case SyncPoint:
		s.Sync = n
	case PanicLeft:
		s.Serial, s.Call = n, rest
	default:
		return Stamp{}, false
	}
	return s, err == nil
}

// A Splitter takes the stamps out of the bytes of a pipe. It calls text and
// mark in the order of what it is given; text must not keep its argument.
type Splitter struct {
	prefix []byte // what a stamp begins with
	held   []byte // what may become a stamp
	text   func([]byte)
	mark   func(Stamp)
}

// NewSplitter returns a Splitter for a pipe whose stamps have the secret.
func NewSplitter(secret string, text func([]byte), mark func(Stamp)) *Splitter {
	return &Splitter{prefix: append([]byte{0}, secret...), text: text, mark: mark}
}

// Write takes the next bytes of the pipe.
func (s *Splitter) Write(p []byte) {
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

// Close gives text what was held back.
func (s *Splitter) Close() {
	s.emit(s.held)
	s.held = nil
}

func (s *Splitter) emit(b []byte) {
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
