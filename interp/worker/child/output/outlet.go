package output

import (
	"context"
	"os"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"weak"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// An outlet is a pipe of a run's, which the programs that it starts write to: so
// what they write is the run's, however long they live. The run has an end to
// write to only as long as somebody else in the process has it.
type outlet struct {
	run    *Run
	stream int
	write  weak.Pointer[os.File]
	read   *os.File
	conn   syscall.RawConn // of read

	mu   sync.Mutex // held while something is read
	buf  []byte
	held []byte // the beginning of a character
}

// maxOutlet is the number of bytes in one read: as much as a pipe holds.
const maxOutlet = 64 << 10

// outlets holds the outlets of a run.
type outlets struct {
	mu   sync.Mutex
	open []*outlet
	any  atomic.Bool // there are or were some
}

// Outlet returns the file to which a program that the run starts writes in the place of one of
// the streams. What earlier programs have written, to whichever stream, stands before. It is not
// ok where there is none: on systems without outlets, and when the process has no more files.
func (r *Run) Outlet(stream int) (_ *os.File, ok bool) {
	if !hasOutlets {
		return nil, false
	}
	r.outlets.drain()
	w, err := r.outlets.file(r, stream)
	return w, err == nil
}

// file returns the end to write to of the outlet for one of the streams of the run.
func (s *outlets) file(run *Run, stream int) (*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.open {
		if w := o.write.Value(); o.stream == stream && w != nil {
			return w, nil
		}
	}
	read, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	conn, err := read.SyscallConn()
	if err != nil {
		return nil, err
	}
	o := &outlet{run: run, stream: stream, write: weak.Make(w), read: read, conn: conn, buf: make([]byte, maxOutlet)}
	s.open = append(s.open, o)
	s.any.Store(true)
	go o.follow()
	return w, nil
}

// none reports whether the run has no program that may write.
func (s *outlets) none() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open) == 0
}

// drain passes on what the programs of the run have written so far. It stands
// before whatever the run writes and shows itself, and before what it starts then.
func (s *outlets) drain() {
	if !s.any.Load() {
		return
	}
	s.mu.Lock()
	open := slices.Clone(s.open)
	s.mu.Unlock()
	for _, o := range open {
		_ = o.conn.Control(func(fd uintptr) { o.take(fd) }) // fails where nothing is left
	}
}

// follow passes on what is written, until nobody can write any more.
func (o *outlet) follow() {
	pprof.SetGoroutineLabels(context.Background()) // it is no goroutine of the run's, which ends before it
	_ = o.conn.Read(func(fd uintptr) bool {
		for {
			if n, open := o.take(fd); !open {
				return true
			} else if n == 0 {
				return false // wait for more
			}
		}
	})
	s := &o.run.outlets
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = slices.DeleteFunc(s.open, func(other *outlet) bool { return other == o })
	_ = o.read.Close() // nothing can be lost by it
}

// take passes on what has been written, as much as is read at once, and reports
// how much that was and whether there may be more.
func (o *outlet) take(fd uintptr) (n int, open bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, open = readNow(fd, o.buf)
	b := append(o.held, o.buf[:n]...)
	keep := 0
	if open {
		keep = wire.Incomplete(b)
	}
	o.held = slices.Clone(b[len(b)-keep:])
	b = b[:len(b)-keep]
	if len(b) > 0 {
		_, _ = o.run.write(o.stream, b) // fails when nobody reads any more
	}
	return n, open
}
