// Package parquet reads the columns of Parquet files that hold tables of plain values, as
// numbers and texts.
package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// Magic is the beginning and the end of a Parquet file.
const Magic = "PAR1"

// A File is an open Parquet file.
type File struct {
	Rows    int
	Columns []Column
	Meta    map[string]string // what the program that wrote the file says of it

	raw    []byte
	groups []rowGroup
}

// errEarly is the error of a file whose end is missing.
var errEarly = errors.New("the Parquet file ends early: download or copy it again")

// Open reads the end of a Parquet file, which describes its content. The bytes must not
// change afterwards.
func Open(raw []byte) (f *File, err error) {
	defer damaged(&err)
	const ends = 2*len(Magic) + 4
	switch {
	case !bytes.HasPrefix(raw, []byte(Magic)):
		return nil, errors.New("this is no Parquet file: it does not begin with " + Magic)
	case len(raw) < ends || !bytes.HasSuffix(raw, []byte(Magic)):
		return nil, errEarly
	}
	end := len(raw) - len(Magic) - 4
	length := int(binary.LittleEndian.Uint32(raw[end:]))
	if length > end-len(Magic) {
		return nil, errEarly
	}
	var meta footer
	if _, err := decode(raw[end-length:end], &meta); err != nil {
		return nil, fmt.Errorf("what the end of the Parquet file says of it cannot be read (%w): download or copy it again", err)
	}
	f = &File{Meta: make(map[string]string), raw: raw, groups: meta.RowGroups}
	for _, m := range meta.Meta {
		f.Meta[m.Key] = m.Value
	}
	f.Columns, err = columns(meta.Schema)
	if err != nil {
		return nil, err
	}
	durations(f.Columns, f.Meta[arrowSchema])
	return f, f.countRows()
}

// countRows counts the rows of the row groups, of which each must have all columns. Some programs
// write another number of rows for the whole file.
func (f *File) countRows() error {
	leaves := 0
	for _, c := range f.Columns {
		leaves += c.leaves
	}
	for k, g := range f.groups {
		if g.NumRows < 0 || g.NumRows > math.MaxInt32-int64(f.Rows) {
			return fmt.Errorf("the Parquet file is damaged: row group %d has %d rows", k+1, g.NumRows)
		}
		if n := len(g.Columns); n != leaves {
			return fmt.Errorf("the Parquet file is damaged: row group %d has %d columns of %d", k+1, n, leaves)
		}
		f.Rows += int(g.NumRows)
	}
	return nil
}

// decode reads a value in the compact form of Thrift, and returns how many bytes it has.
func decode(raw []byte, v any) (length int, err error) {
	r := new(thrift.CompactProtocol).NewReaderFromBytes(raw)
	err = thrift.NewDecoder(r).Decode(v)
	return r.BytesRead(), err
}

// damaged makes an error of a panic: the decoders take lengths in a file at their word.
func damaged(err *error) {
	if says := recover(); says != nil {
		*err = fmt.Errorf("the Parquet file is damaged (%v): download or copy it again", says)
	}
}
