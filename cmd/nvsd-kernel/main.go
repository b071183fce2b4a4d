// Command nvsd-kernel is a Jupyter kernel for nonlinear variable selection. It also runs
// the same language without Jupyter.
package main

import (
	"context"
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/commands"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// roomyHeap is the heap size, in bytes, up to which the kernel and the worker each collect no
// garbage.
const roomyHeap = 24 << 20

func main() {
	memory.Roomy(roomyHeap)
	os.Exit(commands.Execute(context.Background(), os.Args[1:], commands.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
