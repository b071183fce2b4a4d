// Package parquet reads the columns of Parquet files that hold tables of plain values, as
// numbers and texts.
package parquet

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

	in     content
	groups []rowGroup
}

// errEarly is the error of a file whose end is missing.
var errEarly = errors.New("the Parquet file ends early: download or copy it again")

// Open reads the end of a Parquet file, which describes its content. The bytes must not
// change afterwards.
func Open(raw []byte) (*File, error) { return open(inMemory(raw)) }

// OpenAt is Open on a file of so many bytes, of which only those that are asked for are read.
func OpenAt(r io.ReaderAt, size int64) (*File, error) { return open(onDisk{r, size}) }

func open(in content) (f *File, err error) {
	defer damaged(&err)
	head, err := in.bytes(0, len(Magic))
	if err != nil || string(head) != Magic {
		return nil, cmp.Or(readError(err), errors.New("this is no Parquet file: it does not begin with "+Magic))
	}
	const tail = 4 + len(Magic)
	end := in.size() - int64(tail)
	if end < int64(len(Magic)) {
		return nil, errEarly
	}
	last, err := in.bytes(end, tail)
	if err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(last))
	if string(last[4:]) != Magic || length > end-int64(len(Magic)) {
		return nil, errEarly
	}
	described, err := in.bytes(end-length, int(length))
	if err != nil {
		return nil, err
	}
	var meta footer
	if _, err := decode(described, &meta); err != nil {
		return nil, fmt.Errorf("what the end of the Parquet file says of it cannot be read (%w): download or copy it again", err)
	}
	f = &File{Meta: make(map[string]string), in: in, groups: meta.RowGroups}
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
