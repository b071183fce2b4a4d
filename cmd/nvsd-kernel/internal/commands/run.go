package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/terminal"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

const runHelp = `Run a notebook without Jupyter, a script of cells, or a Go program.

The outputs of a notebook are written back into the file, or into --out; what
the cells print goes to standard output as well. The run stops at the first cell
that fails, which is named; what was run up to there is written all the same.
What cells ask for is read from standard input, line by line, and not stored.

A script, a file that ends with .go and has no package clause, holds the cells
of a notebook, parted by lines that begin with // %%. What they show goes to
standard output. With --out the script and its outputs become a notebook.

A program of package main, one or more files that end with .go or a folder, runs
as go run would run it, with the arguments that follow the last file or the folder
(behind --, where they begin with a dash or end with .go), the standard streams and
its exit status. No Go toolchain is needed.`

func newRun() *cobra.Command {
	var out string
	var params []string
	var quiet, keepGoing bool
	cmd := &cobra.Command{
		Use:   "run {FILE | FILE.go... [ARG...] | FOLDER [ARG...]}",
		Short: "Run a notebook without Jupyter, a script of cells, or a Go program",
		Long:  runHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if files, _, err := program.Files(args, beforeDash(cmd, args)); files != nil || err != nil {
				return nil
			}
			return exactly(1, "FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			files, rest, err := program.Files(args, beforeDash(cmd, args))
			if err != nil {
				return statusError{exitUsage, err}
			}
			if len(files) > 0 {
				return runProgram(cmd, files, append([]string{args[0]}, rest...))
			}
			file := args[0]
			nb, err := readNotebook(file)
			if err != nil {
				return err
			}
			if err := setParams(nb, params); err != nil {
				return statusError{exitUsage, err}
			}
			questions := terminal.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr())
			opts := notebooks.Options{KeepGoing: keepGoing, Input: questions.Answer, Language: identity.Language()}
			if text := identity.Differs(nb.Program()); text != "" && !quiet {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: %s %s\n", file, text)
			}
			if text := commentedMagics(file); text != "" && !quiet {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", text)
			}
			switch {
			case !isScript(file):
				questions.Untitled = "input: " // since the output of the cell is shown later
				p := terminal.NewPrinter(cmd.OutOrStdout(), cmd.ErrOrStderr(), false)
				p.Quiet = quiet
				opts.Event, opts.Progress = p.Unkept, p.Cells(nb)
				if out == "" {
					out = file
				}
			case out != "" && filepath.Ext(out) != ".ipynb":
				return statusError{exitUsage, fmt.Errorf("--out %s: a script and what it showed are written as a notebook (.ipynb)", out)}
			default:
				p := terminal.NewPrinter(cmd.OutOrStdout(), cmd.ErrOrStderr(), questions.Typed())
				p.Quiet = quiet
				opts.Event, opts.Progress = p.Event, p.Failure
			}
			if cmd.Flag("out").Changed { // before hours of work, which would be lost if it could not be written
				o, err := openOutput(out, nil)
				if err != nil {
					return statusError{exitUsage, fmt.Errorf("--out: %w", err)}
				}
				o.discard()
			}
			failed := runNotebook(cmd, nb, filepath.Dir(file), opts)
			if out == "" {
				return failed
			}
			if err := nb.WriteFile(out); err != nil {
				return errors.Join(failed, err)
			}
			return failed
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the executed notebook here, not into FILE")
	cmd.Flags().StringArrayVarP(&params, "param", "p", nil, "name=value: set a parameter of the notebook, to a list by name=1,2,3; may be repeated")
	cmd.Flags().BoolVar(&keepGoing, "keep-going", false, "run the cells behind one that fails, too")
	addLimits(cmd)
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "no progress, names of cells and notes on standard error; what cells print and show stays")
	return cmd
}

// isScript reports whether a file is a Go file, which holds a program or a script of cells.
func isScript(file string) bool { return filepath.Ext(file) == notebooks.ScriptExt }

// isProgram reports whether a file is a Go program and not a script of cells.
func isProgram(file string) bool {
	if !isScript(file) {
		return false
	}
	source, err := os.ReadFile(file)
	return err == nil && program.IsProgram(source)
}

// exitPanicked is the status of a Go program that panics, or calls itself without end.
const exitPanicked = 2

// beforeDash returns the number of arguments before --.
func beforeDash(cmd *cobra.Command, args []string) int {
	if n := cmd.ArgsLenAtDash(); n > 0 {
		return n
	}
	return len(args)
}

// runProgram runs a Go program in this process.
func runProgram(cmd *cobra.Command, files, args []string) error {
	err := program.Run(files, args)
	if err == nil {
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), err)
	var (
		panicked *program.Panic
		overflow *program.Overflow
	)
	if errors.As(err, &panicked) || errors.As(err, &overflow) {
		return statusError{status: exitPanicked}
	}
	return statusError{status: exitFailed}
}

// readNotebook reads a notebook or a script.
func readNotebook(file string) (*notebooks.Notebook, error) {
	if ext := filepath.Ext(file); ext != ".ipynb" && !isScript(file) {
		return nil, statusError{exitUsage, fmt.Errorf("%s: only notebooks (.ipynb) and scripts (.go) can be read", file)}
	}
	nb, err := notebooks.Open(file)
	if err != nil {
		return nil, statusError{exitUsage, err}
	}
	return nb, nil
}

func setParams(nb *notebooks.Notebook, texts []string) error {
	var params []notebooks.Param
	for _, text := range texts {
		p, err := notebooks.ParseParam(text)
		if err != nil {
			return fmt.Errorf("--param %s: %w", text, err)
		}
		params = append(params, p)
	}
	if len(params) == 0 {
		return nil
	}
	return nb.SetParams(params)
}

// runNotebook runs nb with dir as the working directory of its cells, as
// Jupyter does.
func runNotebook(cmd *cobra.Command, nb *notebooks.Notebook, dir string, opts notebooks.Options) error {
	return runWith(cmd, nb, interp.Options{Dir: dir}, opts)
}

// runWith is runNotebook with options of the session.
func runWith(cmd *cobra.Command, nb *notebooks.Notebook, of interp.Options, opts notebooks.Options) error {
	log, err := logger(cmd, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	of.Logger = log
	ctx, stop := process.Interruptible(cmd.Context())
	defer stop()
	session, err := openSession(context.WithoutCancel(ctx), cmd, of)
	if err != nil {
		return err
	}
	failed := notebooks.Run(ctx, nb, session, opts)
	closing, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return errors.Join(failed, session.Close(closing))
}
