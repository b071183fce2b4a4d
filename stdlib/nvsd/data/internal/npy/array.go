// Package npy reads the arrays of files in the formats NPY and NPZ of NumPy as columns.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// Magic is the beginning of an NPY file.
const Magic = "\x93NUMPY"

// An Array is an array of one or two dimensions, or of records. Its columns are those of a
// matrix, or the fields of the records.
type Array struct {
	Rows    int
	Columns []Column

	body []byte
}

// A Column is a column of an array.
type Column struct {
	Name   string // of a field; "" for a column of a matrix, which may be given one
	Reason string // why the column cannot be read, "" if it can

	dtype
	offset int // of the first cell, in bytes
	stride int // from a cell to the next
}

// Open reads the header of an NPY file, whose bytes must not change afterwards.
func Open(raw []byte) (*Array, error) {
	header, body, err := split(raw)
	if err != nil {
		return nil, err
	}
	v, err := parseLiteral(header)
	if err != nil {
		return nil, fmt.Errorf("the header of the NPY file cannot be read: %w", err)
	}
	d, _ := v.(dict)
	fortran, isBool := d["fortran_order"].(bool)
	dims, err := shape(d["shape"])
	switch {
	case err != nil:
		return nil, err
	case !isBool || d["descr"] == nil:
		return nil, errors.New(`the header of the NPY file does not say what the array is: it needs "descr", "fortran_order" and "shape"`)
	}
	a := &Array{Rows: dims[0], body: body}
	if fields, is := d["descr"].(list); is {
		return a, a.records(fields, dims[1])
	}
	return a, a.matrix(d["descr"], dims[1], fortran)
}

// split returns the header of an NPY file and the bytes behind it.
func split(raw []byte) (header string, body []byte, err error) {
	early := errors.New("the NPY file ends early: download or copy it again")
	rest, is := bytes.CutPrefix(raw, []byte(Magic))
	switch {
	case !is:
		return "", nil, errors.New("this is no NPY file: it does not begin as one")
	case len(rest) < 4:
		return "", nil, early
	}
	version, length := rest[0], int(binary.LittleEndian.Uint16(rest[2:]))
	rest = rest[4:]
	switch version {
	case 1:
	case 2, 3:
		if len(rest) < 2 {
			return "", nil, early
		}
		length |= int(binary.LittleEndian.Uint16(rest)) << 16
		rest = rest[2:]
	default:
		return "", nil, fmt.Errorf("the NPY file is of version %d, and 1, 2 and 3 are known: write it by numpy.save", version)
	}
	if length > len(rest) {
		return "", nil, early
	}
	return string(rest[:length]), rest[length:], nil
}

// mostEmpty is the largest number of columns of an array without rows, of which the file need hold
// nothing.
const mostEmpty = 1 << 16

// shape returns the numbers of rows and of columns.
func shape(v any) (dims [2]int, err error) {
	l, is := v.(list)
	if !is {
		return dims, errors.New("the header of the NPY file has no shape")
	}
	if len(l) != 1 && len(l) != 2 {
		return dims, fmt.Errorf("the array has %d dimensions: a table has one, its column, or two, rows and columns", len(l))
	}
	dims[1] = 1
	for k, n := range l {
		size, is := n.(int64)
		if !is || size < 0 || size > math.MaxInt32 {
			return dims, fmt.Errorf("the shape of the array, %v, cannot be read", l)
		}
		dims[k] = int(size)
	}
	if dims[0] == 0 && dims[1] > mostEmpty {
		return dims, fmt.Errorf("the array has %d columns, and no rows", dims[1])
	}
	return dims, nil
}

// matrix sets the columns of an array of values of one type.
func (a *Array) matrix(descr any, d int, fortran bool) error {
	t, reason := parseType(descr)
	if reason != "" {
		return fmt.Errorf("the array %s, and cannot be read", reason)
	}
	if err := a.hold(t.size * d); err != nil {
		return err
	}
	for j := range d {
		c := Column{dtype: t, offset: j * t.size, stride: d * t.size}
		if fortran {
			c.offset, c.stride = j*t.size*a.Rows, t.size
		}
		a.Columns = append(a.Columns, c)
	}
	return nil
}

// records sets the columns of an array of records.
func (a *Array) records(fields list, d int) error {
	if d != 1 {
		return fmt.Errorf("the array has records in %d columns: a table has records in one", d)
	}
	size := 0
	for _, f := range fields {
		parts, _ := f.(list)
		if len(parts) != 2 && len(parts) != 3 {
			return errors.New("the header of the NPY file has a field without name or type")
		}
		name, named := parts[0].(string)
		if title, is := parts[0].(list); is && len(title) == 2 { // a title and the name
			name, named = title[1].(string)
		}
		t, reason := parseType(parts[1])
		if t.size == 0 || !named {
			return fmt.Errorf("the field %q of the records has the type %v, which is not known", name, parts[1])
		}
		if len(parts) == 3 {
			n := 1
			dims, _ := parts[2].(list)
			for _, k := range dims {
				k, _ := k.(int64)
				n = min(n*int(min(max(k, 0), math.MaxInt32)), math.MaxInt32)
			}
			if n > math.MaxInt32/t.size {
				return fmt.Errorf("the field %q of the records holds arrays of the shape %v, which are too large", name, dims)
			}
			t.size *= n
			reason = "holds arrays"
		}
		a.Columns = append(a.Columns, Column{Name: name, Reason: reason, dtype: t, offset: size})
		size += t.size
	}
	kept := a.Columns[:0]
	for _, c := range a.Columns {
		c.stride = size
		if c.Name != "" { // without a name it is room between fields
			kept = append(kept, c)
		}
	}
	a.Columns = kept
	return a.hold(size)
}

// hold refuses a file that does not have the bytes of all rows.
func (a *Array) hold(row int) error {
	if have := len(a.body); row > 0 && a.Rows > have/row {
		return fmt.Errorf("the NPY file ends early: it has %d rows, and its header says %d; download or copy it again", have/row, a.Rows)
	}
	return nil
}

// Read reads a column.
func (a *Array) Read(c Column) (typed.Cells, error) {
	cells := typed.Cells{Kind: c.kind, Values: make([]float64, a.Rows)}
	for i := range cells.Values {
		at := c.offset + i*c.stride
		c.read(&cells, i, a.body[at:at+c.size])
	}
	err := cells.Check(c.Name, 0)
	return cells, err
}
