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

// interruptible returns a context that ends when the user interrupts.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}
