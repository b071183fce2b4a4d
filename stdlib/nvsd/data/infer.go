package data

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// cells holds the cells of a column in a chunk of rows as a reader finds them: numbers
// where they are numbers, and else texts, each distinct one kept once.
type cells struct {
	values  []float64 // NaN where a cell is a text or missing
	numbers int
	whole   bool // all numbers are whole, and held exactly
	quoted  bool // there are texts in quotes, which are texts as they are
	empty   fault
	absent  *missingMarks
	numerals

	marks  []string // signs of currencies and of percent that numbers have
	marked []uint8  // nil, or for each row 1 + the index of the sign of its number, 0 without one

	codes []int32          // nil, or for each row 1 + the index of its text, 0 without one
	texts []string         // in the order in which they occur
	known map[string]int32 // codes by text
}

// newCells returns the cells of a chunk whose values will be put into the given slice.
func newCells(values []float64, a *missingMarks) cells {
	return cells{values: values, whole: true, absent: a, numerals: numerals{point: '.'}}
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

// mark notes the sign that a number has, "" without one.
func (c *cells) mark(row int, mark string) {
	if mark == "" {
		return
	}
	if c.marked == nil {
		c.marked = make([]uint8, len(c.values))
	}
	k := slices.Index(c.marks, mark)
	if k < 0 {
		k = len(c.marks)
		c.marks = append(c.marks, mark)
	}
	c.marked[row] = uint8(k + 1)
}

// missing notes a missing cell.
func (c *cells) missing(row int, cell, reason string) {
	c.values[row] = math.NaN()
	c.empty.add(row, cell, reason)
}

// other notes a cell that is not plainly a number: it may be a number that is written in
// another way, or missing, and is a text otherwise.
func (c *cells) other(row int, cell []byte, u use) {
	code, known := c.known[string(cell)]
	known = known && !c.quoted // a text in quotes may look like a missing cell or a number
	if !known {
		s := string(cell)
		if reason := c.absent.reason(s); reason != "" {
			c.missing(row, s, reason)
			return
		}
		if u == inferIt || u == asCodes && !isCode(cell) {
			if v, reason := c.read(s); reason == "" {
				c.number(row, v.value, v.whole)
				c.mark(row, v.mark)
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
	if c.marked != nil {
		c.marked = c.marked[:rows]
	}
}

// joined returns the column of the chunks, one after another, whose values are the parts of
// one slice, and its stray cells. It does not depend on where they are cut.
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
	f.mixed(parts)
	if !texts && (u == inferIt || u == asCodes || u == asNumbers) {
		if whole && numbers > 0 {
			f.kind = Integer
		}
		return f
	}
	switch {
	case u != inferIt || !quoted:
	case numbers == 0:
		u = asText
	default:
		u = asNumbers // what is in quotes is no number by any other option
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
	of := f.column.ofTexts(all, numbers, u, parts[0].numerals, o.DateLayouts[name])
	if values, levels, are := booleans(all); are && u == asText && !quoted && len(all) > 2 && slices.Contains(o.Factors, name) {
		f.levels, of.values = levels, values // True and TRUE are one level
		if levels == nil {
			f.levels = []string{"false", "true"}
		}
	}
	f.stray.others, f.stray.days, f.stray.good = of.others, of.days, numbers
	var telling fault // of the cells that say how such cells are to be read: "1.234" before the "n/a" above it
	readable := of.readable(all)
	from = 0
	for _, c := range parts {
		for i, code := range c.codes {
			if code == 0 {
				continue
			}
			values[from+i] = of.values[code-1]
			if text := all[code-1]; of.wrong[text] != "" {
				f.stray.add(from+i, text, of.wrong[text])
				if readable[text] {
					telling.add(from+i, text, of.wrong[text])
				}
			} else {
				f.stray.good++
			}
		}
		from += len(c.values)
	}
	if telling.count > 0 {
		f.stray.row, f.stray.text, f.stray.reason = telling.row, telling.text, telling.reason
	}
	f.stray.texts = slices.DeleteFunc(all, func(text string) bool { return of.wrong[text] == "" })
	return f
}

// mixed records the numbers whose signs differ from the signs of their column: of another
// currency than the first one, and without a percent sign where others have it, but for 0.
func (f *field) mixed(parts []cells) {
	if !slices.ContainsFunc(parts, func(c cells) bool { return c.marks != nil }) {
		return
	}
	percent := slices.ContainsFunc(parts, func(c cells) bool { return slices.Contains(c.marks, "%") })
	first, from := "", 0
	for _, c := range parts {
		for i := range c.values {
			mark, v := "", f.values[from+i]
			if c.marked != nil && c.marked[i] > 0 {
				mark = c.marks[c.marked[i]-1]
			}
			switch {
			case math.IsNaN(v) || mark == "" && (!percent || v == 0):
			case mark == "":
				f.stray.add(from+i, format(v), fmt.Sprintf("%s has no percent sign, and other cells have one", format(v)))
			case first == "":
				first = mark
			case mark != first:
				f.stray.add(from+i, format(v), fmt.Sprintf("%s has the sign %q, and cells before it have %q", format(v), mark, first))
			}
		}
		from += len(c.values)
	}
}

// A meaning is a kind of value that the texts of a column stand for.
type meaning struct {
	values []float64         // of each of them; NaN where it cannot be used
	wrong  map[string]string // what is wrong with those that cannot
	others []otherNumerals   // by which they would be numbers
	days   dayOrder          // of those that are dates
}

// readable returns the set of unusable texts that other options read as numbers. It is nil if
// these are less than half of the unusable texts.
func (m *meaning) readable(texts []string) map[string]bool {
	read, other := make(map[string]bool), 0
	for _, s := range texts {
		switch {
		case m.wrong[s] == "":
		case slices.ContainsFunc(m.others, func(n otherNumerals) bool { return n.reads(s) }):
			read[s] = true
		default:
			other++
		}
	}
	if len(read) < other {
		return nil
	}
	return read
}

// ofTexts sets the kind of a column that has texts beside so many numbers, and returns their
// meaning. Numbers are written as n says, and dates in one of the layouts if there are any.
func (c *column) ofTexts(texts []string, numbers int, u use, n numerals, dates layoutList) meaning {
	switch u {
	case asText:
		return meaning{values: c.categories(texts)}
	case asDate:
		return c.dates(texts, dates)
	case asNumbers:
		return n.strays(texts, nil)
	}
	others, most := n.otherwise(texts)
	if numbers > 0 || most || slices.ContainsFunc(texts, n.isInfinite) {
		return n.strays(texts, others)
	}
	if values, levels, ok := booleans(texts); ok {
		c.kind, c.levels = Boolean, levels
		return meaning{values: values}
	}
	if mostAreDates(texts) {
		return c.dates(texts, nil)
	}
	return meaning{values: c.categories(texts)}
}

// strays returns the fault of each of the texts, of which none is a number.
func (n numerals) strays(texts []string, others []otherNumerals) meaning {
	m := meaning{values: slices.Repeat([]float64{math.NaN()}, len(texts)), wrong: make(map[string]string), others: others}
	for _, s := range texts {
		m.wrong[s] = n.why(s)
	}
	return m
}

// isInfinite reports whether a text is a number that is not finite.
func (n numerals) isInfinite(text string) bool {
	_, reason := n.read(text)
	return reason != "" && !strings.HasSuffix(reason, notNumber)
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

// together returns the texts of all chunks in the order in which they occur, and makes the
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

// booleans returns 0 or 1 for texts that all are one of two words for false and true, in any
// letters, and how the words are written if that is in one other way than here.
func booleans(texts []string) (values []float64, levels []string, ok bool) {
	for _, words := range [][2]string{{"false", "true"}, {"no", "yes"}} {
		values, levels, ok = eitherOf(texts, words)
		if ok {
			return values, levels, true
		}
	}
	return nil, nil, false
}

// eitherOf returns 0 or 1 for texts that all are one of the two words, and the spelling of
// the words as booleans does.
func eitherOf(texts []string, words [2]string) (values []float64, levels []string, ok bool) {
	values, levels = make([]float64, len(texts)), make([]string, 2)
	for i, s := range texts {
		k := slices.Index(words[:], strings.ToLower(s))
		if k < 0 {
			return nil, nil, false
		}
		values[i] = float64(k)
		if levels[k] == "" {
			levels[k] = s
		} else if levels[k] != s {
			levels[k] = words[k]
		}
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
