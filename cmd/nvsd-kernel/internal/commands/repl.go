package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/terminal"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

const replHelp = `Run cells that are typed at the terminal, in the language of notebooks.

Enter runs the cell when it is complete, and otherwise begins its next line, as
it does in the middle of a cell; Alt-Enter begins a line anywhere. Tab completes,
the arrow keys move through the lines and the cells of earlier sessions, Ctrl-R
searches them. Ctrl-C leaves a cell, or interrupts the one that runs; Ctrl-D ends.

If standard input is no terminal, its cells run one after the other, each when it
is complete, up to the first that fails, which makes the exit status 1. Behind
a cell that asks for input stands the answer.`

func newRepl() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repl",
		Short: "Run cells that are typed at the terminal",
		Long:  replHelp,
		Args:  none,
		RunE:  func(cmd *cobra.Command, _ []string) error { return converse(cmd) },
	}
	cmd.Flags().Bool(noHistoryFlag, false, "do not keep the cells for later sessions")
	cmd.Flags().Bool(noStaleFlag, false, "cells do not tell which others have used what they have changed (default $"+staleVariable+")")
	addLimits(cmd)
	return cmd
}

// converse is the command repl.
func converse(cmd *cobra.Command) (err error) {
	log, err := logger(cmd, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	typed := terminal.Is(cmd.InOrStdin())
	past := history.New("", log)
	quiet := true
	if typed {
		past, err = openHistory(cmd, log)
		if err != nil {
			return err
		}
		quiet, err = silentStale(cmd)
		if err != nil {
			return err
		}
	}
	defer past.Close() // an error loses nothing: all cells have been written
	session, err := openSession(context.WithoutCancel(cmd.Context()), cmd, interp.Options{Logger: log, SilentStale: quiet})
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err = errors.Join(err, session.Close(closing))
	}()
	loop := terminal.NewREPL(terminal.Options{
		Session: session, Analyzer: session, Past: past,
		In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(),
	})
	if typed {
		fmt.Fprintf(cmd.OutOrStdout(), "nvsd-kernel %s, Go %s. Tab completes, ?name explains, %%help lists magics, Ctrl-D ends.\n", version.String(), identity.GoVersion())
	}
	failed, err := loop.Run()
	if failed && err == nil {
		err = statusError{status: exitFailed}
	}
	return err
}
