package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A dtype is the type of the cells of an array: their kind, their size and their decoder.
type dtype struct {
	kind typed.Kind
	size int // in bytes
	read func(c *typed.Cells, row int, cell []byte)
}

// parseType returns the type that a header describes, or the reason why its values cannot be
// read. Its size is 0 if it is not known.
func parseType(descr any) (t dtype, reason string) {
	text, is := descr.(string)
	if !is {
		return t, "holds records within records"
	}
	text, unit, _ := strings.Cut(text, "[")
	letters := strings.TrimLeft(text, "<>|=")
	if letters == "?" {
		letters = "b1"
	}
	if letters == "O" {
		letters = "O8"
	}
	size, err := strconv.Atoi(strings.TrimLeft(letters, "?bBiufcmMOSaUV"))
	if err != nil || size < 1 || size > math.MaxInt32/4 || letters == "" {
		return t, fmt.Sprintf("holds values of the type %q, which is not known", text)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(text, ">") {
		order = binary.BigEndian
	}
	t.size = size
	switch letters[0] {
	case 'U':
		t.size = 4 * size
		t.text(func(cell []byte) []byte { return utf32(order, cell) })
	case 'S', 'a':
		t.text(func(cell []byte) []byte { return cell })
	case 'M':
		return t, t.moment(order, strings.TrimSuffix(unit, "]"))
	case 'O':
		return t, "holds Python objects: write it as an array of numbers or texts"
	case 'c':
		return t, "holds complex numbers"
	case 'm':
		return t, "holds durations: divide them by a unit, such as numpy.timedelta64(1, 's')"
	case 'V':
		return t, "holds bytes that are no text"
	default:
		of := numbers(letters, order)
		if of == nil {
			return t, fmt.Sprintf("holds numbers of the type %q, which is not known: write it as float64", text)
		}
		switch letters[0] {
		case 'b':
			t.kind = typed.Boolean
		case 'i', 'u':
			t.kind = typed.Integer
		}
		t.read = func(c *typed.Cells, row int, cell []byte) { c.Values[row] = of(cell) }
	}
	return t, ""
}

// text makes the type one of texts that zeros fill up.
func (t *dtype) text(of func([]byte) []byte) {
	t.kind = typed.Text
	t.read = func(c *typed.Cells, row int, cell []byte) {
		c.Values[row] = c.Place(bytes.TrimRight(of(cell), "\x00"))
	}
}

// numbers returns the function that reads a number of a type, or nil if there is none.
func numbers(letters string, order binary.ByteOrder) func([]byte) float64 {
	switch letters {
	case "b1":
		return func(b []byte) float64 { return float64(min(b[0], 1)) }
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }
	case "u1":
		return func(b []byte) float64 { return float64(b[0]) }
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }
	case "f2":
		return func(b []byte) float64 { return typed.Half(order.Uint16(b)) }
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	}
	return nil
}

// perSecond is the number of units in a second.
var perSecond = map[string]int64{"s": 1, "ms": 1e3, "us": 1e6, "ns": 1e9, "ps": 1e12, "fs": 1e15, "as": 1e18}

// seconds is the length of a unit in seconds.
var seconds = map[string]int64{"m": 60, "h": 3600, "D": 86400, "W": 7 * 86400}

// moment makes the type one of moments that are multiples of a unit after the beginning of 1970,
// or returns the reason why they cannot be read.
func (t *dtype) moment(order binary.ByteOrder, unit string) (reason string) {
	t.kind = typed.Moment
	name := strings.TrimLeft(unit, "0123456789")
	step := int64(1)
	if name != unit {
		step, _ = strconv.ParseInt(strings.TrimSuffix(unit, name), 10, 32)
	}
	var of func(v int64) float64
	switch {
	case perSecond[name] > 0:
		of = func(v int64) float64 { return typed.SecondsIn(v, perSecond[name]) }
	case seconds[name] > 0:
		of = func(v int64) float64 { return float64(v) * float64(seconds[name]) }
	case name == "M":
		of = func(v int64) float64 {
			return float64(time.Date(1970, time.Month(1+v), 1, 0, 0, 0, 0, time.UTC).Unix())
		}
	case name == "Y":
		of = func(v int64) float64 {
			return float64(time.Date(int(1970+v), 1, 1, 0, 0, 0, 0, time.UTC).Unix())
		}
	default:
		return fmt.Sprintf("holds dates in the unit %q, which is not known", unit)
	}
	if strings.Contains("DWMY", name) {
		t.kind = typed.Day
	}
	if t.size != 8 || step < 1 {
		return fmt.Sprintf("holds dates of %d bytes in the unit %q, which are not known", t.size, unit)
	}
	t.read = func(c *typed.Cells, row int, cell []byte) {
		v := int64(order.Uint64(cell))
		if v == math.MinInt64 { // not a time
			c.SetNull(row)
			return
		}
		c.Values[row] = of(v * step)
	}
	return ""
}

// utf32 returns a text of characters of four bytes in UTF-8.
func utf32(order binary.ByteOrder, cell []byte) []byte {
	var text []byte
	for ; len(cell) >= 4; cell = cell[4:] {
		text = append(text, string(rune(order.Uint32(cell)))...)
	}
	return text
}
