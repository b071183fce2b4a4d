package commands

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp/tidy"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

const fmtHelp = `Format cells as gofmt formats Go. Magics, lines of the shell and questions stay
as they are.

Without a file it formats standard input, a cell or a script of cells, to
standard output. Of notebooks (.ipynb) and scripts (.go) it formats the cells of
code. What cannot be parsed stays as it is; standard error says why and where,
and the exit status is 1.`

// formatFlags say what becomes of formatted files.
type formatFlags struct{ list, write, diff bool }

func newFmt() *cobra.Command {
	var flags formatFlags
	cmd := &cobra.Command{
		Use:   "fmt [FILE...]",
		Short: "Format the cells of notebooks and scripts",
		Long:  fmtHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return formatFiles(cmd, args, flags)
			}
			if flags.write {
				return statusError{exitUsage, errors.New("-w needs files to write; without one, the result goes to standard output")}
			}
			text, err := io.ReadAll(cmd.InOrStdin())
			if err != nil {
				return err
			}
			return finish(cmd, flags, formatted{name: "standard input", old: string(text)}.script())
		},
	}
	cmd.Flags().BoolVarP(&flags.list, "list", "l", false, "list the files that are formatted otherwise")
	cmd.Flags().BoolVarP(&flags.write, "write", "w", false, "write the result to the file instead of standard output")
	cmd.Flags().BoolVarP(&flags.diff, "diff", "d", false, "show what changes instead of the result")
	return cmd
}

// formatFiles formats all files, also after one that cannot be.
func formatFiles(cmd *cobra.Command, files []string, flags formatFlags) error {
	var failed error
	for _, file := range files {
		f, err := formatFile(file)
		if err == nil {
			err = finish(cmd, flags, f)
		}
		switch {
		case err == nil:
			continue
		case !isReported(err):
			fmt.Fprintln(cmd.ErrOrStderr(), "nvsd-kernel:", err)
		}
		failed = statusError{status: exitFailed}
	}
	return failed
}

// isReported reports whether the user has been told of an error.
func isReported(err error) bool {
	s, ok := errors.AsType[statusError](err)
	return ok && s.error == nil
}

// formatted is a text that has been formatted.
type formatted struct {
	name, old, text string
	changes         []cellChange
	wrong           []error // what cannot be parsed
}

// A cellChange holds the name of a cell, and its text before and after formatting.
type cellChange struct{ name, old, text string }

func formatFile(file string) (formatted, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return formatted{}, err
	}
	f := formatted{name: file, old: string(text)}
	switch {
	case isProgram(file):
		return f.program()
	case isScript(file):
		return f.script(), nil
	case filepath.Ext(file) == ".ipynb":
		return f.notebook()
	}
	return f, fmt.Errorf("%s: only notebooks (.ipynb) and scripts (.go) can be formatted", file)
}

// program formats a Go program.
func (f formatted) program() (formatted, error) {
	text, err := format.Source([]byte(f.old))
	if err != nil {
		return f, fmt.Errorf("%s:%w", f.name, err)
	}
	f.text = string(text)
	f.changed(f.name, f.old, f.text)
	return f, nil
}

// script formats a script, or a single cell. Lines in messages are those of the script.
func (f formatted) script() formatted {
	f.text = notebooks.RewriteScript(f.old, func(line int, source string) string {
		above := strings.Repeat("\n", line-1)
		return strings.TrimPrefix(f.cell(f.name, above+source), above)
	})
	return f
}

// notebook formats the cells of code of a notebook.
func (f formatted) notebook() (formatted, error) {
	nb, err := notebooks.Read(strings.NewReader(f.old), f.name)
	if err != nil {
		return f, err
	}
	if language := nb.Language(); language != "go" {
		return f, fmt.Errorf("%s: its cells are in %s, and only Go can be formatted", f.name, language)
	}
	for i, c := range nb.Cells() {
		if c.Kind() != notebooks.Code {
			continue
		}
		if text := f.cell(fmt.Sprintf("%s, cell %d", f.name, i+1), c.Source()); text != c.Source() {
			c.SetSource(text)
		}
	}
	if len(f.changes) == 0 {
		f.text = f.old
		return f, nil
	}
	var b bytes.Buffer
	err = nb.Write(&b)
	f.text = b.String()
	return f, err
}

// cell returns a cell in its new form, or as it was if it cannot be parsed.
func (f *formatted) cell(name, source string) string {
	text, err := tidy.Cell(name, source)
	if err != nil {
		f.wrong = append(f.wrong, err)
		return source
	}
	f.changed(name, source, text)
	return text
}

func (f *formatted) changed(name, old, text string) {
	if old != text {
		f.changes = append(f.changes, cellChange{name, old, text})
	}
}

// finish does with a formatted text what the flags say, and reports what could not be parsed.
func finish(cmd *cobra.Command, flags formatFlags, f formatted) error {
	out := cmd.OutOrStdout()
	if flags.list && len(f.changes) > 0 {
		fmt.Fprintln(out, f.name)
	}
	if flags.diff {
		for _, c := range f.changes {
			io.WriteString(out, diff(c.name, c.old, c.text))
		}
	}
	switch {
	case flags.write && len(f.changes) > 0:
		if err := writeFile(f.name, func(w io.Writer) error { _, err := io.WriteString(w, f.text); return err }); err != nil {
			return err
		}
	case flags == formatFlags{}:
		io.WriteString(out, f.text)
	}
	for _, err := range f.wrong {
		fmt.Fprintln(cmd.ErrOrStderr(), "nvsd-kernel:", err)
	}
	if len(f.wrong) > 0 {
		return statusError{status: exitFailed}
	}
	return nil
}
