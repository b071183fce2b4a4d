package process

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

const (
	// spoolRoom is the largest number of lines of the log that wait to be written.
	spoolRoom = 1024
	// spoolPatience is the time that the end of the kernel waits for these lines.
	spoolPatience = 200 * time.Millisecond
)

// A Spool writes the log in a goroutine of its own, so that no client waits when standard
// error is a pipe that nobody reads. Lines that find no room are lost and counted. A Spool
// is safe for concurrent use.
type Spool struct {
	to    io.Writer
	lines chan spooled
	lost  atomic.Int64
}

// spooled is a line or, if written is not nil, a mark.
type spooled struct {
	line    []byte
	written chan<- struct{} // closed when all lines before the mark are written
}

// NewSpool returns a spool that writes to a stream.
func NewSpool(to io.Writer) *Spool {
	s := &Spool{to: to, lines: make(chan spooled, spoolRoom)}
	go s.copy()
	return s
}

// Write takes one line. It never fails.
func (s *Spool) Write(line []byte) (int, error) {
	select {
	case s.lines <- spooled{line: bytes.Clone(line)}:
	default:
		s.lost.Add(1)
	}
	return len(line), nil
}

// copy writes the lines. It ignores errors, because there is no other place to report them.
func (s *Spool) copy() {
	for l := range s.lines {
		if l.written != nil {
			close(l.written)
			continue
		}
		_, _ = s.to.Write(l.line)
		if n := s.lost.Swap(0); n > 0 {
			fmt.Fprintf(s.to, "%d lines of the log are lost here: nobody has read standard error\n", n)
		}
	}
}

// Drain waits until all earlier lines are written, but at most for spoolPatience.
func (s *Spool) Drain() {
	late := time.After(spoolPatience)
	written := make(chan struct{})
	select {
	case s.lines <- spooled{written: written}:
	case <-late:
		return
	}
	select {
	case <-written:
	case <-late:
	}
}
