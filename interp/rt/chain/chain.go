// Package chain finds out which calls of interpreted code a goroutine is in.
//
// To keep a list of them would cost every call something. So a call goes through
// [At], whose argument stays on the stack, and who wants to know looks for it there.
// Where At keeps it, the compiler decides; it is tried out once.
package chain

import (
	"go/token"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// A Link is a place in a lowered program from which a function is called.
type Link struct {
	Func string // that has the place, as Go names it: main.f, main.(*T).M, main.f.func1
	// Joins reports whether what is called is a part of the function, with its name.
	Joins bool
	At    token.Pos
	In    *Source
	// Waits takes questions for the calls of the goroutine that waits for this one, if one
	// does.
	Waits chan<- Question
}

// A Question is one for the calls that a goroutine is in.
type Question struct {
	most  int
	calls chan<- []Frame
}

// Answer answers it with the calls of this goroutine.
func (q Question) Answer() { q.calls <- Frames(q.most) }

// A Source maps the lines of a lowered program to the places that they come from.
type Source struct {
	Fset *token.FileSet
	// Origin returns the place that a line comes from, without a line if from none.
	Origin func(line int) token.Position
}

// Origin returns the place at which the user has written the call, without a line if there is none.
func (l *Link) Origin() token.Position {
	if l.In == nil || l.In.Origin == nil {
		return token.Position{}
	}
	return l.In.Origin(l.In.Fset.Position(l.At).Line)
}

// At calls do for l.
//
//go:noinline
func At(l *Link, do func()) {
	do()
	runtime.KeepAlive(l) // or it would not stay on the stack
}

// Below returns a link to where one of the functions below this one is, for a goroutine that does
// what they call.
func Below(function string) *Link {
	l := &Link{Func: function}
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function == function {
			l.In = &Source{token.NewFileSet(), func(int) token.Position { return token.Position{Filename: f.File, Line: f.Line} }}
		}
	}
	return l
}

// A layout is the place of the argument of At on the stack.
type layout struct {
	pc     uintptr // where do returns to
	offset uintptr // of the argument in the frame
	known  bool
}

// learn finds the layout: with several arguments, in calls of different depth, the
// only places that always have them.
var learn = sync.OnceValue(func() layout {
	const words = 24
	entry := reflect.ValueOf(At).Pointer()
	l := layout{known: true}
	fits := [2 * words]bool{}
	for round := range 3 {
		var links [3]*Link
		for i := range links {
			links[i] = &Link{Func: string(rune('a' + i + round))}
		}
		At(links[0], func() {
			At(links[1], func() {
				At(links[2], func() {
					l.pc = returnTo(entry)
					for k := range fits {
						var out [len(links)]uintptr
						n := walk(l.pc, uintptr(k-words)*unsafe.Sizeof(l.pc), &out[0], len(out))
						same := n == len(links)
						for i, x := range links {
							same = same && out[len(links)-1-i] == uintptr(unsafe.Pointer(x))
						}
						fits[k] = same && (round == 0 || fits[k])
					}
				})
			})
		})
	}
	for k, ok := range fits {
		if ok && l.pc != 0 {
			l.offset = uintptr(k-words) * unsafe.Sizeof(l.pc)
			return l
		}
	}
	return layout{}
})

// returnTo returns the program counter in the function that begins at entry to which a call
// of this goroutine returns.
func returnTo(entry uintptr) uintptr {
	var pcs [16]uintptr
	for _, pc := range pcs[:runtime.Callers(1, pcs[:])] {
		if f := runtime.FuncForPC(pc - 1); f != nil && f.Entry() == entry {
			return pc
		}
	}
	return 0
}

// Known reports whether the calls can be found on this kind of processor.
func Known() bool { return learn().known }

// links returns the calls that the goroutine is in, the innermost first, at most so
// many.
func links(most int) []*Link {
	l := learn()
	if !l.known || most == 0 {
		return nil
	}
	words := make([]uintptr, most)
	n := walk(l.pc, l.offset, &words[0], most)
	list := make([]*Link, n)
	for i, w := range words[:n] {
		// The word is the argument of a call that has not returned: it is kept alive.
		list[i] = *(**Link)(unsafe.Pointer(&w))
	}
	return list
}

// A Frame is a call that a goroutine is in: of a function of a program, or of a
// compiled package that calls one.
type Frame struct {
	Link           *Link // nil of a compiled package
	Func           string
	token.Position // where it is in the function
	PC             uintptr
}

// Frames returns the calls that this goroutine is in, the innermost first, without
// those of the interpreter, at most so many.
func Frames(most int) []Frame {
	pcs := make([]uintptr, 64)
	n := 0
	for {
		n = runtime.Callers(2, pcs)
		if n < len(pcs) || len(pcs) > perCall*most {
			break
		}
		pcs = make([]uintptr, 4*len(pcs))
	}
	l := learn()
	sites := 0
	for _, pc := range pcs[:n] {
		if l.known && pc == l.pc {
			sites++
		}
	}
	stack := links(sites)
	var frames []Frame
	inside := len(stack) > 0 // some call of a program is still to come
	it := runtime.CallersFrames(pcs[:n])
	started, panics := false, false
	for len(frames) < most {
		f, more := it.Next()
		switch {
		case f.Function == panicName && panics:
			// The interpreter has thrown again what it has recovered.
			frames = frames[:lastPanic(frames)+1]
		case f.Function == atName && len(stack) > 0:
			panics = false
			link := stack[0]
			if link.Waits != nil {
				calls := make(chan []Frame)
				link.Waits <- Question{most - len(frames), calls}
				return append(frames, <-calls...)
			}
			if p := link.Origin(); p.Line > 0 {
				frames = append(frames, Frame{Link: link, Func: link.Func, Position: p})
			}
			stack, started = stack[1:], true
			inside = len(stack) > 0
		case started && (inside && !machinery(f.Function) || bottom[f.Function]):
			frames = append(frames, Frame{Func: f.Function, Position: token.Position{Filename: f.File, Line: f.Line}, PC: f.PC + 1})
			panics = panics || f.Function == panicName
		}
		if !more {
			break
		}
	}
	return frames
}

// panicName is the function of the runtime that calls deferred functions.
const panicName = "runtime.gopanic"

// lastPanic returns the index of the last panic among calls that have one.
func lastPanic(frames []Frame) int {
	for i := len(frames) - 1; ; i-- {
		if frames[i].Func == panicName {
			return i
		}
	}
}

// perCall is more than the compiled calls that one of a program takes.
const perCall = 16

var atName = runtime.FuncForPC(reflect.ValueOf(At).Pointer()).Name()

// bottom are the functions below every goroutine's own.
var bottom = map[string]bool{"runtime.main": true, "runtime.goexit": true}

// machinery reports whether a function is one that runs programs.
func machinery(function string) bool {
	for _, prefix := range []string{"reflect.", "github.com/traefik/yaegi/interp.", "github.com/nvsd-kernel/nvsd-kernel/interp/", "runtime.call"} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return function == ""
}
