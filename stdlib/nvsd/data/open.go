package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// A Reader reads files. Its methods are the functions of this package of the same names, which
// are those of the zero Reader.
type Reader struct {
	Opened  func(File)             // is told of every file that is read; nil if nobody wants to know
	Context func() context.Context // ends downloads; nil if nothing does
}

// An openTable is an open file with a table, of which the names of the columns are read,
// and the cells not yet.
type openTable interface {
	names() []string                                 // of its columns
	count() (rows int, err error)                    // without looking at cells
	table(uses []use, o *readOptions) (table, error) // uses has one for each column
}

// A fileFormat is a format of tables in files, with the function that opens it.
type fileFormat struct {
	name     string // in an Origin
	function string // that reads it
	endings  []string
	magic    string // with which every file begins; "" if they do not begin alike
	open     func(content []byte, o *readOptions) (openTable, error)
}

var (
	csvFormat = fileFormat{"csv", "data.CSV", []string{".csv", ".txt", ".dat", ".data"}, "", openText(',')}
	tsvFormat = fileFormat{"tsv", "data.TSV", []string{".tsv", ".tab"}, "", openText('\t')}
)

// formats returns all formats.
func formats() []*fileFormat {
	return []*fileFormat{&csvFormat, &tsvFormat, &parquetFormat, &arffFormat, &npyFormat, &npzFormat}
}

// Open reads a file of any of the formats that this package knows: CSV, TSV, Parquet, ARFF, NPY
// and NPZ. What the file begins with says which it is, or else the end of its name, where that
// of a compression is left out, as in "houses.csv.gz".
func Open(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.Open(path, opts...) }

// Open is the function [Open].
func (r Reader) Open(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, nil, opts)
}

// Read is Open on an open stream, whose messages call it by the name. A name with another
// ending is one of a CSV file.
func Read(r io.Reader, name string, opts ...ReadOption) (*Frame, error) {
	o := newReadOptions(opts)
	opened, err := openStream(r, name, o)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	return frameOf(opened, name, o)
}

// openStream opens the content of a stream.
func openStream(r io.Reader, name string, o *readOptions) (openTable, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	f, content, err := contentOf(content, name, nil)
	if errors.Is(err, errUnknown) {
		f, err = &csvFormat, nil
	}
	if err != nil {
		return nil, err
	}
	return f.open(content, o)
}

// read reads a file of a format, or of any if there is none.
func (r Reader) read(path string, as *fileFormat, opts []ReadOption) (*Frame, error) {
	raw, err := r.raw(path)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return r.frame(raw, path, as, opts)
}

// frame makes the Frame of the bytes of the file at a path.
func (r Reader) frame(raw []byte, path string, as *fileFormat, opts []ReadOption) (*Frame, error) {
	digest := make(chan File, 1)
	go func() {
		sum := sha256.Sum256(raw)
		digest <- File{Path: path, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(raw))}
	}()
	o, name := newReadOptions(opts), baseName(path)
	f, format, err := frameIn(raw, name, as, o)
	file := <-digest
	if r.Opened != nil {
		r.Opened(file)
	}
	if err != nil {
		return nil, err
	}
	return f.from(file, format.name, o), nil
}

// frameIn makes the Frame of the bytes of a file.
func frameIn(raw []byte, name string, as *fileFormat, o *readOptions) (*Frame, *fileFormat, error) {
	as, content, err := contentOf(raw, name, as)
	var opened openTable
	if err == nil {
		opened, err = as.open(content, o)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("data: %s: %w", name, err)
	}
	f, err := frameOf(opened, name, o)
	return f, as, err
}

// frameOf makes the Frame of an open file.
func frameOf(opened openTable, name string, o *readOptions) (*Frame, error) {
	f, err := func() (*Frame, error) {
		p, err := o.plan(opened.names())
		if err != nil {
			return nil, err
		}
		t, err := opened.table(p.uses, o)
		if err != nil {
			return nil, err
		}
		t.source = name
		return p.assemble(t)
	}()
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	return f, nil
}

// newReadOptions returns the settings of the options.
func newReadOptions(opts []ReadOption) *readOptions {
	o := &readOptions{looks: true}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// raw returns the bytes of a file or of an address.
func (r Reader) raw(path string) ([]byte, error) {
	if isAddress(path) {
		return r.download(path)
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", err, otherFile(path))
	}
	return content, err
}

// baseName returns the name of a file for messages.
func baseName(name string) string {
	if isAddress(name) {
		name, _, _ = strings.Cut(name, "?")
		return path.Base(name)
	}
	return filepath.Base(name)
}

// otherFile returns the name of the file that was probably meant by a path without a file, or
// else the folder that was searched.
func otherFile(path string) string {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Sprintf("there is no folder %s", dir)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	if near := spelling.Nearest(filepath.Base(path), names); near != "" {
		return fmt.Sprintf("is it %q?", filepath.Join(dir, near))
	}
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return "it was looked for in " + dir
}

// errUnknown is the error of a file whose format is not known.
var errUnknown = errors.New("its name does not say what is in it")

// contentOf decompresses a file and finds its format: the given one, or else the one by its
// content or its name.
func contentOf(raw []byte, name string, as *fileFormat) (*fileFormat, []byte, error) {
	content, err := decompressed(raw)
	if err != nil {
		return nil, nil, err
	}
	all := formats()
	begins := slices.IndexFunc(all, func(f *fileFormat) bool { return f.magic != "" && bytes.HasPrefix(content, []byte(f.magic)) })
	switch {
	case as != nil && begins >= 0 && all[begins] != as:
		return nil, nil, fmt.Errorf("this is no file for %s: read it by %s, or by data.Open", as.function, all[begins].function)
	case as != nil && as.magic != "" && begins < 0:
		return nil, nil, fmt.Errorf("this is no file for %s: it does not begin as such a file does", as.function)
	case as != nil:
		return as, content, nil
	case begins >= 0:
		return all[begins], content, nil
	}
	ending := strings.ToLower(filepath.Ext(name))
	if slices.Contains(compressions, ending) {
		ending = strings.ToLower(filepath.Ext(strings.TrimSuffix(name, filepath.Ext(name))))
	}
	var known []string
	for _, f := range all {
		if slices.Contains(f.endings, ending) {
			return f, content, nil
		}
		known = append(known, f.endings...)
	}
	return nil, content, fmt.Errorf("%w: data.Open knows files that end in %s; call the function of its format, such as data.CSV", errUnknown, strings.Join(known, ", "))
}
