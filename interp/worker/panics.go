package worker

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// panicMessage returns what Go says of a panic with the value v, that has left these
// calls.
func panicMessage(v any, trail ...rt.Call) string {
	return strings.TrimPrefix(rt.PanicText(rt.Thrown(v, trail...)), "runtime error: ")
}

// panicLog is where yaegi reports each function that a panic leaves. It is called
// on the panicking goroutine.
type panicLog struct{ c *child }

func (l panicLog) Write(p []byte) (int, error) {
	call, nth, kept, is := watch.Left(p)
	switch {
	case !is:
		return stream{l.c, streamErr}.Write(p)
	case kept:
		l.c.out.call(l.c.here().serial, formatNote(nth == 0, callOf(call)))
	}
	return len(p), nil
}

// takeCalls returns the calls that the panic of this goroutine has left, once.
func takeCalls() []Call { return callsOf(rt.TakeTrail()) }

func callsOf(trail []rt.Call) []Call {
	var calls []Call
	for _, c := range trail {
		calls = append(calls, callOf(c))
	}
	return calls
}

func callOf(c rt.Call) Call { return Call{Func: c.Func, File: c.At.Filename, Line: c.At.Line} }

// formatNote puts a call into one line; first tells that a new panic begins.
func formatNote(first bool, c Call) string {
	return fmt.Sprintf("%t %d %s %s", first, c.Line, c.File, c.Func)
}

func parseNote(s string) (first bool, c Call, err error) {
	_, err = fmt.Sscanf(s, "%t %d %s %s", &first, &c.Line, &c.File, &c.Func)
	return first, c, err
}
