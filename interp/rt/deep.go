package rt

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// An interpreted call takes eight times the stack of a compiled one, and Go ends a program
// whose stack grows beyond a gigabyte; more than two can no program allow itself. So where a
// recursion is deep it goes on in another goroutine, for which this one waits.

// Deep is the depth of a stack, in bytes, at which a call should go on by [Elsewhere]: some
// thousand calls. The time of a panic that the interpreter throws again in each of them grows with
// their square.
const Deep = 1 << 20

// goesOn has the first of the goroutines that wait, by the one that goes on.
var (
	goesOn sync.Map
	going  atomic.Int64 // how many there are
)

// self returns the identity of this goroutine, or of the one that it goes on for.
func self() uintptr {
	g := chain.Goroutine()
	if going.Load() > 0 {
		if first, ok := goesOn.Load(g); ok {
			return first.(uintptr)
		}
	}
	return g
}

// Elsewhere calls do in another goroutine, if it may, and waits. A panic goes on in this
// goroutine, and if do ends the other goroutine, this one ends.
func Elsewhere(do func()) {
	defer host.stacks.Add(1)
	if host.stacks.Add(-1) < 0 {
		if f := host.overflow.Load(); f != nil {
			(*f)()
		}
		do()
		return
	}
	var thrown any
	returned, first := false, self()
	done := make(chan bool)
	asks := make(chan chain.Question)
	go func() {
		defer close(done)
		g := chain.Goroutine()
		going.Add(1)
		goesOn.Store(g, first)
		defer func() {
			if !returned {
				thrown = recover()
			}
			goesOn.Delete(g)
			going.Add(-1)
		}()
		chain.At(&chain.Link{Waits: asks}, do)
		returned = true
	}()
	for waits := true; waits; {
		select {
		case q := <-asks:
			q.Answer()
		case <-done:
			waits = false
		}
	}
	switch {
	case thrown != nil:
		panic(thrown)
	case !returned:
		runtime.Goexit()
	}
}
