package data

import (
	"fmt"
	"io"
)

// Shape returns the names of all columns of a table as [Read] would read it, and the number of
// its rows. Comma is the only option that it uses. It does not look at the cells.
func Shape(r io.Reader, name string, opts ...ReadOption) (columns []string, rows int, err error) {
	o := readOptions{comma: ','}
	for _, opt := range opts {
		opt(&o)
	}
	cr, header, err := begin(r, &o)
	for err == nil {
		if _, err = cr.Read(); err == nil {
			rows++
		}
	}
	if err != io.EOF {
		return nil, 0, fmt.Errorf("data: %s: %w", name, parseError(err))
	}
	return header, rows, nil
}
