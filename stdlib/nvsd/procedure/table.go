package procedure

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Table is the bytes of a file.
type Table struct {
	Name string // of the file, for messages and for its format
	Text []byte // nil for a file on a disk that is not read yet, at the path that is its name

	stream *data.Stream // in which it is read in parts; nil if it is read as a whole
}

// inParts opens a file that is not read yet as a stream, if it has many rows and can be read in parts.
func (t *Table) inParts(opts ...data.ReadOption) bool {
	if t.Text != nil {
		return false
	}
	s, err := data.OpenStream(t.Name, opts...)
	if err != nil || s.RowsAbout() <= nvsd.StreamedRows { // reading it as a whole says what is wrong
		return false
	}
	t.stream = s
	return true
}

// inShards opens a file that is not read yet as a stream, whatever the number of its rows.
func (t *Table) inShards(opts ...data.ReadOption) error {
	if t.Text != nil {
		return fmt.Errorf("%s: shards are of a file on a disk that all of them see", t.Name)
	}
	s, err := data.OpenStream(t.Name, opts...)
	if errors.Is(err, data.ErrWhole) {
		return fmt.Errorf("%s: shards are of a file that can be read in parts: CSV or TSV in UTF-8, compressed or not, or Parquet", t.Name)
	}
	t.stream = s
	return t.explain(err, Flag)
}

// function returns the function of package data that reads the file.
func (t *Table) function() string {
	if t.stream != nil {
		return "data.OpenStream"
	}
	if strings.Contains(strings.ToLower(filepath.Base(t.Name))+".", ".csv.") || filepath.Ext(t.Name) == "" {
		return "data.CSV"
	}
	return "data.Open"
}

// read reads the table as a Frame.
func (t *Table) read(opts ...data.ReadOption) (*data.Frame, error) {
	if t.Text == nil {
		if of, err := os.Stat(t.Name); err == nil && of.Mode().IsRegular() {
			if err := t.fits(of.Size()); err != nil {
				return nil, err
			}
		}
		var err error
		t.Text, err = os.ReadFile(t.Name)
		if err != nil {
			return nil, err
		}
	}
	f, err := data.Read(bytes.NewReader(t.Text), t.Name, opts...)
	return f, t.explain(err, Flag)
}

// shape returns the names of the columns and the number of rows.
func (t *Table) shape(opts ...data.ReadOption) (columns []string, rows int, err error) {
	columns, rows, err = data.Shape(bytes.NewReader(t.Text), t.Name, append(opts, data.Drop(""))...)
	return columns, rows, t.explain(err, Flag)
}

// explain returns an error about the table in which the options are written as the given function does.
func (t *Table) explain(err error, write func(data.Call) string) error {
	if err == nil {
		return nil
	}
	said := strings.TrimPrefix(data.Explain(err, write), "nvsd: ")
	return fmt.Errorf("%s: %s", t.Name, strings.TrimPrefix(said, filepath.Base(t.Name)+": "))
}

// ofBoth returns an option as flags if the test table is read with it too, and else "".
func ofBoth(c data.Call) string {
	if !slices.Contains(bothTables, c.Option) {
		return ""
	}
	return Flag(c)
}

// plain returns an error without the name of its package, which means nothing to the user of a
// file.
func plain(err error) error {
	if err == nil {
		return nil
	}
	for _, name := range []string{"data: ", "nvsd: "} {
		if text, is := strings.CutPrefix(err.Error(), name); is {
			return errors.New(text)
		}
	}
	return err
}
