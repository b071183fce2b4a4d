package data

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A dialect is a set of rules for splitting text into lines and cells.
type dialect struct {
	comma   string // between cells
	comment byte   // at the beginning of lines that are left out; 0 if none are
	exact   bool   // what is in quotes is a text as it is
}

// dialect returns the rules that the options set. comma is the separator of cells where they
// set none.
func (o *readOptions) dialect(comma rune) (dialect, error) {
	d := dialect{comment: o.Comment, exact: o.QuotedTexts}
	if err := o.numerals().check(); err != nil {
		return d, err
	}
	if o.DecimalComma && comma == ',' {
		comma = ';'
	}
	if o.Comma != 0 {
		comma = o.Comma
	}
	if comma == '"' || comma == '\r' || comma == '\n' || !utf8.ValidRune(comma) || comma == utf8.RuneError || byte(comma) == d.comment && d.comment != 0 {
		return d, refuse("%q cannot be between cells: name another character by %v", comma, Call{Option: "Comma"})
	}
	d.comma = string(comma)
	return d, nil
}

// point returns the decimal point that the options say.
func (o *readOptions) point() byte {
	if o.DecimalComma {
		return ','
	}
	return '.'
}

// A scanError is a place in a text that cannot be split into cells.
type scanError struct {
	at     int      // the byte
	says   string   // after the number of the line
	about  string   // what a person has to decide, "" if the file is damaged
	advice []Advice // options with which it can be cut
}

// in returns the error with the number of its line in the text.
func (e *scanError) in(text []byte) error { return e.on(lineAt(text, e.at)) }

// on returns the error with the number of its line.
func (e *scanError) on(line int) error {
	return refuse("line %d%s", line, e.says).about(e.about, "", e.advice...)
}

// lineAt returns the number of the line that has the byte.
func lineAt(text []byte, at int) int { return 1 + bytes.Count(text[:at], []byte{'\n'}) }

// separators lists the characters that may separate cells.
var separators = []rune{',', ';', '\t', '|'}

// uneven returns the options by which all lines of a text may have one number of cells, if the line at
// byte i has another number than the first line.
func (d dialect) uneven(text []byte, i int) (all []Advice) {
	first := d.line(text, 0)
	if d.comment == 0 && (text[i] == '#' || text[first] == '#') {
		all = append(all, advise("lines that begin with # are comments", "Comments", "#"))
	}
	for _, other := range separators {
		if e := d; string(other) != d.comma {
			e.comma = string(other)
			if e.isEven(text) {
				all = append(all, betweenCells(other))
			}
		}
	}
	return all
}

// isEven reports whether the first lines of a text all have the same number of cells, two or more.
func (d dialect) isEven(text []byte) bool {
	count, lines := 0, 0
	for i := d.line(text, 0); i < len(text) && lines < sampled; i = d.line(text, i) {
		cells, next, wrong := d.record(text, i)
		if wrong != nil || len(cells) < 2 || lines > 0 && len(cells) != count {
			return false
		}
		count, i = len(cells), next
		lines++
	}
	return lines > 1
}

// A rawCell is a cell of a text as the scanner finds it, with doubled quotes in it.
type rawCell struct {
	raw    []byte // without the quotes around it
	quoted bool
	exact  bool // it is quoted, and a text as it is
	next   int  // where the next cell or line begins
	last   bool // it is the last one of its line
}

// text returns the content of the cell. Two quotes in a quoted cell are one, and a line
// break is a line feed, unless the cell is a text as it is.
func (c rawCell) text() []byte {
	switch {
	case c.exact:
		return bytes.ReplaceAll(c.raw, []byte(`""`), []byte{'"'})
	case !c.quoted:
		return bytes.TrimSpace(c.raw)
	}
	if bytes.IndexByte(c.raw, '"') < 0 && bytes.IndexByte(c.raw, '\r') < 0 {
		return bytes.TrimSpace(c.raw)
	}
	s := strings.NewReplacer(`""`, `"`, "\r\n", "\n").Replace(string(c.raw))
	return bytes.TrimSpace([]byte(s))
}

// blanks returns the index of the first byte from i on that is no blank.
func (d *dialect) blanks(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') && text[i] != d.comma[0] {
		i++
	}
	return i
}

// isComma reports whether a cell ends before byte i with another one after it.
func (d *dialect) isComma(text []byte, i int) bool {
	return text[i] == d.comma[0] && (len(d.comma) == 1 || bytes.HasPrefix(text[i:], []byte(d.comma)))
}

// lineEnd returns the length of the end of a line at i: of CR LF, LF, the CR at the very end,
// or 0 if there is none.
func lineEnd(text []byte, i int) int {
	switch {
	case text[i] == '\n':
		return 1
	case text[i] != '\r':
		return 0
	case i+1 == len(text):
		return 1
	case text[i+1] == '\n':
		return 2
	}
	return 0
}

// end returns the cell raw that ends before byte i, if something can end there.
func (d *dialect) end(text, raw []byte, quoted bool, i int) (rawCell, bool) {
	if i == len(text) {
		return rawCell{raw, quoted, quoted && d.exact, i, true}, true
	}
	if d.isComma(text, i) {
		return rawCell{raw, quoted, quoted && d.exact, i + len(d.comma), false}, true
	}
	if n := lineEnd(text, i); n > 0 {
		return rawCell{raw, quoted, quoted && d.exact, i + n, true}, true
	}
	return rawCell{}, false
}

// cell returns the cell that begins at byte i.
func (d *dialect) cell(text []byte, i int) (rawCell, *scanError) {
	i = d.blanks(text, i)
	if i < len(text) && text[i] == '"' {
		return d.quotedCell(text, i)
	}
	for k := i; ; k++ {
		if c, ok := d.end(text, text[i:k], false, k); ok {
			return c, nil
		}
		if text[k] == '"' {
			return rawCell{}, &scanError{at: k, says: `: there is a quote (") inside of a cell that does not begin with one: put the cell in quotes, and write "" for each quote inside of it`}
		}
	}
}

func (d *dialect) quotedCell(text []byte, start int) (rawCell, *scanError) {
	i := start + 1
	for {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return rawCell{}, &scanError{at: start, says: `: a quote (") begins a cell and none ends it`}
		}
		i += n + 1
		if i == len(text) || text[i] != '"' {
			break
		}
		i++
	}
	if c, ok := d.end(text, text[start+1:i-1], true, d.blanks(text, i)); ok {
		return c, nil
	}
	for _, other := range append(slices.Clone(separators), ' ') {
		if i < len(text) && rune(text[i]) == other {
			return rawCell{}, &scanError{
				at: i, says: fmt.Sprintf(`: %q follows the quote (") that ends a cell`, other),
				about: "separator", advice: []Advice{betweenCells(other)},
			}
		}
	}
	return rawCell{}, &scanError{at: i, says: `: there is something after the quote (") that ends a cell: write "" for each quote inside of a cell`}
}

// lineBreak returns the end of the line with byte i.
func (d *dialect) lineBreak(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// line returns the beginning of the next line with cells, from byte i on; len(text) if
// there is none. Lines of nothing or of blanks, and comments, are passed over.
func (d *dialect) line(text []byte, i int) int {
	for i < len(text) {
		k := d.blanks(text, i)
		if k == len(text) {
			return k
		}
		if n := lineEnd(text, k); n > 0 {
			i = k + n
			continue
		}
		if d.comment == 0 || text[i] != d.comment {
			break
		}
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return len(text)
		}
		i += n + 1
	}
	return i
}

// record returns the cells of the line that begins at byte i, and where the next one does.
func (d *dialect) record(text []byte, i int) (cells []string, next int, err *scanError) {
	for {
		c, err := d.cell(text, i)
		if err != nil {
			return nil, 0, err
		}
		cells = append(cells, string(c.text()))
		i = c.next
		if c.last {
			return cells, i, nil
		}
	}
}

// skip returns the beginning of the line after the one that begins at byte i.
func (d *dialect) skip(text []byte, i int) (next int, err *scanError) {
	for {
		c, err := d.cell(text, i)
		if err != nil {
			return 0, err
		}
		i = c.next
		if c.last {
			return i, nil
		}
	}
}

// chunks returns the places at which the text is split into parts of about the given size:
// the beginnings of lines that are in no quoted cell. The first is from, and the last
// len(text).
//
// A quote that is in its place opens or closes a cell, and two in a cell open and close it, so
// a line break is between lines if an even number of quotes is before it. If a quote is out of
// place, that is the first error of the text whatever the cuts after it are.
func chunks(text []byte, from, size int) []int {
	cuts := []int{from}
	quotes, at := 0, from
	for at+size < len(text) {
		quotes += bytes.Count(text[at:at+size], []byte{'"'})
		at += size
		for {
			n := bytes.IndexByte(text[at:], '\n')
			if n < 0 {
				return append(cuts, len(text))
			}
			quotes += bytes.Count(text[at:at+n], []byte{'"'})
			at += n + 1
			if quotes%2 == 0 {
				break
			}
		}
		cuts = append(cuts, at)
	}
	return append(cuts, len(text))
}
