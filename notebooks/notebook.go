// Package notebooks reads, runs and exports Jupyter notebooks (nbformat 4).
//
// A notebook that is read and written back keeps everything, even what the package does
// not know. A file that Jupyter wrote comes back byte by byte, except for the changes.
package notebooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Notebook is a list of cells with metadata.
type Notebook struct {
	name   string // for messages
	root   *object
	minor  int // of nbformat 4
	cells  []*Cell
	indent string // of the file, and
	end    string // follows its last brace
}

// ReadFile reads a notebook from a file.
func ReadFile(file string) (*Notebook, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("notebooks: cannot open the notebook: %w", err)
	}
	defer f.Close()
	return Read(f, file)
}

// Read reads a notebook, which messages call by name. If r holds no notebook of format 4,
// the error says what is wrong and what to do.
func Read(r io.Reader, name string) (*Notebook, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("notebooks: reading %s: %w", name, err)
	}
	nb, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("notebooks: %s cannot be read: %w", name, err)
	}
	nb.name = name
	return nb, nil
}

func decode(data []byte) (*Notebook, error) {
	if len(strings.TrimSpace(string(data))) == 0 {
		return nil, errors.New("it is empty; a notebook is a JSON object with a list of cells")
	}
	v, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	root, ok := v.(*object)
	if !ok {
		return nil, errors.New("it is JSON, but not an object with a list of cells")
	}
	nb := &Notebook{root: root, indent: indentOf(data), end: string(data[bytes.LastIndexByte(data, '}')+1:])}
	major, ok := integer(root.get("nbformat"))
	switch {
	case !ok:
		return nil, errors.New(`it has no number "nbformat", so it is no notebook`)
	case major != 4:
		return nil, fmt.Errorf("its format is nbformat %d, and only 4 is known: open and save it in a current Jupyter, or run jupyter nbconvert --to notebook", major)
	}
	nb.minor, _ = integer(root.get("nbformat_minor"))
	cells, ok := root.get("cells").(list)
	if !ok {
		return nil, errors.New(`it has no list "cells"`)
	}
	for i, c := range cells {
		o, ok := c.(*object)
		if !ok {
			return nil, fmt.Errorf("cell %d is not an object", i+1)
		}
		cell := &Cell{o: o}
		if err := cell.check(); err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
		nb.cells = append(nb.cells, cell)
	}
	return nb, nil
}

func integer(v value) (int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return int(i), err == nil
}

// Name returns the name that the notebook was read under.
func (nb *Notebook) Name() string { return nb.name }

// Cells returns the cells in order.
func (nb *Notebook) Cells() []*Cell { return slices.Clone(nb.cells) }

// Language returns the language of the notebook's code, or "go" if the notebook does not
// say.
func (nb *Notebook) Language() string {
	meta := nb.root.obj("metadata")
	if s := meta.obj("language_info").str("name"); s != "" {
		return s
	}
	if s := meta.obj("kernelspec").str("language"); s != "" {
		return s
	}
	return "go"
}

// insert puts a cell before the one with index i.
func (nb *Notebook) insert(i int, c *Cell) { nb.cells = slices.Insert(nb.cells, i, c) }

// indentOf returns the spaces before the first indented line.
func indentOf(data []byte) string {
	_, rest, _ := bytes.Cut(data, []byte("\n"))
	if n := len(rest) - len(bytes.TrimLeft(rest, " ")); n > 0 {
		return string(rest[:n])
	}
	return jupyterIndent
}

// Write writes the notebook as Jupyter does.
func (nb *Notebook) Write(w io.Writer) error {
	cells := make(list, len(nb.cells))
	for i, c := range nb.cells {
		cells[i] = c.o
	}
	nb.root.set("cells", cells)
	if _, err := w.Write(append(appendValue(nil, nb.root, nb.indent, 0), nb.end...)); err != nil {
		return fmt.Errorf("notebooks: writing %s: %w", nb.name, err)
	}
	return nil
}

// WriteFile writes the notebook to a file. The file is never half written.
func (nb *Notebook) WriteFile(file string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("notebooks: %s cannot be written: %w", file, err)
		}
	}()
	mode := os.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".*.ipynb")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails after the file is renamed, as it should
	defer f.Close()
	if err := nb.Write(f); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
