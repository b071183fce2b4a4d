package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Percent is a part of a whole, from 0 to 1, which is shown in percent: 0.75 as "75 %".
type Percent float64

func (p Percent) String() string { return fmt.Sprintf("%.0f %%", 100*float64(p)) }

// Plural returns a number of things in words, with an s behind the noun of all numbers but one:
// "1 fold", "5 folds".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// A Ratio is a count of events among trials: "3 of 20".
type Ratio struct{ Times, Of int }

func (r Ratio) String() string { return fmt.Sprintf("%d of %d", r.Times, r.Of) }

// A Mark is a word for the state of its row, behind a sign that is seen at a glance: "✓
// chosen".
type Mark struct {
	Sign Sign
	Word string
}

// A Sign is a symbol before the word of a [Mark].
type Sign string

const (
	Tick  Sign = "✓" // the row is set apart, or its claim holds
	Cross Sign = "✗" // it fails
	Dash  Sign = "–" // it is not set apart
)

func (m Mark) String() string { return strings.TrimSpace(string(m.Sign) + " " + m.Word) }

// Marked returns a tick with the word where the row is set apart, and else a dash.
func Marked(apart bool, word string) Mark {
	if apart {
		return Mark{Tick, word}
	}
	return Mark{Sign: Dash}
}

// A Gap is a cell that stands for others that are left out. It is set as the cells of its
// column are.
type Gap string

const (
	Across Gap = "…" // columns are left out
	Down   Gap = "⋮" // rows are left out
)

// Known returns v as a cell, which is empty where v is NaN.
func Known(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

// usualDigits is the default number of significant digits.
const usualDigits = 4

// spreadDigits is the number of significant digits of a number in brackets that stands alone.
const spreadDigits = 2

// huge is the least size of a float that is written with an exponent.
const huge = 1e9

// Number formats one float as a cell does, to four significant digits.
func Number(v float64) string { return number(v, usualDigits) }

// number formats one float on its own. Whole digits are never rounded away below huge.
func number(v float64, digits int) string {
	switch a := math.Abs(v); {
	case a >= math.Pow10(digits-1) && a < huge:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// digits returns the number of significant digits of the column's floats.
func (c Column) digits() int {
	if c.Digits == 0 {
		return usualDigits
	}
	return c.Digits
}

// float returns a cell as a float, rounded as the column says, and whether it is one.
func (c Column) float(cell any) (v float64, ok bool) {
	v, ok = numberOf(cell)
	if ok && c.Decimals > 0 {
		unit := math.Pow10(c.Decimals)
		v = math.Round(v*unit) / unit
	}
	return v, ok
}

// alone formats a cell on its own, on one line.
func (c Column) alone(cell any) string {
	text := "–"
	v, ok := c.float(cell)
	if ok {
		text = number(v, c.digits())
	}
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return text
	case Standing:
		return v.marked(text, func(spread float64) string { return number(spread, spreadDigits) })
	case float32:
		return number(float64(v), c.digits())
	}
	return strings.Join(strings.Fields(fmt.Sprint(cell)), " ")
}

// together formats the cells of a column. Its floats share their number of decimals, so
// that their points stand below each other; one that would be left with less than two
// significant digits, and is not exact so, has its own.
func (c Column) together(cells []any) []string {
	decimals := c.sharedDecimals(cells)
	out := make([]string, len(cells))
	for i, cell := range cells {
		v, ok := c.float(cell)
		standing, stands := cell.(Standing)
		if stands && ok {
			cell = v
		}
		switch {
		case stands && !ok:
			out[i] = "–"
		case !ok, c.Spread, !finite(v), math.Abs(v) >= huge:
			out[i] = c.alone(cell)
		case v == 0:
			out[i] = "0"
		default:
			out[i] = strconv.FormatFloat(v, 'f', decimals, 64)
			if rounded, _ := strconv.ParseFloat(out[i], 64); rounded != v && decimals+exponent(v) < 1 {
				out[i] = c.alone(cell)
			}
		}
		out[i] += standing.beside(func(spread float64) string { return strconv.FormatFloat(spread, 'f', decimals, 64) })
	}
	return out
}

// sharedDecimals returns the number of decimals that show the largest of the floats to the
// digits of the column; none if all are whole.
func (c Column) sharedDecimals(cells []any) int {
	largest, whole := 0.0, true
	for _, cell := range cells {
		if v, ok := c.float(cell); ok && finite(v) && math.Abs(v) < huge {
			largest = max(largest, math.Abs(v))
			whole = whole && v == math.Trunc(v)
		}
	}
	if whole {
		return 0
	}
	return min(max(c.digits()-1-exponent(largest), 0), 6)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// exponent is the decimal exponent of the first significant digit of v, which is not 0.
func exponent(v float64) int { return int(math.Floor(math.Log10(math.Abs(v)))) }

// numeric reports whether a cell may stand in a column that is set flush right.
func numeric(cell any) bool {
	switch cell.(type) {
	case nil, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, Percent, Ratio, Gap, Standing:
		return true
	}
	return false
}

// Numeric reports whether column j is set flush right: it has cells, and says so or has only
// numbers and empty ones.
func (t Table) Numeric(j int) bool {
	if t.Columns[j].Right {
		return len(t.Rows) > 0
	}
	for _, row := range t.Rows {
		if !numeric(row[j]) {
			return false
		}
	}
	return len(t.Rows) > 0
}

// Cells returns column j as text for a form that sets cells flush left or right. Its
// floats share their number of decimals, so that their points stand below each other,
// unless the column is Spread.
func (t Table) Cells(j int) []string { return t.Columns[j].together(t.column(j)) }

func (t Table) column(j int) []any {
	cells := make([]any, len(t.Rows))
	for i, row := range t.Rows {
		cells[i] = row[j]
	}
	return cells
}
