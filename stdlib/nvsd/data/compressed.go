package data

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// compressions are the endings of the names of compressed files.
var compressions = []string{".gz", ".bz2", ".zst", ".xz", ".zip"}

// zipMagic is the beginning of a zip archive, and so of an NPZ file.
const zipMagic = "PK\x03\x04"

// A compression is a way to compress a stream.
type compression struct {
	name, magic string
	open        func(io.Reader) (io.ReadCloser, error)
}

// streamed lists the compressions of streams.
var streamed = []compression{
	{"gzip", "\x1f\x8b", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"bzip2", "BZh", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
	{"zstd", "\x28\xb5\x2f\xfd", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r)
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
	{"xz", "\xfd7zXZ\x00", func(r io.Reader) (io.ReadCloser, error) {
		x, err := xz.NewReader(r)
		return io.NopCloser(x), err
	}},
}

// compressionOf returns the compression of a file that begins so; nil for none.
func compressionOf(begins []byte) *compression {
	for k, c := range streamed {
		if bytes.HasPrefix(begins, []byte(c.magic)) {
			return &streamed[k]
		}
	}
	return nil
}

// decompressed returns the content of a compressed file, and the bytes of any other file. The
// first bytes of the file tell the compression.
func decompressed(raw []byte) ([]byte, error) {
	if c := compressionOf(raw); c != nil {
		r, err := c.open(bytes.NewReader(raw))
		if err == nil {
			defer r.Close()
		}
		return unpacked(r, err, c.name)
	}
	if bytes.HasPrefix(raw, []byte(zipMagic)) {
		return unzipped(raw)
	}
	return raw, nil
}

// unpacked reads a stream to its end. err is that of opening it.
func unpacked(r io.Reader, err error, how string) ([]byte, error) {
	var content bytes.Buffer
	if err == nil {
		_, err = content.ReadFrom(r)
	}
	if err != nil {
		return nil, notUnpacked(err, how, bytes.Count(content.Bytes(), []byte{'\n'}), content.Len())
	}
	return content.Bytes(), nil
}

// notUnpacked returns the error of a compressed file of which so many lines and bytes could be read.
func notUnpacked(err error, how string, lines, read int) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("the %s file ends early, after %d whole lines: the rest is missing, so download or copy it again", how, lines)
	}
	return fmt.Errorf("the %s file is damaged after %d bytes of its content (%w): download or copy it again", how, read, err)
}

// unzipped returns the only file of a zip archive, or the archive itself if it is an NPZ file.
func unzipped(raw []byte) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("the zip file is damaged or ends early (%w): download or copy it again", err)
	}
	var files []*zip.File
	var names []string
	arrays := 0
	for _, f := range archive.File {
		if f.FileInfo().IsDir() {
			continue
		}
		files, names = append(files, f), append(names, f.Name)
		if path.Ext(f.Name) == ".npy" {
			arrays++
		}
	}
	switch {
	case arrays > 0 && arrays == len(files):
		return raw, nil
	case spreadsheet(names) != "":
		return nil, fmt.Errorf("this is %s: save the sheet as CSV, and read that", spreadsheet(names))
	case len(files) != 1:
		return nil, fmt.Errorf("the zip file has %d files (%s): it must have one; unpack it and read the one that is meant", len(files), quoteList(names))
	}
	r, err := files[0].Open()
	if err == nil {
		defer r.Close()
	}
	return unpacked(r, err, "zip")
}
