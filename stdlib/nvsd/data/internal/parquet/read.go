package parquet

import (
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// Read reads a column. Columns may be read at the same time.
func (f *File) Read(c Column) (typed.Cells, error) { return f.Scan(c).Next(f.Rows) }

// A Scan reads a column from its beginning on, some rows at a time. It holds no more of it than a
// page and what is asked for.
type Scan struct {
	Column
	in     content
	groups []rowGroup // that are not yet begun
	begun  int        // the number of those that are

	// Of the row group that is read:
	left       int   // rows whose pages are not yet read
	at         int64 // where the next page begins
	codec      format.CompressionCodec
	dictionary []float64

	returned int         // rows
	cells    typed.Cells // that are read and not yet returned
}

// Scan returns a Scan of a column.
func (f *File) Scan(c Column) *Scan {
	return &Scan{Column: c, in: f.in, groups: f.groups, cells: typed.Cells{Kind: c.Kind}}
}

// Next returns the cells of the next rows, or of those that are left if these are fewer.
func (s *Scan) Next(rows int) (cells typed.Cells, err error) {
	defer damaged(&err)
	s.cells.Values = slices.Grow(s.cells.Values, max(rows-len(s.cells.Values), 0))
	for len(s.cells.Values) < rows {
		if s.left > 0 {
			err = s.page()
		} else if len(s.groups) > 0 {
			err = s.group()
		} else {
			break
		}
		if err != nil {
			return cells, fmt.Errorf("column %q, row group %d: %w", s.Name, s.begun, err)
		}
	}
	cells = s.cells.Cut(rows)
	err = cells.Check(s.Name, s.returned)
	s.returned += len(cells.Values)
	return cells, err
}
