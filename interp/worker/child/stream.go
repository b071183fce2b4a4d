package child

import "io"

// A stream is an io.Writer for the text of whichever run the calling
// goroutine belongs to.
type stream struct {
	c      *process
	number int
}

func (s stream) Write(p []byte) (int, error) {
	t := s.c.here()
	if t.exit.Load() != nil {
		return len(p), nil // deferred calls, which os.Exit would not have run
	}
	return t.out.Write(s.number, p)
}

// outletOrStream returns the writer of a program of the calling goroutine's run in the
// place of one of the streams.
func (c *process) outletOrStream(number int) io.Writer {
	if w, ok := c.here().out.Outlet(number); ok {
		return w
	}
	return stream{c, number}
}
