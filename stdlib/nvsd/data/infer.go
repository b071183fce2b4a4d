package data

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// cells are the cells of a column in a stretch of rows, as a reader finds them: numbers where
// they are numbers, and else texts, each distinct one kept once.
type cells struct {
	values  []float64 // NaN where a cell is a text or missing
	numbers int
	whole   bool // all numbers are whole, and held exactly
	quoted  bool // there are texts in quotes, which are texts as they are
	empty   fault
	absent  *absent

	codes []int32          // nil, or for each row 1 + the index of its text, 0 without one
	texts []string         // in the order in which they occur
	known map[string]int32 // codes by text
}

// newCells returns the cells of a stretch whose values will be put into the given slice.
func newCells(values []float64, a *absent) cells {
	return cells{values: values, whole: true, absent: a}
}

// number notes a number.
func (c *cells) number(row int, v float64, whole bool) {
	if reason := c.absent.number(v); reason != "" {
		c.missing(row, format(v), reason)
		return
	}
	c.values[row] = v
	c.numbers++
	c.whole = c.whole && whole
}

// missing notes a missing cell.
func (c *cells) missing(row int, cell, reason string) {
	c.values[row] = math.NaN()
	c.empty.add(row, cell, reason)
}

// other notes a cell that is not plainly a number: it may be a number that is written in
// another way, or missing, and is a text otherwise.
func (c *cells) other(row int, cell []byte, u use, point byte) {
	code, known := c.known[string(cell)]
	if known && c.quoted { // as a text in quotes, which may look like a missing cell
		known = c.absent.reason(string(cell)) == ""
	}
	if !known {
		s := string(cell)
		if reason := c.absent.reason(s); reason != "" {
			c.missing(row, s, reason)
			return
		}
		if u == inferIt || u == asCodes && !isCode(cell) {
			if v, reason := parseNumber(withPoint(s, point)); reason == "" {
				c.number(row, v, isWhole(s, v))
				return
			}
		}
		c.note(row, s)
		return
	}
	c.codes[row] = code
	c.values[row] = math.NaN()
}

// note notes a text.
func (c *cells) note(row int, text string) {
	if c.known == nil {
		c.known, c.codes = make(map[string]int32), make([]int32, len(c.values))
	}
	code, known := c.known[text]
	if !known {
		c.texts = append(c.texts, text)
		code = int32(len(c.texts))
		c.known[text] = code
	}
	c.codes[row] = code
	c.values[row] = math.NaN()
}

// noteNumbers makes texts of the numbers.
func (c *cells) noteNumbers() {
	for row, v := range c.values {
		if !math.IsNaN(v) {
			c.note(row, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	c.numbers = 0
}

// hasCodes reports whether one of the texts is a code.
func hasCodes(c cells) bool {
	return slices.ContainsFunc(c.texts, func(s string) bool { return isCode([]byte(s)) })
}

// isCode reports whether a text is a whole number that other texts have too, as numbers: one with
// zeros or a plus before it, or one that float64 cannot hold. 007 and 7 are two identifiers.
func isCode(text []byte) bool {
	digits := bytes.TrimLeft(text, "+-")
	if len(digits) == 0 || len(text)-len(digits) > 1 || bytes.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return false
	}
	v, err := strconv.ParseUint(string(digits), 10, 64)
	return text[0] == '+' || digits[0] == '0' && len(text) > 1 || err != nil || v > maxExact
}

// cut leaves only the first rows.
func (c *cells) cut(rows int) {
	c.values = c.values[:rows]
	if c.codes != nil {
		c.codes = c.codes[:rows]
	}
}

// withPoint returns a number in which the given character is the decimal point as Go writes it.
func withPoint(s string, point byte) string {
	if point == '.' {
		return s
	}
	if strings.Contains(s, ".") {
		return s + "." + s // no number: with a decimal comma a point is none
	}
	return strings.Replace(s, string(point), ".", 1)
}

// joined returns the column of the stretches, one after another, whose values are the parts of
// one slice, and what is wrong with its cells. It does not depend on where they are cut.
func joined(values []float64, parts []cells, u use, o *readOptions, name string) field {
	f := field{column: column{name: name, values: values}}
	numbers, whole, texts, quoted := 0, true, false, false
	from := 0
	for k := range parts {
		c := &parts[k]
		if c.empty.count > 0 && f.empty.count == 0 {
			f.empty = c.empty
			f.empty.row += from
		} else {
			f.empty.count += c.empty.count
		}
		numbers, whole, texts = numbers+c.numbers, whole && c.whole, texts || c.codes != nil
		quoted = quoted || c.quoted
		from += len(c.values)
	}
	if !texts && (u == inferIt || u == asCodes || u == asNumbers) {
		if whole && numbers > 0 {
			f.kind = Integer
		}
		return f
	}
	if u == inferIt && quoted && numbers == 0 {
		u = asText
	}
	if u == asCodes && (quoted || numbers > 0 || slices.ContainsFunc(parts, hasCodes)) {
		from = 0
		for k := range parts {
			c := &parts[k]
			c.values = values[from : from+len(c.values)] // its numbers may have been moved
			c.noteNumbers()
			from += len(c.values)
		}
		u = asText
	}
	all := together(parts)
	of, wrong := f.column.ofTexts(all, numbers, u, o)
	from = 0
	for _, c := range parts {
		for i, code := range c.codes {
			if code == 0 {
				continue
			}
			values[from+i] = of[code-1]
			if text := all[code-1]; wrong[text] != "" {
				f.stray.add(from+i, text, wrong[text])
			}
		}
		from += len(c.values)
	}
	return f
}

// ofTexts sets the kind of a column that has texts beside so many numbers. It returns the
// values of the texts, and what is wrong with those that cannot be used, which are NaN.
func (c *column) ofTexts(texts []string, numbers int, u use, o *readOptions) (values []float64, wrong map[string]string) {
	var ok bool
	switch {
	case u == asText:
		return c.categories(texts), nil
	case u == asDate:
		c.kind, c.layout = Date, o.DateLayouts[c.name]
		return datesIn(texts, c.layout)
	case u == asNumbers || numbers > 0 || slices.ContainsFunc(texts, isInfinite) || all(texts, withCommas):
		return strays(texts, func(s string) string {
			if _, reason := parseNumber(s); reason != "" {
				return reason
			}
			return fmt.Sprintf("%q is in quotes, and so it %s", s, notNumber)
		})
	case all(texts, isEitherDate):
		return strays(texts, func(s string) string { return fmt.Sprintf("%q is a date %s", s, eitherOrder) })
	}
	if values, c.levels, ok = booleans(texts); ok {
		c.kind = Boolean
		return values, nil
	}
	if layout := layoutOfMost(texts); layout != "" {
		c.kind, c.layout = Date, layout
		return datesIn(texts, layout)
	}
	return c.categories(texts), nil
}

// categories makes the column categorical, and returns the values of the texts.
func (c *column) categories(texts []string) []float64 {
	levels, place := sortLevels(texts)
	c.kind, c.levels = Categorical, levels
	values := make([]float64, len(texts))
	for i, p := range place {
		values[i] = float64(p)
	}
	return values
}

// strays returns NaN for each of the texts, and what is wrong with it.
func strays(texts []string, reason func(string) string) (values []float64, wrong map[string]string) {
	wrong = make(map[string]string)
	for _, s := range texts {
		values = append(values, math.NaN())
		wrong[s] = reason(s)
	}
	return values, wrong
}

// all reports whether all of the texts are what is reports.
func all(texts []string, is func(string) bool) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !is(s) })
}

// isInfinite reports whether a text is a number that is not finite.
func isInfinite(text string) bool {
	_, reason := parseNumber(text)
	return reason != "" && !strings.HasSuffix(reason, notNumber)
}

// withCommas reports whether a text is a number with a decimal comma, or with commas between
// thousands.
func withCommas(text string) bool { return withDecimalComma(text) || withThousands(text) }

// withThousands reports whether a text is a number with commas between thousands.
func withThousands(text string) bool {
	whole, _, _ := strings.Cut(strings.TrimLeft(text, "+-"), ".")
	first, rest, grouped := strings.Cut(whole, ",")
	_, reason := parseNumber(strings.ReplaceAll(text, ",", ""))
	return grouped && reason == "" && len(first) <= 3 && all(strings.Split(rest, ","), func(s string) bool { return len(s) == 3 })
}

// withDecimalComma reports whether a text is a number with a decimal comma.
func withDecimalComma(text string) bool {
	_, _, n := number([]byte(text), ',')
	return n == len(text) && strings.Contains(text, ",")
}

// together returns the texts of all stretches in the order in which they occur, and makes the
// codes of all of them indices into it plus one.
func together(parts []cells) (texts []string) {
	known := make(map[string]int32)
	for k := range parts {
		c := &parts[k]
		to := make([]int32, len(c.texts)+1)
		for i, text := range c.texts {
			code, ok := known[text]
			if !ok {
				texts = append(texts, text)
				code = int32(len(texts))
				known[text] = code
			}
			to[i+1] = code
		}
		for i, code := range c.codes {
			c.codes[i] = to[code]
		}
	}
	return texts
}

// isWhole reports whether a number is written as a whole one, and is held exactly.
func isWhole(s string, v float64) bool {
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && n >= -maxExact && n <= maxExact && !(v == 0 && s[0] == '-')
}

// booleans returns 0 or 1 for texts that all are one of two words for false and true, and the
// words if they are not these.
func booleans(texts []string) (values []float64, levels []string, ok bool) {
	for _, words := range [][2]string{{"false", "true"}, {"no", "yes"}} {
		if values, levels, ok = eitherOf(texts, words); ok {
			return values, levels, true
		}
	}
	return nil, nil, false
}

// eitherOf is booleans for two words, in one spelling each.
func eitherOf(texts []string, words [2]string) (values []float64, levels []string, ok bool) {
	values, levels = make([]float64, len(texts)), make([]string, 2)
	for i, s := range texts {
		k := slices.Index(words[:], strings.ToLower(s))
		if k < 0 || levels[k] != "" && levels[k] != s {
			return nil, nil, false
		}
		values[i], levels[k] = float64(k), s
	}
	for k := range levels {
		if levels[k] == "" {
			levels[k] = words[k]
		}
	}
	if slices.Equal(levels, []string{"false", "true"}) {
		levels = nil
	}
	return values, levels, true
}
