package rt

import (
	"go/token"
	"runtime"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// The functions of Go's runtime through which a compiled program panics stand between the
// function that panics and the deferred ones. The interpreter panics through others, so that
// they are learnt from a panic of the same kind in compiled code.

// panicFunc is the function of the runtime that calls deferred functions.
const panicFunc = "runtime.gopanic"

// A thrower is a kind of panic of the runtime.
type thrower struct {
	is    func(text string) bool
	calls func() []chain.Frame // behind panicFunc, the innermost first
}

var throwers = []thrower{
	kind(isPrefix("runtime error: invalid memory address"), func(z *zeros) { z.sink = *z.nowhere }),
	kind(isPrefix("runtime error: index out of range"), func(z *zeros) { z.sink = z.list[z.one] }),
	kind(isPrefix("runtime error: slice bounds out of range"), func(z *zeros) { z.list = z.list[z.one:] }),
	kind(isPrefix("runtime error: cannot convert slice"), func(z *zeros) { z.sink = [1]int(z.list)[0] }),
	kind(isPrefix("runtime error: integer divide by zero"), func(z *zeros) { z.sink = z.one / z.sink }),
	kind(isPrefix("runtime error: negative shift amount"), func(z *zeros) { z.sink = z.one << (z.sink - 1) }),
	kind(isPrefix("runtime error: makeslice: len"), func(z *zeros) { z.list = make([]int, z.sink-1) }),
	kind(isPrefix("runtime error: makeslice: cap"), func(z *zeros) { z.list = make([]int, z.sink, z.sink-1) }),
	kind(isPrefix("send on closed channel"), func(z *zeros) { z.closed() <- z.one }),
	kind(isPrefix("runtime error: comparing uncomparable"), func(z *zeros) { _ = z.holds == z.holds }),
	kind(isPrefix("interface conversion: interface is nil"), func(z *zeros) { _ = z.none.(error) }),
	kind(func(text string) bool {
		return strings.HasPrefix(text, "interface conversion: ") && strings.Contains(text, ": missing method ")
	}, func(z *zeros) { _ = z.holds.(error) }),
	kind(isPrefix("interface conversion: interface {} is"), func(z *zeros) { z.sink = z.holds.(int) }),
	kind(isPrefix("interface conversion: "), func(z *zeros) { _ = z.err.(*runtime.PanicNilError) }),
}

// zeros are the operands of the panics, which no compiler knows.
type zeros struct {
	sink, one   int
	list        []int
	nowhere     *int
	holds, none any
	err         error
}

// closed returns a channel that is closed.
func (z *zeros) closed() chan int {
	c := make(chan int)
	close(c)
	return c
}

func isPrefix(prefix string) func(string) bool {
	return func(text string) bool { return strings.HasPrefix(text, prefix) }
}

// kind is the thrower of panics with certain texts, as which fails does.
func kind(is func(text string) bool, fails func(*zeros)) thrower {
	return thrower{is, sync.OnceValue(func() (calls []chain.Frame) {
		defer func() {
			_ = recover()
			var pcs [16]uintptr
			frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
			for inside, more := false, true; more; {
				var f runtime.Frame
				f, more = frames.Next()
				if inside && !strings.HasPrefix(f.Function, "runtime.") {
					return
				}
				if inside {
					calls = append(calls, chain.Frame{Func: f.Function, Position: token.Position{Filename: f.File, Line: f.Line}, PC: f.PC + 1})
				}
				inside = inside || f.Function == panicFunc
			}
		}()
		fails(&zeros{one: 1, holds: []int{}, err: fail("")})
		return nil
	})}
}

// thrown returns the calls of the runtime with which a panic of the value v begins, and false
// if it begins as any other.
func thrown(v any) ([]chain.Frame, bool) {
	err, ok := v.(runtime.Error)
	if !ok || !ofRuntime(err) {
		return nil, false
	}
	for _, t := range throwers {
		if t.is(err.Error()) {
			return t.calls(), true
		}
	}
	return nil, false
}
