package data

import (
	"fmt"
	"io"
)

// Shape returns the names of all columns of a table as [Read] would read it, and the number of
// its rows. Of the options, those that say how a text is written matter. It does not look at
// the cells.
func Shape(r io.Reader, name string, opts ...ReadOption) (columns []string, rows int, err error) {
	o := newReadOptions(opts)
	opened, err := openStream(r, name, o)
	if err == nil {
		rows, err = opened.count()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("data: %s: %w", name, err)
	}
	return unnamed(opened.names()), rows, nil
}
