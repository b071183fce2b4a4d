package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A testPage is a page of a column of optional float64.
type testPage struct {
	header format.PageHeader
	body   []byte
}

// A bareKey is a key of the metadata, to which the format needs no value.
type bareKey struct {
	Key string `thrift:"1,required"`
}

// A testChunk and the types around it are parts of a file with keys that have no value.
type (
	testChunk struct {
		FileOffset int64         `thrift:"2,required"`
		Meta       testChunkMeta `thrift:"3,optional"`
	}
	testChunkMeta struct {
		Type                  format.Type             `thrift:"1,required"`
		Encoding              []format.Encoding       `thrift:"2,required"`
		PathInSchema          []string                `thrift:"3,required"`
		Codec                 format.CompressionCodec `thrift:"4,required"`
		NumValues             int64                   `thrift:"5,required"`
		TotalUncompressedSize int64                   `thrift:"6,required"`
		TotalCompressedSize   int64                   `thrift:"7,required"`
		Keys                  []bareKey               `thrift:"8,optional"`
		DataPageOffset        int64                   `thrift:"9,required"`
	}
	testGroup struct {
		Columns       []testChunk `thrift:"1,required"`
		TotalByteSize int64       `thrift:"2,required"`
		NumRows       int64       `thrift:"3,required"`
	}
	testFooter struct {
		Version   int32                  `thrift:"1,required"`
		Schema    []format.SchemaElement `thrift:"2,required"`
		NumRows   int64                  `thrift:"3,required"`
		RowGroups []testGroup            `thrift:"4,required"`
		Keys      []bareKey              `thrift:"5,optional"`
	}
)

// fileOf returns a file of one column x of optional float64, in one row group of the pages, with a
// key without a value beside the file and beside the column if keys is set.
func fileOf(t *testing.T, codec format.CompressionCodec, rows int, keys bool, pages ...testPage) []byte {
	t.Helper()
	raw := []byte(Magic)
	put := func(v any) {
		b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
		if err != nil {
			t.Fatal(err)
		}
		raw = append(raw, b...)
	}
	for _, p := range pages {
		p.header.CompressedPageSize = int32(len(p.body))
		put(p.header)
		raw = append(raw, p.body...)
	}
	schema := []format.SchemaElement{{Name: "table"}, {Name: "x"}}
	schema[0].NumChildren.V, schema[0].NumChildren.Valid = 1, true
	schema[1].Type.V, schema[1].Type.Valid = format.Double, true
	schema[1].RepetitionType.V, schema[1].RepetitionType.Valid = format.Optional, true
	end := testFooter{Version: 1, Schema: schema, NumRows: int64(rows), RowGroups: []testGroup{{
		NumRows: int64(rows),
		Columns: []testChunk{{Meta: testChunkMeta{Type: format.Double, PathInSchema: []string{"x"}, Codec: codec, NumValues: int64(rows), DataPageOffset: int64(len(Magic))}}},
	}}}
	if keys {
		end.Keys = []bareKey{{"note"}}
		end.RowGroups[0].Columns[0].Meta.Keys = []bareKey{{"note"}}
	}
	before := len(raw)
	put(end)
	raw = binary.LittleEndian.AppendUint32(raw, uint32(len(raw)-before))
	return append(raw, Magic...)
}

// runOf is so many levels of one kind, as a run.
func runOf(level byte, count int) []byte {
	return append(binary.AppendUvarint(nil, uint64(count)<<1), level)
}

// plain is numbers one behind the other.
func plain(values ...float64) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// version1 is a page of the first version, whose body is compressed as a whole.
func version1(rows int, levels format.Encoding, body []byte, compress func([]byte) []byte) testPage {
	p := testPage{body: compress(body)}
	p.header.Type, p.header.UncompressedPageSize = format.DataPage, int32(len(body))
	h := &p.header.DataPageHeader
	h.Valid = true
	h.V.NumValues, h.V.DefinitionLevelEncoding, h.V.RepetitionLevelEncoding = int32(rows), levels, format.RLE
	return p
}

// version2 is a page of the second version, with the levels before what is compressed.
func version2(rows, nulls int, levels, stored []byte, size int) testPage {
	p := testPage{body: slices.Concat(levels, stored)}
	p.header.Type, p.header.UncompressedPageSize = format.DataPageV2, int32(len(levels)+size)
	h := &p.header.DataPageHeaderV2
	h.Valid = true
	h.V.NumValues, h.V.NumRows, h.V.NumNulls, h.V.DefinitionLevelsByteLength = int32(rows), int32(rows), int32(nulls), int32(len(levels))
	return p
}

// sized is bytes behind their number, as the levels of the first version stand.
func sized(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// readX returns the column of a file of fileOf.
func readX(raw []byte) ([]float64, error) {
	f, err := Open(raw)
	if err != nil {
		return nil, err
	}
	cells, err := f.Read(f.Columns[0])
	return cells.Values, err
}

// sameNumbers compares numbers, of which NaN equals itself.
func sameNumbers(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) })
}

var null = math.NaN()

// codecs compress as each codec does. The codec LZ4 is that of Hadoop.
var codecs = map[format.CompressionCodec]func([]byte) []byte{
	format.Uncompressed: slices.Clone[[]byte],
	format.Snappy:       func(b []byte) []byte { return snappy.Encode(nil, b) },
	format.Gzip:         func(b []byte) []byte { return through(b, func(w *bytes.Buffer) closer { return gzip.NewWriter(w) }) },
	format.Brotli:       func(b []byte) []byte { return through(b, func(w *bytes.Buffer) closer { return brotli.NewWriter(w) }) },
	format.Zstd: func(b []byte) []byte {
		return through(b, func(w *bytes.Buffer) closer { z, _ := zstd.NewWriter(w); return z })
	},
	format.Lz4Raw: block,
	format.Lz4:    func(b []byte) []byte { return hadoop([][]byte{b}) },
}

type closer interface {
	Write([]byte) (int, error)
	Close() error
}

func through(b []byte, to func(w *bytes.Buffer) closer) []byte {
	var out bytes.Buffer
	w := to(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

// block is an LZ4 block.
func block(b []byte) []byte {
	dst := make([]byte, lz4.CompressBlockBound(len(b)))
	n, _ := lz4.CompressBlock(b, dst, nil)
	return dst[:n]
}

// hadoop is one frame of Hadoop, with a block for each of the parts.
func hadoop(parts [][]byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(slices.Concat(parts...))))
	for _, part := range parts {
		b := block(part)
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(b))), b...)
	}
	return out
}

// TestEveryCodec reads pages of both versions in each codec, between pages whose cells are all
// missing: their values are nothing, and a writer need not compress that.
func TestEveryCodec(t *testing.T) {
	numbers := []float64{1.5, -2, 1e300, 0.1, 7, 8, 9, 10}
	want := []float64{null, null, null, 1.5, -2, 1e300, 0.1, 7, 8, 9, 10, null, null}
	for codec, compress := range codecs {
		values := plain(numbers...)
		nothing := slices.Clone(compress(nil))
		for name, raw := range map[string][]byte{
			"the second version, with nothing": fileOf(t, codec, len(want), false,
				version2(3, 3, runOf(0, 3), nil, 0), version2(8, 0, runOf(1, 8), compress(values), len(values)), version2(2, 2, runOf(0, 2), nil, 0)),
			"the second version, with nothing compressed": fileOf(t, codec, len(want), false,
				version2(3, 3, runOf(0, 3), nothing, 0), version2(8, 0, runOf(1, 8), compress(values), len(values)), version2(2, 2, runOf(0, 2), nothing, 0)),
			"the first version": fileOf(t, codec, len(want), false,
				version1(3, format.RLE, sized(runOf(0, 3)), compress), version1(8, format.RLE, slices.Concat(sized(runOf(1, 8)), values), compress), version1(2, format.RLE, sized(runOf(0, 2)), compress)),
		} {
			if got, err := readX(raw); err != nil || !sameNumbers(got, want) {
				t.Errorf("%v, %s: %v, %v, want %v", codec, name, got, err, want)
			}
		}
	}
}

// TestDamagedPages: a byte that is another one is found where the codec has a checksum.
func TestDamagedPages(t *testing.T) {
	values := plain(1, 2, 3, 4)
	body := slices.Concat(sized(runOf(1, 4)), values)
	stored := codecs[format.Gzip](body)
	for k := range stored {
		damaged := slices.Clone(stored)
		damaged[k] ^= 1
		page := version1(4, format.RLE, body, func([]byte) []byte { return damaged })
		if got, err := readX(fileOf(t, format.Gzip, 4, false, page)); err == nil && !sameNumbers(got, []float64{1, 2, 3, 4}) {
			t.Errorf("with another byte %d: %v", k, got)
		}
	}
}

// TestKeysWithoutValues: a key of the metadata, of the file or of a column, needs no value.
func TestKeysWithoutValues(t *testing.T) {
	raw := fileOf(t, format.Uncompressed, 2, true, version1(2, format.RLE, slices.Concat(sized(runOf(1, 2)), plain(3, 4)), codecs[format.Uncompressed]))
	if got, err := readX(raw); err != nil || !sameNumbers(got, []float64{3, 4}) {
		t.Errorf("%v, %v", got, err)
	}
	f, err := Open(raw)
	if value, is := f.Meta["note"]; err != nil || !is || value != "" {
		t.Errorf("the metadata are %v, %v", f.Meta, err)
	}
}

// TestPackedLevels: in files of the first writers a bit says of each row whether its cell is there.
func TestPackedLevels(t *testing.T) {
	raw := fileOf(t, format.Uncompressed, 9, false, version1(9, format.BitPacked, slices.Concat([]byte{0b10100000, 0b10000000}, plain(3, 4, 5)), codecs[format.Uncompressed]))
	if got, err := readX(raw); err != nil || !sameNumbers(got, []float64{3, null, 4, null, null, null, null, null, 5}) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestOldLZ4 reads all that has been called LZ4: Hadoop's frames, one or several, of one block or
// several, an LZ4 frame, and a block.
func TestOldLZ4(t *testing.T) {
	var want []float64
	for k := range 500 {
		want = append(want, float64(k%7))
	}
	body := slices.Concat(sized(runOf(1, len(want))), plain(want...))
	for name, stored := range map[string][]byte{
		"a frame of Hadoop":               hadoop([][]byte{body}),
		"a frame of Hadoop of two blocks": hadoop([][]byte{body[:1000], body[1000:]}),
		"two frames of Hadoop":            slices.Concat(hadoop([][]byte{body[:1000]}), hadoop([][]byte{body[1000:]})),
		"an LZ4 frame":                    through(body, func(w *bytes.Buffer) closer { return lz4.NewWriter(w) }),
		"a block":                         block(body),
	} {
		page := version1(len(want), format.RLE, body, func([]byte) []byte { return stored })
		if got, err := readX(fileOf(t, format.Lz4, len(want), false, page)); err != nil || !sameNumbers(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		for _, cut := range []int{1, len(stored) / 2, len(stored) - 1} {
			page.body = stored[:cut]
			if got, err := readX(fileOf(t, format.Lz4, len(want), false, page)); err == nil {
				t.Errorf("%s: its first %d bytes of %d are read as %v", name, cut, len(stored), got)
			}
		}
	}
	page := version1(2, format.RLE, body, slices.Clone[[]byte])
	if _, err := readX(fileOf(t, format.LZO, 2, false, page)); err == nil || !strings.Contains(err.Error(), "it is compressed by LZO, which is not read: write the file again with snappy, gzip, zstd, brotli or lz4") {
		t.Errorf("LZO: %v", err)
	}
}

// TestParts reads each column of files by others some rows at a time, from memory and from a disk: the cells
// are those of the whole.
func TestParts(t *testing.T) {
	for _, path := range testFiles(t) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open(raw)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		g, err := OpenAt(bytes.NewReader(raw), int64(len(raw)))
		if err != nil || g.Rows != f.Rows || len(g.Columns) != len(f.Columns) {
			t.Fatalf("%s: %d rows and %d columns of %d and %d, %v", path, g.Rows, len(g.Columns), f.Rows, len(f.Columns), err)
		}
		for _, c := range f.Columns {
			if c.Reason != "" {
				continue
			}
			whole, wrong := f.Read(c)
			for _, rows := range []int{1, 3, f.Rows + 1} {
				for name, file := range map[string]*File{"memory": f, "disk": g} {
					got, err := inParts(file.Scan(c), rows)
					if (err == nil) != (wrong == nil) {
						t.Errorf("%s, %q, %d rows at a time, %s: %v, and %v as a whole", path, c.Name, rows, name, err, wrong)
					} else if err == nil && !slices.Equal(got, cellsOf(whole)) {
						t.Errorf("%s, %q, %d rows at a time, %s: %v, want %v", path, c.Name, rows, name, got, cellsOf(whole))
					}
				}
			}
		}
	}
}

// inParts returns the cells of a Scan that is read some rows at a time.
func inParts(s *Scan, rows int) (all []string, err error) {
	for {
		part, err := s.Next(rows)
		if err != nil || len(part.Values) == 0 {
			return all, err
		}
		all = append(all, cellsOf(part)...)
	}
}

// cellsOf returns cells as texts.
func cellsOf(c typed.Cells) []string {
	all := make([]string, len(c.Values))
	for i, v := range c.Values {
		switch {
		case c.Null != nil && c.Null[i]:
			all[i] = "null"
		case c.Kind == typed.Text:
			all[i] = c.Texts[int(v)]
		default:
			all[i] = fmt.Sprint(v)
		}
	}
	return all
}

// testFiles returns Parquet files that other programs wrote.
func testFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/typed/*.parquet")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no Parquet files: %v", err)
	}
	return files
}

// FuzzOpen: no bytes make a panic, and every column has as many cells as the file has rows.
func FuzzOpen(f *testing.F) {
	for _, file := range testFiles(f) {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := Open(raw)
		if err != nil || file.Rows > 1<<20 {
			return
		}
		for _, c := range file.Columns {
			if c.Reason != "" {
				continue
			}
			cells, err := file.Read(c)
			if err == nil && len(cells.Values) != file.Rows {
				t.Errorf("%q has %d cells in %d rows", c.Name, len(cells.Values), file.Rows)
			}
			if parts, wrong := inParts(file.Scan(c), 1+file.Rows/3); err == nil && (wrong != nil || len(parts) != file.Rows) {
				t.Errorf("%q in parts: %d cells in %d rows, %v", c.Name, len(parts), file.Rows, wrong)
			}
		}
	})
}
