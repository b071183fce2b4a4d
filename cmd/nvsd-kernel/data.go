package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "The data sets that come with the program",
		Args:  none,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the data sets that data.Load knows",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, set := range data.List() {
				fmt.Fprintf(w, "%s\t%s\n", set.Name, set.Description)
			}
			return w.Flush()
		},
	})
	return cmd
}
