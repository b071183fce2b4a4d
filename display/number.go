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
// so that their points stand below each other; one that would be left with
// less than two significant digits, and is not exact so, has its own.
func column(cells []any) []string {
	decimals := sharedDecimals(cells)
	out := make([]string, len(cells))
	for i, c := range cells {
		v, ok := c.(float64)
		switch {
		case !ok:
			out[i] = cell(c)
		case v == 0:
			out[i] = "0"
		case !finite(v), math.Abs(v) >= huge:
			out[i] = number(v)
		default:
			out[i] = strconv.FormatFloat(v, 'f', decimals, 64)
			if rounded, _ := strconv.ParseFloat(out[i], 64); rounded != v && decimals+exponent(v) < 1 {
				out[i] = number(v)
			}
		}
	}
	return out
}

// huge is from where on a float is written with an exponent.
const huge = 1e9

// sharedDecimals returns how many decimals show the largest of the floats to
// the usual digits; none if all are whole.
func sharedDecimals(cells []any) int {
	largest, whole := 0.0, true
	for _, c := range cells {
		if v, ok := c.(float64); ok && finite(v) && math.Abs(v) < huge {
			largest = max(largest, math.Abs(v))
			whole = whole && v == math.Trunc(v)
		}
	}
	if whole {
		return 0
	}
	return min(max(digits-1-exponent(largest), 0), 6)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// exponent is that of the first significant digit of v, which is not 0.
func exponent(v float64) int { return int(math.Floor(math.Log10(math.Abs(v)))) }

// number formats one float on its own.
func number(v float64) string {
	switch a := math.Abs(v); {
	case a >= 1000 && a < huge:
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

// rough is a float of which one digit counts.
type rough float64

// cell is what stands in a cell that holds no float: one line.
func cell(c any) string {
	switch v := c.(type) {
	case nil:
		return ""
	case loose:
		return number(float64(v))
	case rough:
		return fmt.Sprintf("%.1g", float64(v))
	case float32:
		return number(float64(v))
	}
	return strings.Join(strings.Fields(fmt.Sprint(c)), " ")
}

// numeric reports whether c is set flush right.
func numeric(c any) bool {
	switch c.(type) {
	case nil, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, loose, rough:
		return true
	}
	return false
}
