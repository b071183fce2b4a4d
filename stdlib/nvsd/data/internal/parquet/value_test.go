package parquet

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

// TestDecimals: a decimal number is the quotient of its digits and the power of ten, rounded
// once, whether the digits are in an integer or in bytes of any number.
func TestDecimals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits, scale, room := rapid.Int64().Draw(t, "digits"), rapid.IntRange(0, 40).Draw(t, "scale"), rapid.IntRange(8, 20).Draw(t, "bytes")
		c := Column{physical: format.FixedLenByteArray}
		c.decimal(scale)
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
		want, _ := new(big.Rat).SetFrac(big.NewInt(digits), power).Float64()
		if got := c.value.ofInt(digits); got != want {
			t.Errorf("%d/10^%d is %v, want %v", digits, scale, got, want)
		}
		raw := make([]byte, room)
		for i := range raw { // as a complement to two, the most significant byte first
			raw[i] = byte(digits >> min(8*(room-1-i), 63))
		}
		if got, err := c.value.ofBytes(raw); got != want || err != nil {
			t.Errorf("%x/10^%d is %v, %v, want %v", raw, scale, got, err, want)
		}
	})
	var c Column
	c.decimal(-1)
	if c.Reason == "" {
		t.Error("a decimal number with -1 digits behind the point can be read")
	}
}

// TestMoments: a moment is the seconds since 1970, to the microsecond, also before it.
func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const span = 100 * 365 * 86400
		moment := time.Unix(rapid.Int64Range(-span, span).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds"))
		for name, c := range map[string]struct {
			unit  format.TimeUnitValue
			value int64
			to    time.Duration
		}{
			"no unit":      {nil, moment.UnixMilli(), time.Millisecond},
			"milliseconds": {&format.MilliSeconds{}, moment.UnixMilli(), time.Millisecond},
			"microseconds": {&format.MicroSeconds{}, moment.UnixMicro(), time.Microsecond},
			"nanoseconds":  {&format.NanoSeconds{}, moment.UnixNano(), time.Microsecond},
		} {
			past := moment.Sub(moment.Truncate(time.Second)).Truncate(c.to)
			want := float64(moment.Unix()) + past.Seconds()
			if got := timestamp(format.TimeUnit{Value: c.unit})(c.value); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: %d is %v, want %v", name, c.value, got, want)
			}
		}
	})
}

// TestUnsigned: the bits of a negative number are a large one of a column without signs.
func TestUnsigned(t *testing.T) {
	if got := unsigned(format.Int32)(-1); got != math.MaxUint32 {
		t.Errorf("32 bits: %v", got)
	}
	if got := unsigned(format.Int64)(math.MinInt64); got != 1<<63 {
		t.Errorf("64 bits: %v", got)
	}
}
