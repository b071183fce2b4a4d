package parquet

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A Column describes a column of a file.
type Column struct {
	Name   string
	Kind   typed.Kind
	Reason string // why the column cannot be read, "" if it can

	leaf     int // its chunk in each row group
	leaves   int // how many columns of plain values it is made of
	optional bool
	size     int // of an array of fixed length, in bytes
	physical format.Type
	value    value
}

// A value holds the decoders of a logical type. The one for the physical type of the column is
// set; a text has none.
type value struct {
	ofInt   func(int64) float64
	ofBytes func([]byte) (float64, error)
}

// columns returns the columns that a schema describes. It is a list of the nodes of a tree: each
// node comes before its children, and the first one is the table.
func columns(schema []format.SchemaElement) ([]Column, error) {
	if len(schema) == 0 {
		return nil, errors.New("the Parquet file is damaged: it has no schema")
	}
	var all []Column
	leaf := 0
	for at := 1; at < len(schema); {
		c := Column{Name: schema[at].Name, leaf: leaf}
		next, err := leavesOf(schema, at, &c.leaves, 0)
		if err != nil {
			return nil, err
		}
		c.describe(schema[at])
		all = append(all, c)
		at, leaf = next, leaf+c.leaves
	}
	return all, nil
}

// maxDepth is the depth of the deepest schema that is read.
const maxDepth = 100

// leavesOf adds the number of the leaves below a node, or 1 for a leaf, and returns the place
// behind them.
func leavesOf(schema []format.SchemaElement, at int, leaves *int, depth int) (next int, err error) {
	if at >= len(schema) || depth > maxDepth {
		return 0, errors.New("the Parquet file is damaged: its schema is no tree")
	}
	children := int(schema[at].NumChildren.V)
	if children <= 0 {
		*leaves++
		return at + 1, nil
	}
	next = at + 1
	for range children {
		next, err = leavesOf(schema, next, leaves, depth+1)
		if err != nil {
			return 0, err
		}
	}
	return next, nil
}

// describe sets the kind of the cells of the column.
func (c *Column) describe(e format.SchemaElement) {
	c.optional = e.RepetitionType.V == format.Optional
	c.physical, c.size = e.Type.V, int(e.TypeLength.V)
	switch l := logical(e).(type) {
	case *format.ListType:
		c.Reason = "holds lists"
	case *format.MapType:
		c.Reason = "holds maps"
	default:
		switch {
		case e.RepetitionType.V == format.Repeated:
			c.Reason = "holds lists"
		case c.leaves != 1 || e.NumChildren.V > 0:
			c.Reason = "holds records of several values"
		case e.ConvertedType.Valid && e.ConvertedType.V == deprecated.Interval:
			c.Reason = "holds intervals of months, days and milliseconds"
		default:
			c.plain(l)
		}
	}
}

// plain sets the kind of the cells of a column of plain values.
func (c *Column) plain(l format.LogicalTypeValue) {
	switch l := l.(type) {
	case *format.DecimalType:
		c.decimal(int(l.Scale))
		return
	case *format.DateType:
		c.Kind, c.value.ofInt = typed.Day, func(days int64) float64 { return float64(days * 86400) }
		return
	case *format.TimestampType:
		c.Kind, c.value.ofInt = typed.Moment, timestamp(l.Unit)
		return
	case *format.TimeType:
		c.Reason = "holds times of the day"
		return
	case *format.Float16Type:
		c.value.ofBytes = float16
		return
	case *format.UUIDType:
		c.Reason = "holds UUIDs, which are identifiers"
		return
	case *format.VariantType, *format.BsonType, *format.GeometryType, *format.GeographyType:
		c.Reason = fmt.Sprintf("holds values of the type %v", l)
		return
	}
	switch c.physical {
	case format.Boolean:
		c.Kind = typed.Boolean
	case format.Int32, format.Int64:
		c.Kind, c.value.ofInt = typed.Integer, signed
		if t, ok := l.(*format.IntType); ok && !t.IsSigned {
			c.value.ofInt = unsigned(c.physical)
		}
	case format.Int96:
		c.Kind, c.value.ofBytes = typed.Moment, int96
	case format.Float, format.Double:
	case format.ByteArray:
		c.Kind = typed.Text
	default:
		c.Reason = "holds bytes that are no text"
	}
}

// logical returns the logical type of a column. Older files have the converted type that it
// took the place of.
func logical(e format.SchemaElement) format.LogicalTypeValue {
	if e.LogicalType.Value != nil || !e.ConvertedType.Valid {
		return e.LogicalType.Value
	}
	switch t := e.ConvertedType.V; t {
	case deprecated.List:
		return &format.ListType{}
	case deprecated.Map, deprecated.MapKeyValue:
		return &format.MapType{}
	case deprecated.Decimal:
		return &format.DecimalType{Scale: e.Scale.V, Precision: e.Precision.V}
	case deprecated.Date:
		return &format.DateType{}
	case deprecated.TimeMillis, deprecated.TimeMicros:
		return &format.TimeType{}
	case deprecated.TimestampMillis:
		return &format.TimestampType{Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}
	case deprecated.TimestampMicros:
		return &format.TimestampType{Unit: format.TimeUnit{Value: &format.MicroSeconds{}}}
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return &format.IntType{}
	case deprecated.Bson:
		return &format.BsonType{}
	}
	return nil
}
