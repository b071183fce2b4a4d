// Package commands is the command line of nvsd-kernel: its commands, their flags and their exit
// statuses.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Streams are the input of a command, its output and its messages.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
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

// Execute runs the command line and returns the exit status.
func Execute(ctx context.Context, args []string, std Streams) int {
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
		fmt.Fprintln(std.Err, "nvsd-kernel:", err)
	}
	return status
}
