package rt

import (
	"go/token"
	"runtime"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// A Call is a function of a lowered program that a panic leaves.
type Call struct {
	Func string         // main.f, or main.f.func1: a function literal in it
	At   token.Position // where in the function
	// Joins tells that the function calls a literal there that is a part of
	// itself, and of the same name. A panic that comes from it leaves both as
	// one.
	Joins bool
	Link  *chain.Link // the same for package chain; nil if it is not known
	// Own tells that reflection has refused there what the interpreter asked of it,
	// rather than what a program did.
	Own bool
}

// A trail is what a panic that is on its way up has left behind.
type trail struct {
	next  *Call  // that it is about to leave; nil if nobody has told
	calls []Call // the innermost first
	again bool   // it has been thrown again, by who has taken its trail
}

// Part stands in a lowered program before a function literal that is a part of
// the function around it, and none that its author wrote: the body of a loop over
// a function, or that of a function that defers calls.
const Part = "/*part*/"

// Hold stands in a lowered program before a definition x := *p, after which x is
// the variable that p points to, and no other with its value.
const Hold = "/*hold*/"

// mostCalls is how many calls of a panic are kept: a recursion has more than
// anybody wants to read.
const mostCalls = 50

// The trails of goroutines that panic, by their numbers. Those stay whose panic
// compiled code has recovered, as package fmt does, but not more than
// mostTrails.
var trails = struct {
	sync.Mutex
	of map[int]*trail
}{of: map[int]*trail{}}

const mostTrails = 100

// Leaving notes what the panic of this goroutine is about to leave. It does
// nothing when the goroutine does not panic but ends.
func Leaving(c Call) {
	is, begun, own := panicking()
	if !is {
		return
	}
	c.Own = begun && own
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail(begun)
	t.begin(begun)
	t.next = &c
}

// Left notes that the panic of this goroutine has left a function: what Leaving
// was told, or else what c says. It returns that and its number among those of
// the panic, from 0; kept is false if it joins the one before or is one too many.
func Left(c Call) (left Call, nth int, kept bool) {
	_, begun, own := panicking()
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail(begun)
	if t.next != nil {
		c, t.next = *t.next, nil
	} else {
		t.begin(begun)
		c.Own = begun && own
	}
	nth = len(t.calls)
	if nth == mostCalls || c.Joins && nth > 0 && t.calls[nth-1].Func == c.Func {
		return c, nth, false
	}
	t.calls = append(t.calls, c)
	return c, nth, true
}

// TakeTrail returns the calls that the panic of this goroutine has left, the
// innermost first, and forgets them. Who recovers a panic calls it.
func TakeTrail() []Call {
	trails.Lock()
	defer trails.Unlock()
	if len(trails.of) == 0 {
		return nil
	}
	n := number()
	t := trails.of[n]
	if t == nil {
		return nil
	}
	delete(trails.of, n)
	return t.calls
}

// resumeTrail is for who throws a panic again, after TakeTrail.
func resumeTrail(calls []Call) {
	if len(calls) == 0 {
		return
	}
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail(true)
	t.calls, t.again = calls, true
}

// currentTrail returns the trail of this goroutine. If there is only one, and
// its panic has not just begun, it is that: to ask a goroutine for its number
// takes the longer the deeper its calls are.
func currentTrail(begun bool) *trail {
	if !begun && len(trails.of) == 1 {
		for _, t := range trails.of {
			return t
		}
	}
	n := number()
	t := trails.of[n]
	if t == nil {
		if len(trails.of) == mostTrails {
			clear(trails.of)
		}
		t = &trail{}
		trails.of[n] = t
	}
	return t
}

// begin forgets the calls of the panic before, if another one has begun.
func (t *trail) begin(begun bool) {
	if begun && !t.again {
		t.calls = nil
	}
	t.again = false
}

// panicking tells a deferred function, or what it calls, whether the goroutine
// panics, and whether the panic has just begun: a deferred function that
// recovers a panic and throws it again goes on with one. own tells that it comes from
// what the interpreter itself asked of reflection.
func panicking() (is, begun, own bool) {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	name := func() string {
		f, _ := frames.Next()
		return f.Function
	}
	for {
		switch name() {
		case "runtime.gopanic":
			thrower := name()
			by := name()
			if strings.Contains(by, ".deferwrap") {
				by = name()
			}
			return true, thrower == "" || by != "runtime.gopanic", askedBy(thrower, by, name)
		case "runtime.Goexit", "":
			return false, false, false
		}
	}
}

// askedBy reports whether the functions that have panicked, the innermost first, are
// reflection's, called by the interpreter.
func askedBy(thrower, by string, name func() string) bool {
	asked := false
	for f := thrower; f != ""; f, by = by, name() {
		switch {
		case f == "reflect.Value.call":
			return false // of something that a program calls
		case strings.HasPrefix(f, "reflect."):
			asked = true
		default:
			return asked && strings.HasPrefix(f, "github.com/traefik/yaegi/interp.")
		}
	}
	return false
}
