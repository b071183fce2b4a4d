package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
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

// A prompter asks a person, or a pipe, for cells and lines.
type prompter interface {
	// cell returns the next cell. The error is io.EOF at the end, and errLeft if the
	// person has left the cell.
	cell(count int) (string, error)
	// line returns an answer. The errors are those of cell, and others.
	line(prompt string, password bool) (string, error)
	// nextCell offers code for the next cell.
	nextCell(code string)
}

// errLeft says that a person did not want to go on with what they typed.
var errLeft = errors.New("interrupted")

// converse is the command repl.
func converse(cmd *cobra.Command) (err error) {
	log, err := logger(cmd, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	in, isFile := cmd.InOrStdin().(*os.File)
	typed := isFile && isTerminal(in)
	past := history.New("", log)
	quiet := true
	if typed {
		if past, err = openHistory(cmd, log); err != nil {
			return err
		}
		if quiet, err = silentStale(cmd); err != nil {
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
	screen := &screen{out: cmd.OutOrStdout()}
	t := &talk{
		session: session, past: past, screen: screen, typed: typed,
		asks: make(chan repl.Ask, 1), ends: make(chan repl.Done, 1),
		show: &terminal{out: screen, err: cmd.ErrOrStderr(), typed: typed, line: newProgressLine(cmd.ErrOrStderr())},
	}
	if typed {
		t.from = newEditor(session, past, screen)
		t.colours = os.Getenv("NO_COLOR") == ""
		if f, ok := t.show.err.(*os.File); ok && isTerminal(f) {
			t.show.err = screen
		}
		fmt.Fprintf(cmd.OutOrStdout(), "nvsd-kernel %s, Go %s. Tab completes, ?name explains, %%help lists magics, Ctrl-D ends.\n", version(), goVersion())
	} else {
		t.from = newPiped(cmd.InOrStdin(), session)
	}
	go t.read()
	return t.run()
}

// run runs cells until there are no more, or until one of a pipe has failed.
func (t *talk) run() error {
	for {
		code, err := t.from.cell(t.count + 1)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLeft):
			continue
		default:
			return fmt.Errorf("cells cannot be read: %w", err)
		}
		failed, err := t.execute(code)
		if err != nil {
			return err
		}
		if failed && !t.typed {
			return statusError{status: exitFailed}
		}
	}
}
