package data

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/parquet"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// Parquet reads a file in the column format of Apache Parquet. The file says of which kind its
// columns are: numbers and decimal numbers are [Numeric], whole numbers [Integer], booleans
// [Boolean], days and moments [Date], and texts [Categorical]. A moment without a time zone is
// taken for one in UTC. Durations, as pandas, Arrow and polars write them, are numbers of seconds.
// Null and NaN are missing. A text is one as it is, also if it is empty or NA: [NA] names those
// that are missing.
//
// A column of lists, maps, records, times of the day, intervals of months or bytes cannot be read.
// [Drop] leaves it out. What pandas stores as the index of a table comes before the other columns, as in a CSV file
// of pandas, and is left out if it has no name. The target is the last column, unless Target
// names another one. Files may be compressed or at an address, as for [CSV], and its options that
// are not about text can be used.
//
// Of the format, these are not read: encrypted files, and those compressed by LZO. Of the two
// codecs of LZ4 both are, LZ4_RAW and the older LZ4 in any of the frames that programs gave it.
func Parquet(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.Parquet(path, opts...) }

// Parquet is the function [Parquet].
func (r Reader) Parquet(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &parquetFormat, opts)
}

var parquetFormat = fileFormat{"parquet", "data.Parquet", []string{".parquet", ".pq", ".parq"}, parquet.Magic, openParquet}

// A parquetTable is an open Parquet file.
type parquetTable struct {
	file    *parquet.File
	columns []parquet.Column // in the order in which they are shown
	bytes   int              // of the file
}

func openParquet(raw []byte, o *readOptions) (openTable, error) {
	file, err := parquet.Open(raw)
	if err != nil {
		return nil, err
	}
	t := &parquetTable{file, indexFirst(file), len(raw)}
	return t, checkNames(t.names())
}

// indexFirst returns the columns of a file, with the index of a pandas table before the
// others. An index without a name is left out.
func indexFirst(file *parquet.File) []parquet.Column {
	var says struct {
		Index []any `json:"index_columns"` // names, or descriptions of indices that are no column
	}
	// What cannot be read here is no index.
	_ = json.Unmarshal([]byte(file.Meta["pandas"]), &says)
	var index, others []parquet.Column
	for _, c := range file.Columns {
		switch isIndex := slices.Contains(says.Index, any(c.Name)); {
		case isIndex && strings.HasPrefix(c.Name, "__index_level_"):
		case isIndex:
			index = append(index, c)
		default:
			others = append(others, c)
		}
	}
	return append(index, others...)
}

func (t *parquetTable) names() []string {
	names := make([]string, len(t.columns))
	for j, c := range t.columns {
		names[j] = c.Name
	}
	return names
}

func (t *parquetTable) count() (rows int, err error) { return t.file.Rows, nil }

// fewCells is the number of cells that a table may have in any case, however small its file
// is.
const fewCells = 1 << 25

func (t *parquetTable) table(uses []use, o *readOptions) (table, error) {
	if used := len(uses) - count(uses, skip); used > 0 && t.file.Rows > max(fewCells, mostCells*t.bytes)/used {
		return table{}, refuse("it says that it has %d rows in %d bytes: that is too large a table; leave columns out by %v", t.file.Rows, t.bytes, Call{Option: "Drop"})
	}
	return typedTable(t.file.Rows, uses, o, func(j int) typedColumn {
		c := t.columns[j]
		return typedColumn{c.Name, c.Reason, func() (typed.Cells, error) { return t.file.Read(c) }}
	})
}
