package commands

import (
	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child"
)

// workerCommand is the name of the command with which the program starts itself to run cells.
const workerCommand = "worker"

func newWorker() *cobra.Command {
	return &cobra.Command{
		Use:    workerCommand,
		Short:  "Run cells for another nvsd-kernel, which starts this one",
		Hidden: true,
		Args:   none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if status := child.Main(cmd.Context()); status != 0 {
				return statusError{status: status}
			}
			return nil
		},
	}
}
