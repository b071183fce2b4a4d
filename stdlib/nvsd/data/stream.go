package data

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"
)

// ErrWhole is the error of [OpenStream] on a file that can only be read as a whole.
var ErrWhole = errors.New("it cannot be read in parts: read it by data.Open")

// A Stream is a table in a file that is read in parts of some thousand rows, so that it need not fit in
// memory. Every pass over it reads the file anew.
type Stream struct {
	path, name string
	opts       []ReadOption
	inputs     []string // that are read; nil for all
	parts      partsOf
	size       int64
	part       int // bytes
	modified   time.Time
	rows       int      // -1 as long as they are not counted
	about      int      // rows, by the beginning of the file
	columns    int      // that are read
	left       rowsLeft // by the last pass
}

// A partsOf begins a pass over an open file.
type partsOf func(f openFile, o *readOptions) (partReader, error)

// An openFile is a file that is read in parts of about so many bytes.
type openFile struct {
	*os.File
	size int64
	part int
}

// partBytes is the size of parts.
const partBytes = 8 << 20

// A partReader reads a table from its beginning on.
type partReader interface {
	names() []string
	about(size int64) int     // how many rows a file of so many bytes may have
	next() (openTable, error) // the next part; io.EOF behind the last
	close()
}

// OpenStream opens a CSV, TSV or Parquet file on a disk, to be read in parts. The format is found as by
// [Open], and the options are its own. A text has to be in UTF-8, and may be compressed by gzip, bzip2, zstd
// or xz. Any other file is refused, with an error that is [ErrWhole]. The cells are not looked at yet.
func OpenStream(path string, opts ...ReadOption) (*Stream, error) {
	return Reader{}.OpenStream(path, opts...)
}

// OpenStream is the function [OpenStream].
func (r Reader) OpenStream(path string, opts ...ReadOption) (*Stream, error) {
	s := &Stream{path: path, name: baseName(path), opts: opts, part: partBytes, rows: -1}
	if isAddress(path) {
		return nil, fmt.Errorf("data: %s: %w", s.name, ErrWhole)
	}
	if err := s.open(r); err != nil {
		return nil, fmt.Errorf("data: %s: %w", s.name, err)
	}
	return s, nil
}

// open looks at the file, and reads the names of its columns.
func (s *Stream) open(r Reader) error {
	info, err := os.Stat(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s", err, otherFile(s.path))
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return ErrWhole
	}
	s.size, s.modified = info.Size(), info.ModTime()
	file, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	s.parts, err = sourceOf(file, s.name)
	if err != nil {
		return err
	}
	o := newReadOptions(s.opts)
	if o.Roles.Weight != "" || len(o.Dates) > 0 || len(o.Roles.Targets) > 0 { // a sample would have to know the weights, and a part what all dates show
		return ErrWhole
	}
	parts, err := s.parts(openFile{file, s.size, s.part}, o)
	if err != nil {
		return err
	}
	defer parts.close()
	p, err := o.plan(parts.names())
	if err != nil {
		return err
	}
	s.about, s.columns = parts.about(s.size), len(p.uses)-count(p.uses, skip)
	if _, is := parts.(*parquetReader); is && len(o.Missing) == 0 { // else rows may be left out
		s.rows = s.about
	}
	if r.Opened == nil {
		return nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, s.size)); err != nil {
		return err
	}
	r.Opened(File{Path: s.path, SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: s.size})
	return nil
}

// sourceOf returns the source by which a file is read in parts.
func sourceOf(file *os.File, name string) (partsOf, error) {
	begins := make([]byte, 64)
	n, err := file.ReadAt(begins, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	begins = begins[:n]
	if bytes.HasPrefix(begins, []byte(zipMagic)) {
		return nil, ErrWhole
	}
	if compressionOf(begins) != nil {
		begins = nil // the name says what is in it
	}
	format, _, err := contentOf(begins, name, nil)
	switch {
	case errors.Is(err, errUnknown), err == nil && format.name == csvFormat.name:
		return textParts(','), nil
	case err != nil:
		return nil, err
	case format.name == tsvFormat.name:
		return textParts('\t'), nil
	case format.name == parquetFormat.name && begins != nil:
		return parquetParts, nil
	}
	return nil, ErrWhole
}

// Rows returns the number of rows of the table. It is -1 for a text that no pass has read to its end.
func (s *Stream) Rows() int { return s.rows }

// RowsAbout returns the number of rows as far as it is known: the number of Rows, or one that the lines at the
// beginning of the file suggest.
func (s *Stream) RowsAbout() int {
	if s.rows >= 0 {
		return s.rows
	}
	return s.about
}

// Columns returns the number of columns that are read.
func (s *Stream) Columns() int { return s.columns }

// Roles returns the columns with the roles of [Group] and [Time] by the options; "" for none.
func (s *Stream) Roles() (group, time string) {
	o := newReadOptions(s.opts)
	return o.Roles.Group, o.Roles.Time
}

// Name returns the name of the file without its folder.
func (s *Stream) Name() string { return s.name }

// Inputs returns the Stream with the named inputs and the target alone: the columns that are read. The names
// are those of columns of the file, and should be inputs of the Stream.
func (s *Stream) Inputs(names ...string) *Stream {
	own := *s
	own.inputs = append([]string{}, names...)
	return &own
}

// Each reads the table in one pass, and calls do with each part, in the order of the file. first is the number
// of its first row, from 0. The rows that an option leaves out do not count.
//
// A part is a Frame as the options say, and knows its own rows alone: a column of it may be of another kind than in
// another part, and lack levels. [Frame.Conform] makes it like another Frame. The reading ends at the first
// error, be it of a cell, of do, or of ctx, or that the file has changed since it was opened.
func (s *Stream) Each(ctx context.Context, do func(first int, part *Frame) error) error {
	file, err := os.Open(s.path)
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	defer file.Close()
	if err := s.unchanged(file); err != nil {
		return err
	}
	rows, err := s.pass(ctx, file, do)
	if changed := s.unchanged(file); changed != nil && ctx.Err() == nil {
		return changed // which may be what the error is about
	}
	if err == nil {
		s.rows = rows
	}
	return err
}

// errOfPart is an error of reading a part, to which the name of the file belongs.
func (s *Stream) errOfPart(err error) error { return fmt.Errorf("data: %s: %w", s.name, err) }

// pass reads the open file to its end.
func (s *Stream) pass(ctx context.Context, file *os.File, do func(first int, part *Frame) error) (rows int, err error) {
	o := newReadOptions(s.opts)
	parts, err := s.parts(openFile{file, s.size, s.part}, o)
	if err != nil {
		return 0, s.errOfPart(err)
	}
	defer parts.close()
	p, err := o.plan(parts.names())
	if err != nil {
		return 0, s.errOfPart(err)
	}
	if s.inputs != nil {
		p.only(s.inputs)
	}
	p.inParts = true
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		opened, err := parts.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, s.errOfPart(err)
		}
		t, err := opened.table(p.uses, o)
		if err != nil {
			return 0, s.errOfPart(err)
		}
		if t.rows == 0 {
			continue
		}
		t.source = s.name
		f, err := p.assemble(t)
		if _, is := errors.AsType[noRowLeft](err); is {
			continue
		}
		if err != nil {
			return 0, s.errOfPart(err)
		}
		if err := do(rows, f); err != nil {
			return 0, err
		}
		rows += f.N()
	}
	s.left = p.left
	switch {
	case rows == 0 && len(p.left.names) > 0:
		return 0, s.errOfPart(noRowLeft(p.left))
	case rows == 0:
		return 0, s.errOfPart(errors.New("it has no row (n = 0): at least one row is needed"))
	}
	return rows, nil
}

// only leaves out all columns but the named inputs and the target.
func (p *plan) only(inputs []string) {
	p.others, p.o.Roles, p.o.looks = nil, roles{}, false
	p.inputs = slices.DeleteFunc(p.inputs, func(j int) bool { return !slices.Contains(inputs, p.names[j]) })
	for j := range p.uses {
		if j != p.target && !slices.Contains(p.inputs, j) {
			p.uses[j] = skip
		}
	}
}

// unchanged returns an error if the file is another one than when the Stream was opened.
func (s *Stream) unchanged(file *os.File) error {
	info, err := file.Stat()
	if err == nil && (info.Size() != s.size || !info.ModTime().Equal(s.modified)) {
		err = fmt.Errorf("the file has changed since it was opened: it has %d bytes of %v, and had %d of %v; open it again when nothing writes to it any more",
			info.Size(), info.ModTime().Format(time.DateTime), s.size, s.modified.Format(time.DateTime))
	}
	if err != nil {
		return s.errOfPart(err)
	}
	return nil
}

// Sample draws so many rows at random in one pass, or takes all if there are no more, and returns them with
// their numbers, from 0 and rising. The rows depend on the seed and on their numbers alone. Levels are those of
// all rows. Beside the sample the pass holds the rows that might still be drawn, some times as many.
func (s *Stream) Sample(ctx context.Context, rows int, seed uint64) (*Frame, []int, error) {
	if rows < 1 {
		return nil, nil, fmt.Errorf("data: Sample: %d rows are asked for: take one at least", rows)
	}
	d := &draw{rows: rows, bound: math.MaxUint64}
	err := s.Each(ctx, func(first int, part *Frame) error {
		d.see(first, part, seed)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	f, numbers, err := d.end()
	if err != nil {
		return nil, nil, s.errOfPart(err)
	}
	if s.left.rows > 0 {
		f.remarks = append(f.remarks, Remark{Says: s.left.says(s.rows + s.left.rows)})
	}
	return f, numbers, nil
}

// A draw is a sample of the rows that have been seen: those of the least keys.
type draw struct {
	rows   int
	bound  uint64 // no row with a larger key can be among them
	lots   []lot
	pieces []*Frame
	first  []int // rows of the pieces: the number of their part's first row
}

// A lot is a row that may be in the sample.
type lot struct {
	key        uint64
	row        int // of the Stream
	piece, own int // where it is kept
}

// see draws from a part.
func (d *draw) see(first int, part *Frame, seed uint64) {
	kept := []int{0} // by which the levels of the part are known, whatever is drawn
	for i := range part.N() {
		key := keyOf(seed, first+i)
		if key > d.bound {
			continue
		}
		if i > 0 {
			kept = append(kept, i)
		}
		d.lots = append(d.lots, lot{key, first + i, len(d.pieces), len(kept) - 1})
	}
	d.pieces, d.first = append(d.pieces, part.rows(kept)), append(d.first, first)
	if len(d.lots) >= 2*d.rows {
		d.cut()
	}
}

// cut keeps the lots of the least keys.
func (d *draw) cut() {
	slices.SortFunc(d.lots, func(a, b lot) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row, b.row)) })
	if len(d.lots) >= d.rows {
		d.lots = d.lots[:d.rows]
		d.bound = d.lots[d.rows-1].key
	}
}

// end returns the sample, and the numbers of its rows.
func (d *draw) end() (*Frame, []int, error) {
	d.cut()
	slices.SortFunc(d.lots, func(a, b lot) int { return cmp.Compare(a.row, b.row) })
	numbers, own := make([]int, len(d.lots)), make([][]int, len(d.pieces))
	for k, l := range d.lots {
		numbers[k] = l.row
		own[l.piece] = append(own[l.piece], l.own)
	}
	var at []int // of the sample in all that is put together
	together := 0
	for k, rows := range own {
		for i := range rows {
			at = append(at, together+i)
		}
		if rows == nil {
			rows = []int{0}
		}
		d.pieces[k] = d.pieces[k].rows(rows)
		together += len(rows)
	}
	f := d.pieces[0]
	if len(d.pieces) > 1 {
		var k int
		var err error
		f, k, err = f.bind(d.pieces[1:])
		if err != nil && k >= 0 {
			return nil, nil, fmt.Errorf("the part from row %d on %w", d.first[k+1]+1, err)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if together > len(at) {
		f = f.rows(at)
	}
	return f, numbers, nil
}

// keyOf returns a number that looks random, of a row and a seed (SplitMix64; Steele, Lea and Flood 2014).
func keyOf(seed uint64, row int) uint64 {
	z := seed*0xd1342543de82ef95 + (uint64(row)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
