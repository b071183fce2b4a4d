package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/install"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
)

func newInstall() *cobra.Command {
	o := install.Options{Version: version.String()}
	var noHistory, noStale bool
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Make the kernel known to Jupyter",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if noHistory {
				o.Arguments = append(o.Arguments, "--"+noHistoryFlag)
			}
			if noStale {
				o.Arguments = append(o.Arguments, "--"+noStaleFlag)
			}
			done, err := install.Install(o)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "installed", done.Dir)
			if done.Copied != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "the kernel is a copy of this program in that folder, because %s is in a cache or a temporary folder, which may be emptied; after an upgrade, install again\n", done.Copied)
			}
			return nil
		},
	}
	placeFlags(cmd, &o)
	cmd.Flags().StringVar(&o.DisplayName, "display-name", install.DefaultDisplayName, "what people see")
	cmd.Flags().BoolVar(&noHistory, noHistoryFlag, false, "let Jupyter start it so that it keeps no history")
	cmd.Flags().BoolVar(&noStale, noStaleFlag, false, "let Jupyter start it so that cells do not tell which others have used what they have changed")
	return cmd
}

func newUninstall() *cobra.Command {
	var o install.Options
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove the kernel from Jupyter",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := install.Uninstall(o)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "removed", dir)
			return nil
		},
	}
	placeFlags(cmd, &o)
	return cmd
}

// placeFlags adds the flags that say which kernelspec is meant.
func placeFlags(cmd *cobra.Command, o *install.Options) {
	flags := cmd.Flags()
	flags.BoolVar(&o.User, "user", false, "in your own Jupyter folder (the default)")
	flags.BoolVar(&o.SysPrefix, "sys-prefix", false, "in the active Python environment")
	flags.StringVar(&o.Prefix, "prefix", "", "under this folder, such as /usr/local")
	flags.StringVar(&o.Name, "name", install.DefaultName, "the name by which programs call the kernel")
	flags.BoolVar(&o.Force, "force", false, "also where another program's kernel has that name")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return nonempty(cmd, "prefix", "name") }
}

func newStatus() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show where the kernel is installed",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, searched, err := install.Status(name)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for _, k := range found {
				state := "ready"
				switch {
				case k.Problem != nil:
					state = "not ready: " + k.Problem.Error()
				case k.Shadowed:
					state = "hidden by the one above"
				}
				fmt.Fprintf(out, "%s\n  %s, %s\n  starts %s\n", k.Dir, k.DisplayName, state, k.Program)
			}
			if len(found) > 0 {
				return nil
			}
			fmt.Fprintln(out, "not installed; looked in")
			for _, dir := range searched {
				fmt.Fprintln(out, " ", dir)
			}
			return statusError{status: exitFailed}
		},
	}
	cmd.Flags().StringVar(&name, "name", install.DefaultName, "the name by which programs call the kernel")
	return cmd
}
