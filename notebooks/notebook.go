// Package notebooks reads, runs and exports Jupyter notebooks (nbformat 4).
//
// A notebook that is read and written back keeps everything, even what the package does
// not know. It comes back byte by byte, except for what was changed, whichever program wrote it.
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

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// A Notebook is a list of cells with metadata.
type Notebook struct {
	name   string // for messages
	root   *object
	minor  int // of nbformat 4
	cells  []*Cell
	layout layout // of the file
	begin  string // stands before its first brace, and
	end    string // behind its last
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
	content, marked := bytes.CutPrefix(data, []byte("\ufeff"))
	v, err := parseKept(content)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	root, ok := v.(*object)
	if !ok {
		return nil, errors.New("it is JSON, but not an object with a list of cells")
	}
	open, end := bytes.IndexByte(content, '{'), bytes.LastIndexByte(content, '}')+1
	nb := &Notebook{root: root, layout: layoutOf(content), begin: string(content[:open]), end: string(content[end:])}
	if marked {
		nb.begin = "\ufeff" + nb.begin
	}
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

// Clear removes the outputs and the numbers of earlier runs.
func (nb *Notebook) Clear() {
	for _, c := range nb.cells {
		if c.Kind() == Code {
			c.setCount(0)
			c.setOutputs(nil)
		}
	}
}

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

// Write writes the notebook: the unchanged parts as they were read, and everything else as Jupyter
// does.
func (nb *Notebook) Write(w io.Writer) error {
	cells := make(list, len(nb.cells))
	for i, c := range nb.cells {
		cells[i] = c.o
	}
	if !slices.Equal(cells, nb.root.items("cells")) { // or the list is as it was read
		nb.root.set("cells", cells)
	}
	text := append(appendValue([]byte(nb.begin), nb.root, nb.layout, 0), nb.end...)
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("notebooks: writing %s: %w", nb.name, err)
	}
	return nil
}

// WriteFile writes the notebook to a file. The file is never half written: if it cannot be written
// whole, as on a disk that is full, the old one stays.
func (nb *Notebook) WriteFile(file string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("notebooks: %s cannot be written: %w", file, err)
		}
	}()
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	return wholefile.Write(file, wholefile.ModeOf(file), nb.Write)
}
