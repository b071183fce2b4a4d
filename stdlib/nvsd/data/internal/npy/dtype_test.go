package npy

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// seconds1970 returns the moment of a date.
func seconds1970(year int, month time.Month, day int) float64 {
	return float64(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix())
}

// TestTypes reads one cell of each type from the bytes that NumPy's description of the type says.
func TestTypes(t *testing.T) {
	for _, c := range []struct {
		descr string
		cell  []byte
		kind  typed.Kind
		want  float64
	}{
		{"'|b1'", []byte{0}, typed.Boolean, 0},
		{"'?'", []byte{1}, typed.Boolean, 1},
		{"'|b1'", []byte{7}, typed.Boolean, 1},
		{"'|i1'", []byte{0x80}, typed.Integer, -128},
		{"'|u1'", []byte{0x80}, typed.Integer, 128},
		{"'<i2'", []byte{0x01, 0x80}, typed.Integer, -32767},
		{"'>i2'", []byte{0x80, 0x01}, typed.Integer, -32767},
		{"'<u2'", []byte{0x01, 0x80}, typed.Integer, 32769},
		{"'>u2'", []byte{0x80, 0x01}, typed.Integer, 32769},
		{"'<i4'", []byte{0xfe, 0xff, 0xff, 0xff}, typed.Integer, -2},
		{"'>i4'", []byte{0xff, 0xff, 0xff, 0xfe}, typed.Integer, -2},
		{"'<u4'", []byte{0xfe, 0xff, 0xff, 0xff}, typed.Integer, 1<<32 - 2},
		{"'<i8'", []byte{0, 0, 0, 0, 1, 0, 0, 0}, typed.Integer, 1 << 32},
		{"'>i8'", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, typed.Integer, -1},
		{"'<u8'", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, typed.Number, 1 << 64},
		{"'<f4'", []byte{0, 0, 0xc0, 0x3f}, typed.Number, 1.5},
		{"'>f4'", []byte{0x3f, 0xc0, 0, 0}, typed.Number, 1.5},
		{"'<f8'", []byte{0, 0, 0, 0, 0, 0, 0, 0xc0}, typed.Number, -2},
		{"'>f8'", []byte{0xc0, 0, 0, 0, 0, 0, 0, 0}, typed.Number, -2},
		{"'=f8'", []byte{0, 0, 0, 0, 0, 0, 0, 0xc0}, typed.Number, -2},
		{"'<f2'", []byte{0x00, 0x3e}, typed.Number, 1.5},
		{"'>f2'", []byte{0x3e, 0x00}, typed.Number, 1.5},
		{"'<M8[D]'", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, typed.Day, seconds1970(1969, 12, 31)},
		{"'<M8[W]'", []byte{1, 0, 0, 0, 0, 0, 0, 0}, typed.Day, seconds1970(1970, 1, 8)},
		{"'<M8[M]'", []byte{14, 0, 0, 0, 0, 0, 0, 0}, typed.Day, seconds1970(1971, 3, 1)},
		{"'<M8[M]'", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, typed.Day, seconds1970(1969, 12, 1)},
		{"'>M8[Y]'", []byte{0, 0, 0, 0, 0, 0, 0, 30}, typed.Day, seconds1970(2000, 1, 1)},
		{"'<M8[h]'", []byte{2, 0, 0, 0, 0, 0, 0, 0}, typed.Moment, 7200},
		{"'<M8[m]'", []byte{2, 0, 0, 0, 0, 0, 0, 0}, typed.Moment, 120},
		{"'<M8[s]'", []byte{2, 0, 0, 0, 0, 0, 0, 0}, typed.Moment, 2},
		{"'<M8[25s]'", []byte{2, 0, 0, 0, 0, 0, 0, 0}, typed.Moment, 50},
		{"'<M8[ms]'", []byte{0xdc, 5, 0, 0, 0, 0, 0, 0}, typed.Moment, 1.5},
		{"'<M8[us]'", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, typed.Moment, -1e-6},
		{"'<M8[ns]'", []byte{0xe8, 3, 0, 0, 0, 0, 0, 0}, typed.Moment, 1e-6},
	} {
		all, err := columnsOf(fileOf(1, headerOf(c.descr, false, "(1,)"), c.cell...))
		if err != nil || len(all) != 1 || all[0].Kind != c.kind || math.Abs(all[0].Values[0]-c.want) > 1e-15 {
			t.Errorf("%s of %x is %+v, %v, want %v of kind %d", c.descr, c.cell, all, err, c.want, c.kind)
		}
	}
}

// TestNotATime: the least integer is no date, in any unit.
func TestNotATime(t *testing.T) {
	for _, unit := range []string{"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"} {
		all, err := columnsOf(fileOf(1, headerOf("'<M8["+unit+"]'", false, "(2,)"), 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0))
		if err != nil || !slices.Equal(all[0].Null, []bool{true, false}) || !math.IsNaN(all[0].Values[0]) || all[0].Values[1] != 0 {
			t.Errorf("%s: %+v, %v", unit, all, err)
		}
	}
}

// TestTexts: zeros fill a text up, and characters of four bytes have an order.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		descr string
		body  []byte
		want  []string
	}{
		{"'|S3'", []byte("abc\x00\x00\x00a\x00\x00"), []string{"abc", "", "a"}},
		{"'|a2'", []byte("é\x00\x00ab"), []string{"é", "", "ab"}},
		{"'<U1'", []byte{0xe9, 0, 0, 0, 0x00, 0xf6, 0x01, 0}, []string{"é", "😀"}},
		{"'>U1'", []byte{0, 0, 0, 0xe9, 0, 0x01, 0xf6, 0x00}, []string{"é", "😀"}},
	} {
		all, err := columnsOf(fileOf(1, headerOf(c.descr, false, "("+string(rune('0'+len(c.want)))+",)"), c.body...))
		if err != nil || all[0].Kind != typed.Text || !slices.Equal(all[0].Texts, c.want) {
			t.Errorf("%s: %+v, %v, want %q", c.descr, all, err, c.want)
		}
	}
}

// TestHalfPrecision reads all numbers of half precision. Each is the number of single precision
// that has its sign, its exponent and its fraction; those below the least exponent are multiples
// of 2^-24.
func TestHalfPrecision(t *testing.T) {
	var body []byte
	for bits := range 1 << 16 {
		body = binary.LittleEndian.AppendUint16(body, uint16(bits))
	}
	all, err := columnsOf(fileOf(1, headerOf("'<f2'", false, "(65536,)"), body...))
	if err != nil {
		t.Fatal(err)
	}
	for bits, got := range all[0].Values {
		sign, exponent, fraction := uint32(bits)>>15, uint32(bits)>>10&31, uint32(bits)&1023
		single := sign<<31 | fraction<<13
		switch exponent {
		case 0:
			single = math.Float32bits(float32(fraction)/(1<<24)) | sign<<31
		case 31:
			single |= 255 << 23
		default:
			single |= (exponent - 15 + 127) << 23
		}
		want := float64(math.Float32frombits(single))
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
			t.Fatalf("%#04x is %v, want %v", bits, got, want)
		}
	}
}
