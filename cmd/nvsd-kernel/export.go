package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// exporters write a notebook, whose folder is given as well, in another form,
// by the name and file extension of the form.
var exporters = map[string]func(w io.Writer, nb *notebooks.Notebook, dir string) error{
	"html": func(w io.Writer, nb *notebooks.Notebook, dir string) error {
		return notebooks.WriteHTML(w, nb, notebooks.PageOptions{Files: os.DirFS(dir)})
	},
}

func newExport() *cobra.Command {
	var to, out string
	cmd := &cobra.Command{
		Use:   "export FILE --to html",
		Short: "Write a notebook as a self-contained page",
		Long: "Write a notebook with its outputs as one HTML page that needs nothing else: no\n" +
			"network, no scripts. Without --out it lies beside the notebook.",
		Args: exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := exporters[to]
			if !ok {
				return statusError{exitUsage, fmt.Errorf("--to %q: it must be html", to)}
			}
			nb, err := readNotebook(args[0])
			if err != nil {
				return err
			}
			page := func(w io.Writer) error { return write(w, nb, filepath.Dir(args[0])) }
			if out == "" {
				out = strings.TrimSuffix(args[0], ".ipynb") + "." + to
			}
			if out == "-" {
				return page(cmd.OutOrStdout())
			}
			return writeFile(out, page)
		},
	}
	cmd.Flags().StringVar(&to, "to", "html", "the form to write")
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to this file; - is standard output")
	return cmd
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}
