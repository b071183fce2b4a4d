package commands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/export"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// exporters are the functions that write a notebook of the folder dir in another form, by
// the name and file extension of the form.
var exporters = map[string]func(w io.Writer, nb *notebooks.Notebook, dir string) error{
	"html": func(w io.Writer, nb *notebooks.Notebook, dir string) error {
		return notebooks.WriteHTML(w, nb, notebooks.PageOptions{Files: os.DirFS(dir)})
	},
	"go": func(w io.Writer, nb *notebooks.Notebook, _ string) error { return writeGo(w, nb) },
}

const exportHelp = `Write a notebook, or a script of cells, in another form, or in several: html,go.

html is one page with the outputs that needs nothing else: no network, no
scripts. go is the plain Go program that the notebook stands for: it prints what
the notebook shows, and builds in a module that requires
github.com/nvsd-kernel/nvsd-kernel; it begins with the commands that make one.
Without --out the page or program lies beside the notebook.`

func newExport() *cobra.Command {
	var forms []string
	var out string
	cmd := &cobra.Command{
		Use:   "export FILE --to html|go",
		Short: "Write a notebook as a self-contained page, or as a Go program",
		Long:  exportHelp,
		Args:  exactly(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := args[0]
			names, err := exportNames(file, forms, out)
			if err != nil {
				return statusError{exitUsage, err}
			}
			nb, err := readNotebook(file)
			if err != nil {
				return err
			}
			for i, form := range forms {
				write := func(w io.Writer) error { return exporters[form](w, nb, filepath.Dir(file)) }
				if names[i] == "-" {
					err = write(cmd.OutOrStdout())
				} else {
					err = writeFile(names[i], write)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&forms, "to", []string{"html"}, "the form to write, or several")
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to this file; - is standard output")
	return cmd
}

// exportNames returns the file to write for each form: out, or one beside the notebook.
func exportNames(file string, forms []string, out string) ([]string, error) {
	if out != "" && len(forms) > 1 {
		return nil, fmt.Errorf("--out names one file, and --to %s asks for %d: leave --out away, or export twice", strings.Join(forms, ","), len(forms))
	}
	if len(forms) == 0 {
		return nil, errors.New(`--to "": it must be html or go`)
	}
	names := make([]string, len(forms))
	for i, form := range forms {
		if exporters[form] == nil {
			return nil, fmt.Errorf("--to %q: it must be html or go", form)
		}
		names[i] = out
		if out == "" {
			names[i] = strings.TrimSuffix(file, filepath.Ext(file)) + "." + form
		}
		if names[i] == file {
			return nil, fmt.Errorf("%s: its program would take its place: say another file with --out", file)
		}
	}
	return names, nil
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := openOutput(name, nil)
	if err != nil {
		return err
	}
	defer f.discard()
	var text strings.Builder
	if err := write(&text); err != nil {
		return err
	}
	return f.commit([]byte(text.String()))
}

// leftOut are the tags of cells that are left out of a program: they are not run, or may
// fail.
var leftOut = []string{"skip-execution", "raises-exception"}

// exportedDoc is the comment that an exported program begins with: its name, and that of the
// notebook.
const exportedDoc = `Program %s does what %s does, from which it was exported.

It builds in a module that requires github.com/nvsd-kernel/nvsd-kernel, which is not published yet.
With this file alone in a folder, and the path of a clone in the place of CLONE:

	go mod init program
	go mod edit -require github.com/nvsd-kernel/nvsd-kernel@v0.0.0
	go mod edit -replace github.com/nvsd-kernel/nvsd-kernel=CLONE
	go run -mod=mod .`

// writeGo writes the Go program that a notebook stands for.
func writeGo(w io.Writer, nb *notebooks.Notebook) error {
	var passages []export.Passage
	for i, c := range nb.Cells() {
		text := c.Source()
		switch c.Kind() {
		case notebooks.Markdown:
			passages = append(passages, export.Passage{Text: text})
		case notebooks.Code:
			if tag := slices.IndexFunc(leftOut, func(tag string) bool { return slices.Contains(c.Tags(), tag) }); tag >= 0 {
				passages = append(passages, export.Passage{Text: "Left out, being tagged " + leftOut[tag] + ":\n```\n" + text + "\n```"})
				continue
			}
			src := cell.Source{Label: fmt.Sprintf("%s, cell %d", nb.Name(), i+1), Count: i + 1, Code: text}
			if title := c.Title(); title != "" {
				passages = append(passages, export.Passage{Text: title})
			}
			if line := c.Line(); line > 0 {
				src.Label, src.Code = nb.Name(), strings.Repeat("\n", line-1)+text
			}
			passages = append(passages, export.Passage{Source: src})
		}
	}
	name := filepath.Base(nb.Name())
	program, err := interp.ExportGo(fmt.Sprintf(exportedDoc, strings.TrimSuffix(name, filepath.Ext(name)), name), passages)
	if err != nil {
		return err
	}
	_, err = w.Write(program)
	return err
}
