package parquet

import (
	"encoding/base64"
	"encoding/binary"

	"github.com/parquet-go/parquet-go/format"
)

// Durations have no type of their own in the format. Programs that use Arrow (pyarrow and pandas,
// polars, Arrow in R) store them as whole numbers, and Arrow's schema of the table beside them:
// an encapsulated message in base64, which is a FlatBuffer.

// arrowSchema is the key of Arrow's schema among the key-value metadata of a file.
const arrowSchema = "ARROW:schema"

// The numbers of fields, and of types, in the schema of Arrow's messages.
const (
	messageHeader  = 2
	schemaFields   = 1
	fieldName      = 0
	fieldTypeKind  = 2
	fieldType      = 3
	durationUnit   = 0
	kindOfDuration = 18
	milliseconds   = 1 // the unit if none is stored: 0 is seconds, and each next one a thousandth
	nanoseconds    = 3
)

// durations makes the columns that Arrow's schema calls durations numbers of seconds. What
// cannot be read of the schema says nothing.
func durations(columns []Column, schema string) {
	raw, err := base64.StdEncoding.DecodeString(schema)
	if err != nil {
		return
	}
	message := flatBuffer(raw)
	message = message.from(4) // its length, behind a mark that older programs do not write
	if len(raw) >= 4 && binary.LittleEndian.Uint32(raw) == 0xffffffff {
		message = message.from(4)
	}
	root := message.refer(0)
	list := message.refer(message.field(message.refer(message.field(root, messageHeader)), schemaFields))
	if message.number(list) != len(columns) {
		return
	}
	for k := range columns {
		c := &columns[k]
		field := message.refer(list + 4 + 4*k)
		if message.text(message.refer(message.field(field, fieldName))) != c.Name || message.byte(message.field(field, fieldTypeKind)) != kindOfDuration || c.Reason != "" || c.physical != format.Int64 {
			continue
		}
		unit := milliseconds
		if at := message.field(message.refer(message.field(field, fieldType)), durationUnit); at >= 0 {
			unit = message.short(at)
		}
		if unit <= nanoseconds {
			c.decimal(3 * unit)
		}
	}
}

// A flatBuffer is the bytes of a FlatBuffer. What is outside of them is 0, and its place is -1,
// as is that of a field that a table does not have.
type flatBuffer []byte

// from returns the bytes from a place on.
func (b flatBuffer) from(at int) flatBuffer { return b[min(at, len(b)):] }

func (b flatBuffer) byte(at int) int {
	if at < 0 || at >= len(b) {
		return 0
	}
	return int(b[at])
}

func (b flatBuffer) short(at int) int {
	if at < 0 || at > len(b)-2 {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func (b flatBuffer) number(at int) int {
	if at < 0 || at > len(b)-4 {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(b[at:])))
}

// refer returns the place to which the offset at a place refers.
func (b flatBuffer) refer(at int) int {
	if offset := b.number(at); offset > 0 {
		return at + offset
	}
	return -1
}

// field returns the place of a field of the table at a place.
func (b flatBuffer) field(table, n int) int {
	if table < 0 {
		return -1
	}
	fields := table - b.number(table)
	if offset := b.short(fields + 4 + 2*n); 4+2*n < b.short(fields) && offset > 0 {
		return table + offset
	}
	return -1
}

// text returns the text at a place.
func (b flatBuffer) text(at int) string {
	if n := b.number(at); at >= 0 && n >= 0 && n <= len(b)-at-4 {
		return string(b[at+4 : at+4+n])
	}
	return ""
}
