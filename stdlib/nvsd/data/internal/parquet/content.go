package parquet

import (
	"errors"
	"io"
)

// A content is the bytes of a file.
type content interface {
	size() int64
	// bytes returns n bytes from a place on; errEarly if there are fewer. They must not be changed.
	bytes(at int64, n int) ([]byte, error)
	// rest returns bytes from a place on: at least n, or all that there are.
	rest(at int64, n int) ([]byte, error)
}

// inMemory is a file that has been read.
type inMemory []byte

func (b inMemory) size() int64 { return int64(len(b)) }

func (b inMemory) rest(at int64, _ int) ([]byte, error) {
	if at < 0 || at > b.size() {
		return nil, errEarly
	}
	return b[at:], nil
}

func (b inMemory) bytes(at int64, n int) ([]byte, error) {
	rest, err := b.rest(at, n)
	if err != nil || n < 0 || n > len(rest) {
		return nil, errEarly
	}
	return rest[:n], nil
}

// onDisk is a file whose bytes are read when they are asked for.
type onDisk struct {
	io.ReaderAt
	length int64
}

func (f onDisk) size() int64 { return f.length }

func (f onDisk) bytes(at int64, n int) ([]byte, error) {
	if at < 0 || n < 0 || at > f.length-int64(n) {
		return nil, errEarly
	}
	b := make([]byte, n)
	_, err := f.ReadAt(b, at)
	return b, readError(err)
}

func (f onDisk) rest(at int64, n int) ([]byte, error) {
	if at < 0 || at > f.length {
		return nil, errEarly
	}
	return f.bytes(at, int(min(int64(n), f.length-at)))
}

// readError returns the error of reading bytes that there were when the file was opened.
func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEarly
	}
	return err
}
