package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

const runHelp = `Run a notebook without Jupyter.

Its outputs are written back into the file, or into --out; what the cells print
goes to standard output as well. The run stops at the first cell that fails,
which is named; what was run up to there is written all the same.`

func newRun() *cobra.Command {
	var out string
	var params []string
	var quiet, keepGoing bool
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a notebook without Jupyter",
		Long:  runHelp,
		Args:  exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			nb, err := readNotebook(args[0])
			if err != nil {
				return err
			}
			if err := setParams(nb, params); err != nil {
				return statusError{exitUsage, err}
			}
			if out == "" {
				out = args[0]
			}
			opts := notebooks.Options{KeepGoing: keepGoing}
			if !quiet {
				opts.Progress = showCells(cmd.OutOrStdout(), cmd.ErrOrStderr(), nb)
			}
			failed := runNotebook(cmd, nb, filepath.Dir(args[0]), opts)
			if err := nb.WriteFile(out); err != nil {
				return errors.Join(failed, err)
			}
			return failed
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the executed notebook here, not into FILE")
	cmd.Flags().StringArrayVarP(&params, "param", "p", nil, "name=value: set a parameter of the notebook; may be repeated")
	cmd.Flags().BoolVar(&keepGoing, "keep-going", false, "run the cells behind one that fails, too")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "show neither progress nor what the cells print")
	return cmd
}

func readNotebook(file string) (*notebooks.Notebook, error) {
	if ext := filepath.Ext(file); ext != ".ipynb" {
		return nil, statusError{exitUsage, fmt.Errorf("%s: only notebooks (.ipynb) can be read", file)}
	}
	nb, err := notebooks.ReadFile(file)
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
	log, err := logger(cmd)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	session, err := openSession(context.WithoutCancel(ctx), interp.Options{Logger: log, Dir: dir})
	if err != nil {
		return err
	}
	failed := notebooks.Run(ctx, nb, session, opts)
	closing, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return errors.Join(failed, session.Close(closing))
}

// showCells reports the cells on log as they are run, and on out what they
// have printed and shown, as text.
func showCells(out, log io.Writer, nb *notebooks.Notebook) func(notebooks.Progress) {
	return func(p notebooks.Progress) {
		if !p.Done {
			fmt.Fprintf(log, "[%d/%d] %s\n", p.Index+1, p.Cells, p.Title)
			return
		}
		for _, shown := range nb.Cells()[p.Index].Outputs() {
			if text := shown.Text(); text != "" {
				fmt.Fprintln(out, strings.TrimRight(text, "\n"))
			}
		}
	}
}
