package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// exactly wants n arguments and names what they are.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return statusError{exitUsage, fmt.Errorf("%s takes %d argument (%s), not %d; see: %s --help",
				cmd.Name(), n, what, len(args), cmd.CommandPath())}
		}
		return nil
	}
}

// endings are the signals that ask a program to end: SIGHUP too, when its terminal
// is closed, unless it was started so as to outlive that.
func endings() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{syscall.SIGTERM}
	}
	return []os.Signal{syscall.SIGTERM, syscall.SIGHUP}
}

// interruptible returns a context that ends when the user interrupts.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, append(endings(), os.Interrupt)...)
}
