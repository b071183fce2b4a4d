package worker

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// panicMessage returns what Go says of a panic with the value v.
func panicMessage(v any) string {
	return strings.TrimPrefix(rt.PanicText(rt.Thrown(v)), "runtime error: ")
}

// panicLog is where yaegi reports each function that a panic leaves:
// "file:line:column: panic: main.f(...)", the position being where the
// function begins. It is called on the panicking goroutine, whose stack still
// stands.
type panicLog struct{ c *child }

var panicLine = regexp.MustCompile(`^(?:(.+):)?(\d+):(\d+): panic: (.*)\(\.\.\.\)\n?$`)

func (l panicLog) Write(p []byte) (int, error) {
	m := panicLine.FindSubmatch(p)
	if m == nil {
		return stream{l.c, streamErr}.Write(p)
	}
	line, _ := strconv.Atoi(string(m[2])) // digits, as matched
	column, _ := strconv.Atoi(string(m[3]))
	t := l.c.here()
	file := string(m[1])
	call := Call{Func: string(m[4]), File: file, Line: l.c.engine.lineOf(file, line, column)}
	first := newPanic()
	if t.called(call, first) {
		l.c.out.call(t.serial, formatNote(first, call))
	}
	return len(p), nil
}

// formatNote puts a call into one line; first tells that a new panic begins.
func formatNote(first bool, c Call) string {
	return fmt.Sprintf("%t %d %s %s", first, c.Line, c.File, c.Func)
}

func parseNote(s string) (first bool, c Call, err error) {
	_, err = fmt.Sscanf(s, "%t %d %s %s", &first, &c.Line, &c.File, &c.Func)
	return first, c, err
}

// newPanic reports whether the panic that the calling goroutine is in has left
// no interpreted function yet. yaegi lets a panic leave a function by
// recovering it and panicking again in runCfg's deferred function.
func newPanic() bool {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !more {
			return true
		}
		if f.Function == "runtime.gopanic" {
			f, _ = frames.Next()
			return !strings.HasSuffix(f.Function, "/interp.runCfg.func1")
		}
	}
}
