package child

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// benchmark measures a loop of n turns and prints what go test -bench would.
func (m *commands) benchmark(name string, loop func(n int)) {
	m.benchmarkFunc(name, func(b *testing.B) { loop(b.N) })
}

func (m *commands) benchmarkFunc(name string, f func(*testing.B)) {
	var thrown *relayedPanic
	failed := false
	r := testing.Benchmark(func(b *testing.B) {
		// The function is on a goroutine of its own, where a panic would be
		// the end of the process.
		defer func() {
			failed = failed || b.Failed()
			if v := recover(); v != nil {
				thrown = &relayedPanic{v, callsOf(rt.TakeTrail())}
				b.FailNow()
			}
		}()
		f(b)
	})
	switch {
	case m.c.here().ctx.Err() != nil:
	case thrown != nil:
		panic(*thrown)
	case failed:
		rt.Must(errors.New(name + " failed"))
	default:
		if n := runtime.GOMAXPROCS(0); n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		m.print(fmt.Sprintf("%s\t%s\t%s\n", name, r, r.MemString()))
	}
}
