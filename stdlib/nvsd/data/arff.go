package data

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// ARFF reads a file in the attribute-relation file format of Weka and OpenML. Its header names
// the columns and says of which kind they are: numeric and real are [Numeric], integer is
// [Integer], a list of values and string are [Categorical], and date is a [Date]. Of declared
// values, those that occur are levels.
//
// A date is read by its attribute's pattern of Java (SimpleDateFormat), but for those that count
// weeks (Y, w, W and F). Names of months and days are English, and a date without a zone is one
// in UTC. A year of two digits is one from 1969 to 2068.
//
// A question mark is a missing cell, and so is one with nothing in it. A text is one as it is, also
// if it looks like a number or is in quotes and empty; [NA] names those that are missing. Rows may
// be sparse, as {0 1.5, 3 x}: what such a row does not name is 0, or the first of the declared
// values, as the format says. Files may be compressed or at an address, as for [CSV], and the
// options and errors are those of CSV.
func ARFF(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.ARFF(path, opts...) }

// ARFF is the function [ARFF].
func (r Reader) ARFF(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &arffFormat, opts)
}

var arffFormat = fileFormat{"arff", "data.ARFF", []string{".arff"}, "", openARFF}

// An attribute is a column that the header of an ARFF file declares.
type attribute struct {
	name   string
	kind   Kind
	levels []string // of a nominal one; nil for strings
	dates  javaPattern
	reason string // why its dates cannot be read, "" if they can
}

// An arffTable is the text of an ARFF file.
type arffTable struct {
	text       []byte
	attributes []attribute
	body       int // where the rows begin
}

func openARFF(text []byte, o *readOptions) (openTable, error) {
	if err := notText(text); err != nil {
		return nil, err
	}
	text, err := decoded(text, o.Encoding)
	if err != nil {
		return nil, err
	}
	if wrong := notUTF8(text, 0, len(text)); wrong != nil {
		return nil, wrong.in(text)
	}
	t := &arffTable{text: text}
	for i := 0; i < len(text); {
		line, next := arffLine(text, i)
		word, rest := cutWord(line)
		switch strings.ToLower(word) {
		case "", "@relation":
		case "@attribute":
			a, says := declared(rest)
			if says != "" {
				return nil, (&scanError{at: i, says: ": " + says}).in(text)
			}
			t.attributes = append(t.attributes, a)
		case "@data":
			t.body = next
			if len(t.attributes) == 0 {
				return nil, (&scanError{at: i, says: ": @data comes before any @attribute: this is no whole ARFF file"}).in(text)
			}
			for j, name := range o.unique(t.names()) {
				t.attributes[j].name = name
			}
			return t, checkNames(t.names())
		default:
			return nil, (&scanError{at: i, says: fmt.Sprintf(": the header of an ARFF file has @relation, @attribute and @data, and not %q", word)}).in(text)
		}
		i = next
	}
	return nil, fmt.Errorf("there is no line @data: this is no whole ARFF file")
}

// arffLine returns the line that begins at byte i without comment and blanks, and where the
// next one begins.
func arffLine(text []byte, i int) (line string, next int) {
	next = len(text)
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		next = i + n + 1
	}
	line = strings.TrimSpace(string(text[i:next]))
	if strings.HasPrefix(line, "%") {
		line = ""
	}
	return line, next
}

// cutWord cuts the first word, which ends at a blank, from a line.
func cutWord(line string) (word, rest string) {
	n := strings.IndexAny(line, " \t")
	if n < 0 {
		return line, ""
	}
	return line[:n], strings.TrimSpace(line[n:])
}

// declared parses the text after @attribute, and returns the attribute or a message that says
// why it is none.
func declared(line string) (a attribute, says string) {
	name, rest, ok := arffWord(line, " \t{")
	a.name = name
	rest = strings.TrimSpace(rest)
	if !ok || name == "" || rest == "" {
		return a, "@attribute needs a name and a type, such as @attribute age numeric"
	}
	if rest[0] == '{' {
		a.kind, a.levels = Categorical, []string{}
		rest = strings.TrimSpace(rest[1:])
		for !strings.HasPrefix(rest, "}") {
			level, after, ok := arffWord(rest, ",}")
			if !ok || after == "" {
				return a, fmt.Sprintf("the values of %q have no } at the end", name)
			}
			a.levels = append(a.levels, level)
			rest = strings.TrimSpace(strings.TrimPrefix(after, ","))
		}
		return a, ""
	}
	kind, rest := cutWord(rest)
	switch strings.ToLower(kind) {
	case "numeric", "real":
		a.kind = Numeric
	case "integer":
		a.kind = Integer
	case "string":
		a.kind = Categorical
	case "date":
		a.kind = Date
		pattern, _, ok := arffWord(rest, " \t")
		if pattern == "" || !ok {
			pattern = "yyyy-MM-dd'T'HH:mm:ss"
		}
		a.dates, a.reason = newJavaPattern(pattern)
		if a.reason != "" {
			a.reason = fmt.Sprintf("has dates in the pattern %q, of which %s is not read", pattern, a.reason)
		}
	case "relational":
		says = fmt.Sprintf("the attribute %q holds tables (relational), which cannot be columns: leave it out of the file", name)
	default:
		says = fmt.Sprintf("the attribute %q is of the type %q: there are numeric, real, integer, string, date and lists of values in braces", name, kind)
	}
	return a, says
}

// arffWord splits a text after its first value, which is quoted or ends before one of the ends.
// ok is false if a quote is open.
func arffWord(text, ends string) (word, rest string, ok bool) {
	text = strings.TrimLeft(text, " \t")
	if text == "" || text[0] != '\'' && text[0] != '"' {
		n := strings.IndexAny(text, ends)
		if n < 0 {
			n = len(text)
		}
		return strings.TrimSpace(text[:n]), text[n:], true
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			b.WriteByte(unescaped(text[i]))
		case text[i] == text[0]:
			return b.String(), strings.TrimLeft(text[i+1:], " \t"), true
		default:
			b.WriteByte(text[i])
		}
	}
	return "", "", false
}

// unescaped returns the character that a backslash and another one stand for.
func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	}
	return c
}

func (t *arffTable) names() []string {
	names := make([]string, len(t.attributes))
	for j, a := range t.attributes {
		names[j] = a.name
	}
	return names
}

func (t *arffTable) count() (rows int, err error) {
	t.rows(func(int, string) *scanError { rows++; return nil })
	return rows, nil
}

// rows calls do for each row, with the byte at which its line begins, until one is wrong.
func (t *arffTable) rows(do func(at int, line string) *scanError) *scanError {
	for i := t.body; i < len(t.text); {
		line, next := arffLine(t.text, i)
		if line != "" {
			if wrong := do(i, line); wrong != nil {
				return wrong
			}
		}
		i = next
	}
	return nil
}

// mostCells is the largest number of cells of a table for each byte of a sparse file: cells
// that are not written take memory too.
const mostCells = 1000

func (t *arffTable) table(uses []use, o *readOptions) (table, error) {
	rows, _ := t.count()
	used := len(uses) - count(uses, skip)
	if rows*used > mostCells*len(t.text) {
		return table{}, refuse("it has %d rows of %d columns, nearly all of them zeros that are not written: that is too large a table; leave columns out by %v", rows, used, Call{Option: "Drop"})
	}
	columns := make([]cells, len(uses))
	for j, u := range uses {
		if a := t.attributes[j]; a.reason != "" && a.isDate(u, o) {
			return table{}, refuse("the attribute %q %s: say by %v how its dates are written, or leave it out by %v", a.name, a.reason, Call{Option: "DateLayout"}, Call{"Drop", []string{a.name}})
		}
		if u != skip {
			columns[j] = newCells(make([]float64, rows), o.absent())
		}
	}
	at := make([]int, 0, rows) // the bytes at which rows begin
	wrong := t.rows(func(i int, line string) *scanError {
		row := len(at)
		at = append(at, i)
		read := t.denseRow
		if line[0] == '{' {
			read = t.sparseRow
		}
		says := read(line, func(j int, cell string, quoted bool) {
			if uses[j] != skip {
				t.attributes[j].put(&columns[j], row, cell, quoted, uses[j])
			}
		})
		if says != "" {
			return &scanError{at: i, says: says}
		}
		return nil
	})
	if wrong != nil {
		return table{}, wrong.in(t.text)
	}
	fields := make([]field, len(uses))
	for j, u := range uses {
		if u != skip {
			fields[j] = t.attributes[j].field(columns[j], u, o)
		}
	}
	return table{rows: rows, fields: fields, unit: "line", at: func(row int) int { return lineAt(t.text, at[row]) }}, nil
}

// count returns the number of uses that equal the given one.
func count(uses []use, of use) (n int) {
	for _, u := range uses {
		if u == of {
			n++
		}
	}
	return n
}

// denseRow calls put for each cell of a row, or returns an error message. Without a comma,
// blanks are between the cells.
func (t *arffTable) denseRow(line string, put func(j int, cell string, quoted bool)) (says string) {
	ends := ","
	if !strings.Contains(line, ",") {
		ends = " \t"
	}
	n, rest := 0, line
	for {
		quoted := rest != "" && (rest[0] == '\'' || rest[0] == '"')
		cell, after, ok := arffWord(rest, ends)
		if !ok {
			return ": a quote begins a cell and none ends it"
		}
		if n < len(t.attributes) {
			put(n, cell, quoted)
		}
		n++
		after = strings.TrimLeft(after, " \t")
		if after == "" {
			break
		}
		if ends == "," {
			if after[0] != ',' {
				return ": there is something after the quote that ends a cell"
			}
			after = strings.TrimLeft(after[1:], " \t")
		}
		rest = after
	}
	if n == len(t.attributes)+1 && strings.HasSuffix(line, "}") {
		return ": there is a weight in braces at the end of the row: weights of rows are not read"
	}
	if n != len(t.attributes) {
		return fmt.Sprintf(" has %s, and the header declares %d: every row needs the same number", report.Plural(n, "cell"), len(t.attributes))
	}
	return ""
}

// sparseRow calls put for each cell of a sparse row such as {0 1.5, 3 x}, as denseRow does
// for a dense one.
func (t *arffTable) sparseRow(line string, put func(j int, cell string, quoted bool)) (says string) {
	named := make([]bool, len(t.attributes))
	rest := strings.TrimSpace(line[1:])
	for !strings.HasPrefix(rest, "}") {
		place, after := cutWord(rest)
		j := 0
		for _, c := range []byte(place) {
			if c < '0' || c > '9' || j > len(t.attributes) {
				j = -1
				break
			}
			j = 10*j + int(c-'0')
		}
		if place == "" || j < 0 || j >= len(t.attributes) {
			return fmt.Sprintf(": a sparse row has pairs of the number of a column, from 0 to %d, and its value: %q is no such number", len(t.attributes)-1, place)
		}
		if named[j] {
			return fmt.Sprintf(": the sparse row has two values for the column %d (%q)", j, t.attributes[j].name)
		}
		quoted := after != "" && (after[0] == '\'' || after[0] == '"')
		cell, after, ok := arffWord(after, ",}")
		if !ok || after == "" {
			return ": the sparse row has no } at the end"
		}
		named[j] = true
		put(j, cell, quoted)
		rest = strings.TrimSpace(strings.TrimPrefix(after, ","))
	}
	if rest != "}" {
		return fmt.Sprintf(": there is something after the sparse row (%q): weights of rows are not read", short(strings.TrimSpace(rest[1:])))
	}
	for j, a := range t.attributes {
		switch {
		case named[j]:
		case a.kind == Numeric || a.kind == Integer:
			put(j, "0", false)
		case len(a.levels) > 0:
			put(j, a.levels[0], true)
		default:
			put(j, "?", false)
		}
	}
	return ""
}

// put notes the cell of a row. A quoted question mark is a text, and so is a quoted nothing.
func (a attribute) put(c *cells, row int, cell string, quoted bool, u use) {
	switch {
	case (cell == "?" || cell == "") && !quoted:
		c.missing(row, cell, missing(cell))
	case a.kind == Categorical || a.kind == Date:
		if c.absent.names(cell) {
			c.missing(row, cell, fmt.Sprintf(missingText, cell))
			return
		}
		c.note(row, cell)
	case c.absent != nil && c.absent.reason(cell) != "":
		c.missing(row, cell, c.absent.reason(cell))
	default:
		if v, whole, n := number([]byte(cell), '.'); n == len(cell) && n > 0 && (u == inferIt || u == asCodes && !isCode([]byte(cell))) {
			c.number(row, v, whole)
			return
		}
		c.other(row, []byte(cell), u)
	}
}

// isDate reports whether the attribute is used as the dates that the header declares.
func (a attribute) isDate(u use, o *readOptions) bool {
	return a.kind == Date && (u == inferIt || u == asCodes || u == asDate && len(o.DateLayouts[a.name]) == 0)
}

// field returns the column of the cells.
func (a attribute) field(c cells, u use, o *readOptions) field {
	switch {
	case a.isDate(u, o):
		f := joined(c.values, []cells{c}, asText, o, a.name)
		f.dates(a.dates)
		return f
	case a.kind == Categorical && (u == inferIt || u == asCodes):
		u = asText
	case u == inferIt:
		u = asNumbers
	}
	f := joined(c.values, []cells{c}, u, o, a.name)
	switch {
	case a.kind == Numeric && f.kind == Integer:
		f.kind = Numeric
	case a.levels != nil && f.kind == Categorical:
		f.undeclared(a.levels)
	}
	return f
}

// undeclared notes the cells of a categorical column whose levels the header does not declare.
func (f *field) undeclared(levels []string) {
	unknown := make(map[int]bool)
	for k, level := range f.levels {
		if !slices.Contains(levels, level) {
			unknown[k] = true
		}
	}
	if len(unknown) == 0 {
		return
	}
	for i, v := range f.values {
		if !math.IsNaN(v) && unknown[int(v)] {
			text := f.levels[int(v)]
			f.stray.add(i, text, fmt.Sprintf("%q is none of the values that the header declares (%s)", text, quoteList(levels)))
		}
	}
}
