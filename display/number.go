package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// digits is how many significant digits of the numbers in a column are shown.
const digits = 4

// column formats the cells of a column. Floats share their number of decimals,
// so that their points stand below each other, as long as that leaves the
// smallest of them two significant digits; else each has its own.
func column(cells []any) []string {
	decimals, shared := sharedDecimals(cells)
	out := make([]string, len(cells))
	for i, c := range cells {
		v, ok := c.(float64)
		switch {
		case !ok:
			out[i] = cell(c)
		case v == 0:
			out[i] = "0"
		case shared && !math.IsNaN(v) && !math.IsInf(v, 0):
			out[i] = strconv.FormatFloat(v, 'f', decimals, 64)
		default:
			out[i] = number(v)
		}
	}
	return out
}

// sharedDecimals returns how many decimals show the largest of the floats to
// the usual digits, and whether that does for the smallest.
func sharedDecimals(cells []any) (int, bool) {
	lo, hi := math.Inf(1), 0.0
	whole := true
	for _, c := range cells {
		if v, ok := c.(float64); ok && v != 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = min(lo, math.Abs(v)), max(hi, math.Abs(v))
			whole = whole && v == math.Trunc(v)
		}
	}
	if hi == 0 || hi >= 1e9 || lo < 1e-9 {
		return 0, false
	}
	if whole {
		return 0, true
	}
	decimals := max(digits-1-exponent(hi), 0)
	return decimals, decimals+exponent(lo) >= 1
}

func exponent(v float64) int { return int(math.Floor(math.Log10(v))) }

// number formats one float on its own.
func number(v float64) string {
	switch a := math.Abs(v); {
	case a >= 1000 && a < 1e9:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// loose is a float that does not share its number of decimals with others.
type loose float64

// cell is what stands in a cell that holds no float: one line.
func cell(c any) string {
	switch v := c.(type) {
	case nil:
		return ""
	case loose:
		return number(float64(v))
	case float32:
		return number(float64(v))
	}
	return strings.Join(strings.Fields(fmt.Sprint(c)), " ")
}

// numeric reports whether c is set flush right.
func numeric(c any) bool {
	switch c.(type) {
	case nil, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, loose:
		return true
	}
	return false
}
