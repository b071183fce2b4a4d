package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
)

const overview = `A Jupyter kernel and scripting language for nonlinear variable selection.

Jupyter starts it with a connection file as its only argument; "install" makes
it known to Jupyter. The other commands do without Jupyter.`

// newRoot builds the command line.
func newRoot(std Streams) *cobra.Command {
	root := &cobra.Command{
		Use:     "nvsd-kernel [CONNECTION_FILE]",
		Short:   "A Jupyter kernel for nonlinear variable selection",
		Long:    overview,
		Version: version.String(),
		Args: func(cmd *cobra.Command, args []string) error {
			// Jupyter appends arguments of its own, such as the files of jupyter run, which it sends as cells.
			if len(args) > 1 && !isPath(args[0]) {
				return statusError{exitUsage, fmt.Errorf("there is no command %q; see: %s --help", args[0], cmd.Name())}
			}
			return nil
		},
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return serve(cmd, args[0])
		},
	}
	root.SetVersionTemplate("{{.Name}} version {{.Version}}\n" + identity.Arithmetic + " arithmetic" + identity.ArithmeticMeans + "\n")
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return statusError{exitUsage, fmt.Errorf("%w; see: %s --help", err, cmd.CommandPath())}
	})
	root.PersistentFlags().String(levelFlag, "", "what to log to standard error: debug, info, warn or error (default $"+levelVariable+", else "+defaultLevel+")")
	root.Flags().Bool(noHistoryFlag, false, "do not keep the cells for later sessions")
	root.Flags().Bool(noStaleFlag, false, "cells do not tell which others have used what they have changed (default $"+staleVariable+")")
	addLimits(root)
	root.AddCommand(newRun(), newCheck(), newRepl(), newExport(), newFmt(), newFit(), newSelect(), newStudy(), newData(), newInstall(), newUninstall(), newStatus(), newWorker())
	return root
}
