package parquet

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A columnReader reads the chunks of a column.
type columnReader struct {
	Column
	raw   []byte
	cells typed.Cells
}

// Read reads a column. Columns may be read at the same time.
func (f *File) Read(c Column) (cells typed.Cells, err error) {
	defer damaged(&err)
	r := &columnReader{Column: c, raw: f.raw, cells: typed.Cells{Kind: c.Kind, Values: make([]float64, f.Rows)}}
	from := 0
	for k, g := range f.groups {
		to := from + int(g.NumRows)
		if err := r.chunk(g.Columns[c.leaf], from, to); err != nil {
			return cells, fmt.Errorf("column %q, row group %d: %w", c.Name, k+1, err)
		}
		from = to
	}
	err = r.cells.Check(c.Name)
	return r.cells, err
}
