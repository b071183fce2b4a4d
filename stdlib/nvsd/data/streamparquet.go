package data

import (
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/parquet"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// mostRows is the largest number of rows in a part of a Parquet file.
const mostRows = 1 << 16

// A parquetReader reads a Parquet file in parts of so many rows. A column is read from the first part on in
// which it is used.
type parquetReader struct {
	*parquetTable
	scans []*parquet.Scan // of the columns, nil for those that are not read
	rows  int             // of a part
	done  int             // rows
}

// parquetParts opens a Parquet file to be read in parts.
func parquetParts(file openFile, _ *readOptions) (partReader, error) {
	f, err := parquet.OpenAt(file, file.size)
	if err != nil {
		return nil, err
	}
	t := &parquetTable{f, indexFirst(f), int(file.size)}
	rows := min(max(file.part/8/max(len(t.columns), 1), 1), mostRows)
	return &parquetReader{parquetTable: t, scans: make([]*parquet.Scan, len(t.columns)), rows: rows}, checkNames(t.names())
}

func (r *parquetReader) about(int64) int { return r.file.Rows }

func (r *parquetReader) next() (openTable, error) {
	if r.done == r.file.Rows {
		return nil, io.EOF
	}
	p := &parquetPart{r, r.done, min(r.rows, r.file.Rows-r.done)}
	r.done += p.n
	return p, nil
}

func (r *parquetReader) close() {}

// A parquetPart is some rows of a Parquet file. Its table is read once, and those of all parts in turn.
type parquetPart struct {
	*parquetReader
	from, n int
}

func (p *parquetPart) count() (int, error) { return p.n, nil }

func (p *parquetPart) table(uses []use, o *readOptions) (table, error) {
	t, err := typedTable(p.n, uses, o, func(j int) typedColumn {
		c := p.columns[j]
		return typedColumn{c.Name, c.Reason, func() (typed.Cells, error) {
			if p.scans[j] == nil {
				p.scans[j] = p.file.Scan(c)
			}
			return p.scans[j].Next(p.n)
		}}
	})
	t.at = func(row int) int { return p.from + row + 1 }
	return t, err
}
