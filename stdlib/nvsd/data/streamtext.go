package data

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// sniffed is the least number of bytes that are read to find the header of a text.
const sniffed = 1 << 16

// A textReader reads a text in parts of whole lines.
type textReader struct {
	textTable // whose text is what was read and is in no part yet
	in        io.ReadCloser
	part      int    // bytes that are read at a time
	how       string // it is compressed; "" if it is not
	read      int    // bytes
	ended     bool
}

// textParts returns how texts are read in parts, with the given character between cells.
func textParts(comma rune) partsOf {
	return func(f openFile, o *readOptions) (partReader, error) {
		if e := strings.ToLower(o.Encoding); e != "" && e != "utf-8" && e != "utf8" {
			return nil, ErrWhole
		}
		r, err := textOf(f)
		if err != nil {
			return nil, err
		}
		if err := r.begin(comma, o); err != nil {
			r.close()
			return nil, err
		}
		return r, nil
	}
}

// textOf opens the text in a file, which may be compressed.
func textOf(f openFile) (*textReader, error) {
	in := io.NewSectionReader(f, 0, f.size)
	begins := make([]byte, 8)
	n, err := in.ReadAt(begins, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	c := compressionOf(begins[:n])
	if c == nil {
		return &textReader{in: io.NopCloser(in), part: f.part}, nil
	}
	r, err := c.open(in)
	if err != nil {
		return nil, notUnpacked(err, c.name, 0, 0)
	}
	return &textReader{in: r, how: c.name, part: f.part}, nil
}

// begin reads the header.
func (r *textReader) begin(comma rune, o *readOptions) error {
	for size := max(r.part, sniffed); ; size *= 2 { // the header may be larger than a part
		if err := r.fill(size); err != nil {
			return err
		}
		if r.ended || wholeLines(r.text) > 0 || bytes.IndexByte(r.text, '\r') >= 0 {
			break
		}
	}
	if err := notText(r.text); err != nil {
		return err
	}
	if bytes.HasPrefix(r.text, []byte(parquetFormat.magic)) || bytes.HasPrefix(r.text, []byte(zipMagic)) || !r.ended && bytes.IndexByte(r.text, '\n') < 0 {
		return ErrWhole // no text, or one whose lines end in CR alone
	}
	text, err := decoded(r.text, o.Encoding)
	if err != nil {
		return err
	}
	t, err := newTextTable(text, comma, o)
	if err != nil {
		return err
	}
	r.textTable = *t
	return nil
}

// fill reads on until there are so many bytes in the text, or it ends.
func (r *textReader) fill(bytes int) error {
	have := len(r.text)
	if r.ended || have >= bytes {
		return nil
	}
	text := append(make([]byte, 0, bytes), r.text...)[:bytes]
	n, err := io.ReadFull(r.in, text[have:])
	r.text, r.read = text[:have+n], r.read+n
	if errors.Is(err, io.EOF) || r.how == "" && errors.Is(err, io.ErrUnexpectedEOF) {
		r.ended, err = true, nil
	} else if errors.Is(err, io.ErrUnexpectedEOF) { // either end: of the text, or of what is compressed
		_, err = r.in.Read(make([]byte, 1))
		r.ended = errors.Is(err, io.EOF)
		if r.ended {
			err = nil
		}
	}
	if err != nil && r.how != "" {
		return notUnpacked(err, r.how, r.before+countLines(r.text), r.read)
	}
	return err
}

// packed is the usual ratio of a text to what it is compressed to.
const packed = 4

func (r *textReader) about(size int64) int {
	rows := countLines(r.text[r.body:])
	if r.ended {
		return rows
	}
	if r.how != "" {
		size *= packed
	}
	return int(float64(rows) / float64(len(r.text)-r.body) * float64(size))
}

func countLines(text []byte) int { return bytes.Count(text, []byte{'\n'}) }

func (r *textReader) next() (openTable, error) {
	for size := r.part; ; size *= 2 { // a quoted cell may be larger than a part
		if err := r.fill(size); err != nil {
			return nil, err
		}
		end := len(r.text)
		if !r.ended {
			end = wholeLines(r.text)
		}
		if end <= r.body && !r.ended {
			continue
		}
		if end == 0 {
			return nil, io.EOF
		}
		part := r.textTable
		part.text = r.text[:end]
		r.text, r.body, r.before = r.text[end:], 0, r.before+countLines(part.text)
		return &part, nil
	}
}

// wholeLines returns the length of the lines of a text that are whole: behind its last line feed that is in no
// quotes.
func wholeLines(text []byte) int {
	quotes := bytes.Count(text, []byte{'"'})
	for end := len(text); ; {
		n := bytes.LastIndexByte(text[:end], '\n')
		if n < 0 {
			return 0
		}
		quotes -= bytes.Count(text[n:end], []byte{'"'})
		if quotes%2 == 0 {
			return n + 1
		}
		end = n
	}
}

func (r *textReader) close() { r.in.Close() }
