package procedure

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Table is the bytes of a file.
type Table struct {
	Name string // of the file, for messages and for its format
	Text []byte
}

// function returns the function of package data that reads the file.
func (t *Table) function() string {
	if strings.Contains(strings.ToLower(filepath.Base(t.Name))+".", ".csv.") || filepath.Ext(t.Name) == "" {
		return "data.CSV"
	}
	return "data.Open"
}

// read reads the table as a Frame. remedy says what else can be done about a cell that cannot
// be read than to mend the file.
func (t *Table) read(remedy func(*data.CellError) string, opts ...data.ReadOption) (*data.Frame, error) {
	f, err := data.Read(bytes.NewReader(t.Text), t.Name, opts...)
	if cell, ok := errors.AsType[*data.CellError](err); ok {
		text := fmt.Sprintf("%s: %s: %s", t.Name, cell.Where(), cell.Reason)
		if cell.More > 0 {
			text += fmt.Sprintf(" (and %s)", plural(cell.More, "more such cell"))
		}
		if advice := advised(cell); advice != "" {
			return nil, errors.New(text + ": " + advice + ", or else mend the file" + remedy(cell))
		}
		return nil, errors.New(text + ": mend the file" + remedy(cell))
	}
	return f, t.explain(err)
}

// notNumber is the end of the reason of a cell that holds a text.
const notNumber = "is not a number"

// shape returns the names of the columns and the number of rows.
func (t *Table) shape(opts ...data.ReadOption) (columns []string, rows int, err error) {
	columns, rows, err = data.Shape(bytes.NewReader(t.Text), t.Name, append(opts, data.Drop(""))...)
	return columns, rows, t.explain(err)
}

// explain says what is wrong with a table in terms of the options of a request, because its
// user does not know those of package data.
func (t *Table) explain(err error) error {
	if comma, ok := errors.AsType[*data.CommaError](err); ok {
		return fmt.Errorf("%s: the header has one column, %q: is %q between the cells? Then say --comma %q", t.Name, comma.Header, comma.Comma, string(comma.Comma))
	}
	if header, ok := errors.AsType[*data.HeaderError](err); ok {
		return fmt.Errorf("%s: the first line holds numbers (%s): say --header if they are the names of the columns, and --no-header if they are a row; the columns are then x1, x2, ...", t.Name, strings.Join(header.First, header.Comma))
	}
	if repeated, ok := errors.AsType[*data.RepeatedNameError](err); ok {
		return fmt.Errorf("%s: %s: say --unique-names to tell them apart as %q and %q", t.Name, repeated.What(), repeated.Name, repeated.Name+".1")
	}
	if of, ok := errors.AsType[*data.IdentifierError](err); ok {
		return fmt.Errorf("%s: %s Then leave it out with --drop %q; --factor %q says that it is none", t.Name, of.What(), of.Column, of.Column)
	}
	if name, ok := errors.AsType[*data.NoNameError](err); ok {
		return fmt.Errorf("%s: column %d has no name, and does not count or name the rows: name it, or leave out what has no name with --drop %q", t.Name, name.Column, "")
	}
	return plain(err)
}

// trainingRemedy says what else can be done about a cell of the training table.
func (r *Request) trainingRemedy(cell *data.CellError) string {
	if cell.Column == r.Target {
		return ": the target must be a number in every row"
	}
	text := fmt.Sprintf(", or leave the column out with --drop %q", cell.Column)
	if strings.HasSuffix(cell.Reason, notNumber) {
		text += fmt.Sprintf(", or say --factor %q if it holds categories", cell.Column)
	}
	return text
}

// testRemedy says what else can be done about a cell of the test table.
func (r *Request) testRemedy(cell *data.CellError) string {
	if cell.Column == r.Target {
		return ", or leave the column out of it: the target is needed for the rmse alone"
	}
	return ": the model needs this column in every row"
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
