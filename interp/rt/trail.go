package rt

import (
	"go/token"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// A Call is a function of a lowered program that a panic leaves.
type Call struct {
	Func string         // main.f, or main.f.func1: a function literal in it
	At   token.Position // where in the function
	// Joins reports whether the function calls there a literal that is a part of
	// itself, with the same name. A panic leaves both as one.
	Joins bool
	Link  *chain.Link // the same for package chain; nil if it is not known
	// Own reports whether reflection has refused there a request of the interpreter,
	// and not one of the program.
	Own bool
	// Operands describes the operands of the expression at which the panic began.
	Operands Operands
}

// Operands describe the values of an expression that has panicked, in the user's names.
type Operands struct {
	Nil, NilType string // the first that is nil: its name and its type
	Shapes       string // "a is 3 x 2, b is 3 x 4"; empty if there are no matrices
}

// A trail holds the calls that a panic on its way up has left.
type trail struct {
	next  *Call  // that it is about to leave; nil if that is not known
	calls []Call // the innermost first
	again bool   // the panic has been thrown again after TakeTrail
}

// Part stands in a lowered program before a function literal that lowering has made of
// a part of the function around it: the body of a loop over a function, or the body of a
// function that defers calls.
const Part = "/*part*/"

// Hold stands in a lowered program before a definition x := *p that makes x the
// variable that p points to, and not a copy.
const Hold = "/*hold*/"

// mostCalls is the largest number of calls of a panic that are kept, since a recursion
// has very many.
const mostCalls = 50

// The trails of goroutines that panic. Trails of panics that compiled
// code has recovered, as package fmt does, stay, but no more than mostTrails.
var trails = struct {
	sync.Mutex
	of map[uintptr]*trail
}{of: map[uintptr]*trail{}}

const mostTrails = 100

// Leaving records the call that the panic of this goroutine is about to leave, and the operands
// where it has just begun, which it reports. It does nothing when the goroutine does not panic
// but ends.
func Leaving(c Call, operands func() Operands) (begun bool) {
	is, begun, own := panicking()
	if !is {
		return false
	}
	c.Own = begun && own
	if begun {
		c.Operands = operands()
	}
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail()
	t.begin(begun)
	t.next = &c
	return begun
}

// Left records the call that the panic of this goroutine has left: the one given to Leaving,
// or else c. It returns the call and its number among those of the panic, from 0. kept is false
// if the call joins the one before or is one too many.
func Left(c Call) (left Call, nth int, kept bool) {
	_, begun, own := panicking()
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail()
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

// TakeTrail returns the calls that the panic of this goroutine has left, the innermost
// first, and forgets them. It is called by the code that recovers a panic.
func TakeTrail() []Call {
	trails.Lock()
	defer trails.Unlock()
	if len(trails.of) == 0 {
		return nil
	}
	n := self()
	t := trails.of[n]
	if t == nil {
		return nil
	}
	delete(trails.of, n)
	return t.calls
}

// resumeTrail restores the calls before a panic is thrown again, after TakeTrail.
func resumeTrail(calls []Call) {
	if len(calls) == 0 {
		return
	}
	trails.Lock()
	defer trails.Unlock()
	t := currentTrail()
	t.calls, t.again = calls, true
}

// currentTrail returns the trail of this goroutine.
func currentTrail() *trail {
	n := self()
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

// begin forgets the calls of the previous panic if another one has begun.
func (t *trail) begin(begun bool) {
	if begun && !t.again {
		t.calls = nil
	}
	t.again = false
}

// panicking reports, within a deferred function, whether the goroutine panics, and
// whether the panic has just begun: a deferred function that recovers a panic and throws
// it again continues one. own reports whether the panic comes from a request of the
// interpreter itself to reflection.
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
			if thrower == unwindFunc || thrower == elsewhereFunc {
				return true, false, false
			}
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

// unwindFunc and elsewhereFunc are the functions that throw a panic again that they have
// recovered.
var (
	unwindFunc    = runtime.FuncForPC(reflect.ValueOf((*D).unwind).Pointer()).Name()
	elsewhereFunc = runtime.FuncForPC(reflect.ValueOf(Elsewhere).Pointer()).Name()
)

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
