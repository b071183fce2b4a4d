package data

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// begin reads the line of names.
func begin(r io.Reader, o *readOptions) (cr *csv.Reader, header []string, err error) {
	cr = csv.NewReader(skipBOM(r))
	cr.Comma = o.comma
	cr.FieldsPerRecord = -1               // the caller counts them, so that its error names the line and the number
	cr.TrimLeadingSpace = o.comma != '\t' // trimming takes tabs for blanks
	cr.ReuseRecord = true

	header, err = cr.Read()
	if err == io.EOF {
		return nil, nil, fmt.Errorf("the file is empty: a line of column names and at least one row are needed")
	}
	if err != nil {
		return nil, nil, parseError(err)
	}
	header = slices.Clone(header)
	for j := range header {
		header[j] = strings.TrimSpace(header[j])
	}
	return cr, header, checkHeader(header, o.comma)
}

// checkHeader refuses a first line that cannot be one of names.
func checkHeader(header []string, comma rune) error {
	numeric := true
	for _, name := range header {
		_, reason := parseCell(name)
		numeric = numeric && reason == ""
	}
	if numeric {
		return fmt.Errorf("the first line holds numbers (%s): a header with the columns' names is needed", strings.Join(header, string(comma)))
	}
	if len(header) == 1 {
		for _, other := range []rune{',', ';', '\t'} {
			if strings.ContainsRune(header[0], other) {
				return &CommaError{Header: header[0], Comma: other}
			}
		}
	}
	return checkNames(header)
}

// A CommaError is a header that looks as if another character were between the cells.
type CommaError struct {
	Header string // its only column
	Comma  rune   // what may be between the cells
}

func (e *CommaError) Error() string {
	return fmt.Sprintf("the header has one column, %q: is %q between the cells? Then say data.Comma(%q)", e.Header, e.Comma, e.Comma)
}

// parseError returns an error of package csv in the words of this package.
func parseError(err error) error {
	if pe, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d: %w", pe.Line, pe.Err)
	}
	return err
}

// skipBOM passes over a UTF-8 byte order mark.
func skipBOM(r io.Reader) io.Reader {
	const bom = "\xef\xbb\xbf"
	br := bufio.NewReader(r)
	if head, _ := br.Peek(len(bom)); string(head) == bom {
		br.Discard(len(bom))
	}
	return br
}
