package data

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/npy"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// NPY reads an array that NumPy has saved. A matrix has one column for each of its own, and an
// array of one dimension is one column; they are named x1, x2, ..., or as [NoHeader] says. An
// array of records has its fields as columns.
//
// Numbers, booleans, texts and datetime64 can be read; Python objects, complex numbers and
// durations cannot. NaN and NaT are missing, and the texts that [NA] names; another text is one as
// it is. The target is the last column, unless Target names another one. Files may be compressed
// or at an address, as for [CSV], and its options that are not about text can be used.
func NPY(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.NPY(path, opts...) }

// NPZ reads arrays that NumPy has saved together by numpy.savez or numpy.savez_compressed. They
// must have the same number of rows. [Arrays] names those to read; if it does not, these are "X"
// and "y" if there are such, and else all.
//
// An array of one column has its name, and the columns of another have its name with their
// numbers, as X1, X2, ... [NoHeader] gives other names. All else is as [NPY] says.
func NPZ(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.NPZ(path, opts...) }

// NPY is the function [NPY].
func (r Reader) NPY(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &npyFormat, opts)
}

// NPZ is the function [NPZ].
func (r Reader) NPZ(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &npzFormat, opts)
}

var (
	npyFormat = fileFormat{"npy", "data.NPY", []string{".npy"}, npy.Magic, openNPY}
	npzFormat = fileFormat{"npz", "data.NPZ", []string{".npz"}, zipMagic, openNPZ}
)

// An arrayTable is a table of arrays side by side.
type arrayTable struct {
	rows    int
	columns []arrayColumn
}

// An arrayColumn is a column of one of the arrays.
type arrayColumn struct {
	npy.Column
	of *npy.Array
}

func openNPY(raw []byte, o *readOptions) (openTable, error) {
	a, err := npy.Open(raw)
	if err != nil {
		return nil, err
	}
	t := &arrayTable{rows: a.Rows}
	t.add(a, func(j int) string { return fmt.Sprintf("x%d", j+1) })
	return t, t.rename(o)
}

func openNPZ(raw []byte, o *readOptions) (openTable, error) {
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("the NPZ file is damaged or ends early (%w): download or copy it again", err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, strings.TrimSuffix(f.Name, ".npy"))
	}
	wanted := o.Arrays
	switch {
	case wanted != nil:
	case slices.Contains(names, "X") && slices.Contains(names, "y"):
		wanted = []string{"X", "y"}
	default:
		wanted = names
	}
	t := &arrayTable{rows: -1}
	for _, name := range wanted {
		k := slices.Index(names, name)
		if k < 0 {
			return nil, fmt.Errorf("there is no array %q: the file has %s", name, quoteList(names))
		}
		a, err := arrayIn(archive.File[k])
		if err != nil {
			return nil, fmt.Errorf("the array %q: %w", name, err)
		}
		if t.rows >= 0 && a.Rows != t.rows {
			return nil, refuse("the array %q has %d rows, and %q has %d", name, a.Rows, wanted[0], t.rows).
				about("columns", "write those that belong together into a file of their own", advise(fmt.Sprintf("%q alone is to be read", wanted[0]), "Arrays", wanted[0]))
		}
		t.rows = a.Rows
		t.add(a, func(j int) string {
			if len(a.Columns) == 1 {
				return name
			}
			return fmt.Sprintf("%s%d", name, j+1)
		})
	}
	return t, t.rename(o)
}

// arrayIn reads an array of an NPZ file.
func arrayIn(f *zip.File) (*npy.Array, error) {
	r, err := f.Open()
	if err == nil {
		defer r.Close()
		var content []byte
		content, err = io.ReadAll(r)
		if err == nil {
			return npy.Open(content)
		}
	}
	return nil, fmt.Errorf("it cannot be read (%w): download or copy the file again", err)
}

// add adds the columns of an array. Those without a name get one.
func (t *arrayTable) add(a *npy.Array, name func(j int) string) {
	for j, c := range a.Columns {
		if c.Name == "" {
			c.Name = name(j)
		}
		t.columns = append(t.columns, arrayColumn{c, a})
	}
}

// rename gives the columns the names that the options have, and checks the names.
func (t *arrayTable) rename(o *readOptions) error {
	if len(t.columns) == 0 {
		return fmt.Errorf("it has no column")
	}
	if len(o.Names) > 0 {
		if len(o.Names) != len(t.columns) {
			return fmt.Errorf("there are %d columns, and data.NoHeader has %d names: give one for each column, or none", len(t.columns), len(o.Names))
		}
		for j := range t.columns {
			t.columns[j].Name = o.Names[j]
		}
	}
	return checkNames(t.names())
}

func (t *arrayTable) names() []string {
	names := make([]string, len(t.columns))
	for j, c := range t.columns {
		names[j] = c.Name
	}
	return names
}

func (t *arrayTable) count() (rows int, err error) { return t.rows, nil }

func (t *arrayTable) table(uses []use, o *readOptions) (table, error) {
	return typedTable(t.rows, uses, o, func(j int) typedColumn {
		c := t.columns[j]
		return typedColumn{c.Name, c.Reason, func() (typed.Cells, error) { return c.of.Read(c.Column) }}
	})
}
