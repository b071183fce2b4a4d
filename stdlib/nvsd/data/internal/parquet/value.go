package parquet

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"time"

	"github.com/parquet-go/parquet-go/format"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// signed returns a whole number.
func signed(v int64) float64 { return float64(v) }

// unsigned returns a function for whole numbers without a sign, whose bits a column holds.
func unsigned(physical format.Type) func(int64) float64 {
	if physical == format.Int32 {
		return func(v int64) float64 { return float64(uint32(v)) }
	}
	return func(v int64) float64 { return float64(uint64(v)) }
}

// timestamp returns a function for moments in a unit since the beginning of 1970. Its results
// are seconds, to the microsecond.
func timestamp(unit format.TimeUnit) func(int64) float64 {
	per := int64(time.Second / time.Millisecond)
	if unit.Value != nil {
		per = int64(time.Second / unit.Value.Duration())
	}
	return func(v int64) float64 { return typed.SecondsIn(v, per) }
}

// int96 returns the moment of the nanoseconds of a day and the number of the day in the Julian
// calendar.
func int96(b []byte) (float64, error) {
	const unixDay = 2440588
	nanos := int64(binary.LittleEndian.Uint64(b))
	days := int64(int32(binary.LittleEndian.Uint32(b[8:]))) - unixDay
	return typed.Seconds(days*86400+nanos/1e9, nanos%1e9), nil
}

// float16 returns a number of half precision.
func float16(b []byte) (float64, error) {
	if len(b) != 2 {
		return 0, fmt.Errorf("a number of half precision has %d bytes", len(b))
	}
	return typed.Half(binary.LittleEndian.Uint16(b)), nil
}

// decimal makes the column one of whole numbers that are divided by a power of ten. The
// quotients are rounded once.
func (c *Column) decimal(scale int) {
	const exactPower = 22 // 10^22 is the largest power of ten that a float64 holds exactly
	if scale < 0 || scale > 1000 {
		c.Reason = fmt.Sprintf("holds decimal numbers with %d digits behind the point", scale)
		return
	}
	c.Kind = typed.Number
	if scale == 0 && c.physical != format.ByteArray && c.physical != format.FixedLenByteArray {
		c.Kind = typed.Integer
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	ofBig := func(v *big.Int) float64 {
		f, _ := new(big.Rat).SetFrac(v, power).Float64()
		return f
	}
	nearPower, _ := new(big.Float).SetInt(power).Float64()
	ofInt := func(v int64) float64 {
		if scale <= exactPower && v >= -typed.MaxExact && v <= typed.MaxExact {
			return float64(v) / nearPower
		}
		return ofBig(big.NewInt(v))
	}
	c.value.ofInt = ofInt
	c.value.ofBytes = func(b []byte) (float64, error) {
		if len(b) > 0 && len(b) <= 8 {
			v := int64(int8(b[0]))
			for _, digit := range b[1:] {
				v = v<<8 | int64(digit)
			}
			return ofInt(v), nil
		}
		v := new(big.Int).SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 { // negative, as a complement to two
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
		return ofBig(v), nil
	}
}
