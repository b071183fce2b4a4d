package worker

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// panicMessage returns what Go says of a panic with the value v, in the place
// of what reflection says, by which yaegi does the same things.
func panicMessage(v any) string {
	for {
		r, ok := v.(reflect.Value)
		if !ok || !r.IsValid() || !r.CanInterface() {
			break
		}
		v = r.Interface()
	}
	var s string
	switch v := v.(type) {
	case *reflect.ValueError: // a method of a Value that stands for nil
		return "invalid memory address or nil pointer dereference"
	case runtime.Error:
		s = strings.TrimPrefix(v.Error(), "runtime error: ")
	case error:
		s = v.Error()
	case fmt.Stringer:
		s = v.String()
	default:
		s = fmt.Sprint(v)
	}
	switch s {
	case "reflect: slice index out of range", "reflect: array index out of range", "reflect: string index out of range":
		return "index out of range"
	case "reflect.Value.Slice: slice index out of bounds", "reflect.Value.Slice: string slice index out of bounds",
		"reflect.Value.Slice3: slice index out of bounds", "reflect.Value.Slice: array index out of bounds":
		return "slice bounds out of range"
	case "reflect.MakeSlice: negative len", "reflect.MakeSlice: negative cap", "reflect.MakeSlice: len > cap":
		return "makeslice: len out of range"
	}
	// A failed type assertion carries its position in yaegi's form.
	if m := positionBefore.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return s
}

var positionBefore = regexp.MustCompile(`^(?:[^\s:]+:)?\d+:\d+: (interface conversion: .*)$`)

// recovered returns what a cell's recover is to return: the value that was
// panicked with, and for what goes wrong inside the interpreter an error of
// Go's own kind.
func recovered(v any) any {
	thrown, byCell := v.(reflect.Value)
	switch {
	case v == nil, byCell && !thrown.IsValid():
		return nil
	case byCell && thrown.CanInterface():
		return thrown.Interface()
	case byCell:
		return v
	}
	switch v := v.(type) {
	case unhandled:
		return v.error
	case *reflect.ValueError:
		return runtimeError(panicMessage(v))
	case string:
		if message := panicMessage(v); message != v {
			return runtimeError(message)
		}
	}
	return v
}

// runtimeError is the interpreter's form of a [runtime.Error].
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }
func (runtimeError) RuntimeError()   {}

// must ends the cell with err unless it is nil.
func must(err error) {
	if err != nil {
		panic(unhandled{err})
	}
}

// unhandled is an error that a cell's code has not looked at. Who recovers it
// finds the error itself.
type unhandled struct{ error }

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
