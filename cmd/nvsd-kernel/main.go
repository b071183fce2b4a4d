// Command nvsd-kernel is a Jupyter kernel for nonlinear variable selection. It also runs
// the same language without Jupyter.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// roomyHeap is how many bytes the kernel and the worker may each use before they collect
// garbage.
const roomyHeap = 24 << 20

func main() {
	memory.Roomy(roomyHeap)
	os.Exit(execute(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// These exit statuses are part of the contract with calling programs.
const (
	exitFailed = 1 // the command was begun and failed
	exitUsage  = 2 // the command cannot be carried out as it was given
)

// A statusError ends the program with a status of its own. If it has no error inside,
// everything has been reported already.
type statusError struct {
	status int
	error
}

func (e statusError) Unwrap() error { return e.error }

// execute runs the command line and returns the exit status.
func execute(ctx context.Context, args []string, std streams) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	status, silent := exitFailed, false
	if s, ok := errors.AsType[statusError](err); ok {
		status, silent = s.status, s.error == nil
	}
	if !silent {
		fmt.Fprintln(std.err, "nvsd-kernel:", err)
	}
	return status
}
