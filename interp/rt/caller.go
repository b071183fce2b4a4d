package rt

import (
	"fmt"
	"go/ast"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"
	"weak"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// Package runtime reports the calls of the interpreter. In programs these functions
// take its place and report the calls of the program's own functions. The program
// counters of those are the addresses of what package chain knows of them, at which
// there is no code.

// A place is a function of a program, or a call in it.
type place struct {
	fn, file string
	line     int
}

var (
	places sync.Map // *place by address, for ever: as many as places in programs that were asked for
	ofLink sync.Map // *place by *chain.Link
	ofFunc sync.Map // *place of a function by its name
)

// pcOf returns the program counter of a call that returns.
func pcOf(f chain.Frame) uintptr {
	if f.Link == nil {
		return f.PC
	}
	p, ok := ofLink.Load(f.Link)
	if !ok {
		p, _ = ofLink.LoadOrStore(f.Link, &place{f.Func, f.Filename, f.Line})
		places.Store(address(p.(*place)), p)
	}
	return address(p.(*place)) + 1
}

func address(p *place) uintptr { return uintptr(unsafe.Pointer(p)) }

// placeAt returns the place with a program counter, or with that before it.
func placeAt(pc uintptr) (*place, bool) {
	p, ok := places.Load(pc &^ (unsafe.Alignof(place{}) - 1))
	if !ok {
		return nil, false
	}
	return p.(*place), true
}

// Caller is runtime.Caller.
func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	f, ok := caller(skip)
	if !ok {
		return 0, "", 0, false
	}
	return pcOf(f), f.Filename, f.Line, true
}

// caller returns the call that is so far from that of a function of this package.
func caller(skip int) (chain.Frame, bool) {
	frames := frames(max(skip, 0) + 1)
	if len(frames) <= skip || skip < 0 {
		return chain.Frame{}, false
	}
	return frames[skip], true
}

// frames returns the calls that this goroutine is in, the innermost first, about so
// many. While deferred functions run for a panic, they are called by what panics.
func frames(most int) []chain.Frame {
	list := chain.Frames(2 * most) // two may be one
	if slices.ContainsFunc(list, func(f chain.Frame) bool { return f.Func == panicFunc }) {
		list = begun(chain.Frames(perPanic * (most + 1)))
	}
	var joined []chain.Frame
	for _, f := range list {
		if n := len(joined); n > 0 && f.Link != nil && f.Link.Joins && joined[n-1].Func == f.Func {
			continue
		}
		joined = append(joined, f)
	}
	return joined
}

// perPanic is the number of calls that are looked at for one that is wanted, where some are given up.
const perPanic = 8

// begun gives the panics among calls their beginnings: the functions of the runtime through
// which compiled code would have thrown them, and the place in the program, if it is none of a
// call.
func begun(list []chain.Frame) []chain.Frame {
	found, _ := chances.Load(self())
	c, _ := found.(*chance)
	var calls []chain.Frame
	for len(list) > 0 {
		f := list[0]
		calls, list = append(calls, f), list[1:]
		if f.Func != panicFunc {
			continue
		}
		for c != nil && c.now == nil {
			c = c.around
		}
		if c == nil {
			continue
		}
		left := c.now.calls
		if n := len(calls) - 2; n >= 0 && len(left) > 0 && partOf(calls[n], left[len(left)-1]) {
			calls = slices.Delete(calls, n, n+1)
		}
		natural := slices.IndexFunc(list, func(f chain.Frame) bool { return !ofGo(f) })
		if own, is := thrown(Thrown(c.now.value, c.now.calls...)); is {
			calls = append(calls, own...)
		} else {
			calls = append(calls, list[:max(natural, 0)]...)
		}
		list = list[max(natural, 0):]
		if len(left) > 0 && left[0].Link != nil {
			first := left[0].Link
			next := slices.IndexFunc(list, func(f chain.Frame) bool { return f.Link != nil })
			if p := first.Origin(); p.Line > 0 && (next < 0 || *list[next].Link != *first) {
				calls = append(calls, chain.Frame{Link: first, Func: first.Func, Position: p})
			}
		}
		c = c.around
	}
	return calls
}

// partOf reports whether f, which a panic has called, makes the call that a function defers which
// the panic has left, and is no function of the program.
func partOf(f chain.Frame, left Call) bool {
	return f.Link != nil && left.Link != nil && f.Func == left.Link.Func
}

// ofGo reports whether a call is one of a function that Go's runtime keeps to itself, and not
// the beginning of another panic.
func ofGo(f chain.Frame) bool {
	name, is := strings.CutPrefix(f.Func, "runtime.")
	return is && f.Func != panicFunc && !ast.IsExported(name)
}

// Callers is runtime.Callers.
func Callers(skip int, pc []uintptr) int {
	calls := frames(len(pc) + max(skip, 0))
	if skip <= 0 {
		calls = slices.Insert(calls, 0, chain.Frame{PC: runtimeCallers})
	} else {
		calls = calls[min(skip-1, len(calls)):]
	}
	n := min(len(calls), len(pc))
	for i, f := range calls[:n] {
		pc[i] = pcOf(f)
	}
	return n
}

// runtimeCallers is a program counter in runtime.Callers.
var runtimeCallers = func() uintptr {
	var pcs [1]uintptr
	runtime.Callers(0, pcs[:])
	return pcs[0]
}()

// A frameList holds the frames that are left of a *runtime.Frames of a program.
type frameList struct {
	sync.Mutex
	next []runtime.Frame
}

var frameLists sync.Map // *frameList by weak.Pointer[runtime.Frames]

// CallersFrames is runtime.CallersFrames.
func CallersFrames(callers []uintptr) *runtime.Frames {
	list := &frameList{}
	for _, pc := range callers {
		if p, ok := placeAt(pc); ok {
			list.next = append(list.next, runtime.Frame{PC: pc - 1, Func: funcNamed(p.fn), Function: p.fn, File: p.file, Line: p.line})
			continue
		}
		it := runtime.CallersFrames([]uintptr{pc})
		for more := true; more; {
			var f runtime.Frame
			f, more = it.Next()
			if f.PC != 0 {
				list.next = append(list.next, f)
			}
		}
	}
	key := runtime.CallersFrames(nil)
	frameLists.Store(weak.Make(key), list)
	runtime.AddCleanup(key, func(k weak.Pointer[runtime.Frames]) { frameLists.Delete(k) }, weak.Make(key))
	return key
}

// NextFrame is the method Next of a *runtime.Frames.
func NextFrame(frames *runtime.Frames) (f runtime.Frame, more bool) {
	have, ok := frameLists.Load(weak.Make(frames))
	if !ok {
		return frames.Next()
	}
	list := have.(*frameList)
	list.Lock()
	defer list.Unlock()
	if len(list.next) == 0 {
		return runtime.Frame{}, false
	}
	f, list.next = list.next[0], list.next[1:]
	return f, len(list.next) > 0
}

// funcNamed returns the *runtime.Func that stands for a function of a program.
func funcNamed(name string) *runtime.Func {
	p, ok := ofFunc.Load(name)
	if !ok {
		p, _ = ofFunc.LoadOrStore(name, &place{fn: name})
		places.Store(address(p.(*place)), p)
	}
	return (*runtime.Func)(unsafe.Pointer(p.(*place)))
}

// functionOf returns the function of a program that f stands for.
func functionOf(f *runtime.Func) (*place, bool) { return placeAt(uintptr(unsafe.Pointer(f))) }

// FuncForPC is runtime.FuncForPC.
func FuncForPC(pc uintptr) *runtime.Func {
	if p, ok := placeAt(pc); ok {
		return funcNamed(p.fn)
	}
	f := runtime.FuncForPC(pc)
	if _, ok := unnamed.Load(pc); ok && f == nil {
		panic(fail("runtime.FuncForPC: of a function literal, a method or a generic function that is a value the interpreter does not know the name; name a declared function instead"))
	}
	return f
}

// FuncName, FuncEntry and FuncFileLine are methods of a *runtime.Func.
func FuncName(f *runtime.Func) string {
	if p, ok := functionOf(f); ok {
		return p.fn
	}
	return f.Name()
}

func FuncEntry(f *runtime.Func) uintptr {
	if p, ok := functionOf(f); ok {
		return address(p)
	}
	return f.Entry()
}

func FuncFileLine(f *runtime.Func, pc uintptr) (file string, line int) {
	if p, ok := placeAt(pc); ok {
		return p.file, p.line
	}
	if _, ok := functionOf(f); ok {
		return "?", 0
	}
	return f.FileLine(pc)
}

// StackText returns the text of debug.Stack.
func StackText() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine %d [running]:\nruntime/debug.Stack()\n", chain.Number())
	writeStack(&b)
	return []byte(b.String())
}

// mostOfStack is the number of calls that are shown of a goroutine at most.
const mostOfStack = 100

func writeStack(b *strings.Builder) {
	calls := frames(mostOfStack + 1)
	for _, f := range calls[:min(len(calls), mostOfStack)] {
		name := f.Func + "(...)"
		switch {
		case f.Func == panicFunc:
			name = "panic(...)"
		case f.Func == "main.main":
			name = "main.main()"
		case ofGo(f): // Go leaves them out
			continue
		}
		fmt.Fprintf(b, "%s\n\t%s:%d\n", name, f.Filename, f.Line)
	}
	if len(calls) > mostOfStack {
		b.WriteString("...additional frames elided...\n")
	}
}

// PrintStack is debug.PrintStack.
func PrintStack() { Print(string(StackText())) }

// Stack is runtime.Stack. The interpreter does not know the calls of other goroutines.
func Stack(buf []byte, all bool) int {
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine %d [running]:\n", chain.Number())
	writeStack(&b)
	if all {
		b.WriteString("\n(the other goroutines of a program that is interpreted cannot be shown)\n")
	}
	return copy(buf, b.String())
}
