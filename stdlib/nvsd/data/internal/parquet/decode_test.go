package parquet

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// bytesOf returns the bytes that are written as hexadecimal digits, with a text behind them.
func bytesOf(t *testing.T, digits, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return append(b, text...)
}

// readerOf returns a reader of a column of a physical type.
func readerOf(physical format.Type, size int) *Scan {
	r := &Scan{Column: Column{physical: physical, size: size}}
	switch physical {
	case format.Int96:
		r.value.ofBytes = int96
	case format.FixedLenByteArray:
		r.value.ofBytes = float16
	default:
		r.value.ofInt = signed
	}
	return r
}

// An encodedPage is the values of a page as the format's documentation of an encoding has them.
type encodedPage struct {
	name     string
	physical format.Type
	encoding format.Encoding
	digits   string
	text     string // behind them
	want     []float64
	texts    []string // of which want are the places
}

var encodedPages = []encodedPage{
	{"plain booleans, the first in the lowest bit", format.Boolean, format.Plain, "0d", "", []float64{1, 0, 1, 1, 0}, nil},
	{"plain int32", format.Int32, format.Plain, "01000000 ffffffff", "", []float64{1, -1}, nil},
	{"plain int64", format.Int64, format.Plain, "0000000001000000 feffffffffffffff", "", []float64{1 << 32, -2}, nil},
	{"plain float", format.Float, format.Plain, "0000c03f 000000c0", "", []float64{1.5, -2}, nil},
	{"plain double", format.Double, format.Plain, "000000000000f83f 00000000000000c0", "", []float64{1.5, -2}, nil},
	{"plain int96: nanoseconds and the Julian day", format.Int96, format.Plain, "0000000000000000 8c3d2500 80969800 00000000 8d3d2500", "", []float64{0, 86400.01}, nil},
	{"plain half precision", format.FixedLenByteArray, format.Plain, "003e 00c0", "", []float64{1.5, -2}, nil},
	{"plain texts behind their lengths", format.ByteArray, format.Plain, "02000000 6162 00000000 02000000 6162", "", []float64{0, 1, 0}, []string{"ab", ""}},
	{"runs of booleans behind their length", format.Boolean, format.RLE, "04000000 0a01 0600", "", []float64{1, 1, 1, 1, 1, 0, 0, 0}, nil},
	{"groups of eight booleans", format.Boolean, format.RLE, "02000000 030d", "", []float64{1, 0, 1, 1, 0, 0}, nil},
	{"streams of bytes of float", format.Float, format.ByteStreamSplit, "0000 0000 c000 3fc0", "", []float64{1.5, -2}, nil},
	{"streams of bytes of int64", format.Int64, format.ByteStreamSplit, "01fe 00ff 00ff 00ff 00ff 00ff 00ff 00ff", "", []float64{1, -2}, nil},
	{"differences that are the same", format.Int32, format.DeltaBinaryPacked, "8001 04 05 02 02 00000000", "", []float64{1, 2, 3, 4, 5}, nil},
	{"differences", format.Int64, format.DeltaBinaryPacked, "8001 04 08 0e 03 02000000 c03f000000000000", "", []float64{7, 5, 3, 1, 2, 3, 4, 5}, nil},
	{"texts behind all lengths", format.ByteArray, format.DeltaLengthByteArray, "8001 04 04 0a 00 01000000 02000000", "HelloWorldFoobarABCDEF", []float64{0, 1, 2, 3}, []string{"Hello", "World", "Foobar", "ABCDEF"}},
	{"texts that begin as those before", format.ByteArray, format.DeltaByteArray,
		"8001 04 04 00 03 03000000 440100000000000000000000 8001 04 04 08 03 03000000 700000000000000000000000", "axislebabbleyhood", []float64{0, 1, 2, 3}, []string{"axis", "axle", "babble", "babyhood"}},
}

// TestEncodings reads values in each encoding from bytes that are written down.
func TestEncodings(t *testing.T) {
	for _, p := range encodedPages {
		r, dst := readerOf(p.physical, 2), make([]float64, len(p.want))
		err := r.decode(dst, p.encoding, bytesOf(t, p.digits, p.text))
		if err != nil || !slices.Equal(dst, p.want) || !slices.Equal(r.cells.Texts, p.texts) {
			t.Errorf("%s: %v of %q, %v, want %v of %q", p.name, dst, r.cells.Texts, err, p.want, p.texts)
		}
	}
}

// TestDictionary reads places in a dictionary, in a run and in a group of eight, of which the last
// fill up.
func TestDictionary(t *testing.T) {
	r, dst := readerOf(format.Double, 0), make([]float64, 9)
	body := bytesOf(t, "02 0602 03e4e4", "")
	r.dictionary = []float64{10, 11, 12, 13}
	if err := r.decode(dst, format.RLEDictionary, body); err != nil || !slices.Equal(dst, []float64{12, 12, 12, 10, 11, 12, 13, 10, 11}) {
		t.Errorf("%v, %v", dst, err)
	}
	r.dictionary = r.dictionary[:3]
	if err := r.decode(dst, format.RLEDictionary, body); err == nil || !strings.Contains(err.Error(), "a value has the place 3 in a dictionary of 3") {
		t.Errorf("a place that the dictionary lacks: %v", err)
	}
}

// TestCutEncodings: no beginning of a page has all its values, but for zeros at the end of the
// last block of differences, which writers may leave out.
func TestCutEncodings(t *testing.T) {
	for _, p := range encodedPages {
		body := bytesOf(t, p.digits, p.text)
		for n := range body {
			dst := make([]float64, len(p.want))
			err := func() (err error) {
				defer damaged(&err)
				return readerOf(p.physical, 2).decode(dst, p.encoding, body[:n:n])
			}()
			if err == nil && !(p.encoding == format.DeltaBinaryPacked && slices.Equal(dst, p.want)) {
				t.Errorf("%s: the first %d bytes of %d are read as %v", p.name, n, len(body), dst)
			}
		}
	}
}

// TestUnknownEncodings: an encoding that a type cannot have is named.
func TestUnknownEncodings(t *testing.T) {
	for physical, encoding := range map[format.Type]format.Encoding{
		format.Double: format.RLE, format.ByteArray: format.ByteStreamSplit, format.Float: format.BitPacked,
	} {
		err := readerOf(physical, 0).decode(make([]float64, 1), encoding, make([]byte, 64))
		if err == nil || !strings.Contains(err.Error(), encoding.String()) || !strings.Contains(err.Error(), "is not known") {
			t.Errorf("%v of %v: %v", encoding, physical, err)
		}
	}
}
