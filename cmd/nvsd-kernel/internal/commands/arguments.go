package commands

import (
	"fmt"

	"github.com/spf13/cobra"
)

// exactly returns a check that there are n arguments. Its error names what they are.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return statusError{exitUsage, fmt.Errorf("%s takes %d argument (%s), not %d; see: %s --help",
				cmd.Name(), n, what, len(args), cmd.CommandPath())}
		}
		return nil
	}
}

// none returns an error if there are arguments.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return statusError{exitUsage, fmt.Errorf("%s takes no argument %q; see: %s --help", cmd.Name(), args[0], cmd.CommandPath())}
	}
	return nil
}

// nonempty returns an error if a given flag has an empty value. Otherwise a shell variable
// that is not set would choose the default.
func nonempty(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if f := cmd.Flag(name); f.Changed && f.Value.String() == "" {
			return statusError{exitUsage, fmt.Errorf("--%s is empty; see: %s --help", name, cmd.CommandPath())}
		}
	}
	return nil
}
