package child

import (
	"errors"
	"runtime/debug"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// maxStack bounds the stack of a goroutine for which no other one may go on, as in compiled code
// that calls itself.
const maxStack = 256 << 20

// boundStacks bounds the stacks of recursions by a limit of memory, 0 for none. The channel is
// closed when they are full; the goroutine that has filled them waits.
func boundStacks(limit memory.Size) (full <-chan struct{}) {
	debug.SetMaxStack(maxStack)
	if limit == 0 {
		limit = memory.Machine()
	}
	rt.AllowStacks(memory.Stacks(limit))
	filled := make(chan struct{})
	tell := sync.OnceFunc(func() { close(filled) })
	rt.OnOverflow(func() {
		tell()
		select {}
	})
	return filled
}

// errOverflow ends the process with the last words that the runtime would have: the runtime
// itself would add the stacks of all goroutines that wait.
var errOverflow = errors.New("fatal error: stack overflow")
