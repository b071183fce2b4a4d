package child

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// panicLog receives yaegi's report of each function that a panic leaves. It is called on the
// panicking goroutine.
type panicLog struct{ c *process }

func (l panicLog) Write(p []byte) (int, error) {
	call, nth, kept, is := watch.Left(p)
	switch {
	case !is:
		return stream{l.c, wire.Stderr}.Write(p)
	case kept:
		l.c.here().out.Panicked(wire.FormatNote(nth == 0, callOf(call)))
	}
	return len(p), nil
}

func callsOf(trail []rt.Call) []wire.Call {
	var calls []wire.Call
	for _, c := range trail {
		calls = append(calls, callOf(c))
	}
	return calls
}

func callOf(c rt.Call) wire.Call {
	return wire.Call{Func: c.Func, File: c.At.Filename, Line: c.At.Line}
}

// A relayedPanic is a panic of another goroutine, that of a benchmark, which goes on
// in the cell's.
type relayedPanic struct {
	value any
	calls []wire.Call // where it began
}
