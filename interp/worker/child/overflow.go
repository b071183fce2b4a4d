package child

import (
	"io"
	"os"
	"runtime/debug"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// maxStack bounds the stack of a goroutine for which no other one may go on, as in compiled code
// that calls itself.
const maxStack = 256 << 20

// boundStacks bounds the stacks of recursions by a limit of memory, 0 for none. Where they are
// full it ends the process with the last words that the runtime would have: the runtime itself
// would add the stacks of all goroutines that wait.
func boundStacks(limit memory.Size, lastWords io.Writer) {
	debug.SetMaxStack(maxStack)
	if limit == 0 {
		limit = memory.Machine()
	}
	rt.AllowStacks(memory.Stacks(limit))
	rt.OnOverflow(func() {
		_, _ = io.WriteString(lastWords, "fatal error: stack overflow\n") // if nobody reads, nobody is told
		os.Exit(wire.ExitedFatally)
	})
}
