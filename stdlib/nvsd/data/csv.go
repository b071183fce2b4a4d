package data

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// CSV reads a file of comma-separated cells whose first line names the columns. The target is
// the last column, unless Target names another one. Every other column is an input, unless
// Inputs, Drop, Key, Group or Time say otherwise.
//
// The cells of a column say of which [Kind] it is: all numbers, all whole numbers, false and
// true (or no and yes), dates such as 2006-01-02, or else texts without any number, which are
// levels of a categorical column. A column of dates is kept, and is no input by itself.
//
// Cells may be quoted and padded with blanks. Lines may end in CR LF. A byte order mark is
// skipped. No row is left out. If a cell of a column in use is empty or not finite, or is a
// text among numbers, the error is a *CellError with its line and column; [Impute] and
// [AllowMissing] say what to do with missing cells. A line with another number of cells is an
// error too.
//
// The path may be an address that begins with http:// or https://, and the file may be
// compressed by gzip, bzip2, zstd or xz, or alone in a zip archive.
func CSV(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.CSV(path, opts...) }

// TSV reads a file with tabulators between the cells, and is CSV otherwise.
func TSV(path string, opts ...ReadOption) (*Frame, error) { return Reader{}.TSV(path, opts...) }

// CSV is the function [CSV].
func (r Reader) CSV(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &csvFormat, opts)
}

// TSV is the function [TSV].
func (r Reader) TSV(path string, opts ...ReadOption) (*Frame, error) {
	return r.read(path, &tsvFormat, opts)
}

// A textTable is the text of a CSV or TSV file, or a part of it.
type textTable struct {
	text []byte
	dialect
	header []string
	body   int // where the rows begin
	chunk  int // about how many bytes are read together
	absent *missingMarks
	numerals
	before int // lines of the file before the text
}

// openText returns a function that opens texts with the given character between cells.
func openText(comma rune) func([]byte, *readOptions) (openTable, error) {
	return func(text []byte, o *readOptions) (openTable, error) {
		if err := notText(text); err != nil {
			return nil, err
		}
		text, err := decoded(text, o.Encoding)
		if err != nil {
			return nil, err
		}
		return newTextTable(text, comma, o)
	}
}

// newTextTable reads the header of a text in UTF-8.
func newTextTable(text []byte, comma rune, o *readOptions) (*textTable, error) {
	d, err := o.dialect(comma)
	if err != nil {
		return nil, err
	}
	names, body, err := header(text, d, o)
	if err != nil {
		return nil, err
	}
	return &textTable{text: text, dialect: d, header: names, body: body, chunk: 1 << 20, absent: o.absent(), numerals: o.numerals()}, nil
}

func (t *textTable) names() []string { return t.header }

func (t *textTable) count() (rows int, err error) {
	for i := t.line(t.text, t.body); i < len(t.text); i = t.line(t.text, i) {
		next, wrong := t.skip(t.text, i)
		if wrong != nil {
			return 0, wrong.on(t.lineAt(wrong.at))
		}
		i = next
		rows++
	}
	return rows, nil
}

// A chunk is a run of lines of a text that are parsed together.
type chunk struct {
	from, to int     // bytes
	first    int     // the place of its first row in values, if no line is empty or continued
	bound    int     // the rows that it has at most
	rows     int     // that it has
	columns  []cells // empty ones for columns that are not read
	wrong    *scanError
}

// table reads chunks of the text at the same time. What it returns does not depend on how
// many there are.
func (t *textTable) table(uses []use, o *readOptions) (table, error) {
	cuts := chunks(t.text, t.body, t.chunk)
	parts := make([]chunk, len(cuts)-1)
	each(len(parts), func(k int) {
		p := &parts[k]
		p.from, p.to = cuts[k], cuts[k+1]
		p.bound = bytes.Count(t.text[p.from:p.to], []byte{'\n'})
		if p.to > p.from && t.text[p.to-1] != '\n' {
			p.bound++
		}
	})
	bound := 0
	for k := range parts {
		parts[k].first = bound
		bound += parts[k].bound
	}
	values := make([][]float64, len(uses))
	for j, u := range uses {
		if u != skip {
			values[j] = make([]float64, bound)
		}
	}
	each(len(parts), func(k int) { t.read(&parts[k], values, uses) })
	rows := 0
	for _, p := range parts {
		if p.wrong != nil {
			return table{}, p.wrong.on(t.lineAt(p.wrong.at))
		}
		rows += p.rows
	}
	fields := make([]field, len(uses))
	each(len(uses), func(j int) {
		if uses[j] == skip {
			return
		}
		columns, at := make([]cells, len(parts)), 0
		for k, p := range parts {
			columns[k] = p.columns[j]
			if at != p.first {
				copy(values[j][at:], columns[k].values)
			}
			at += p.rows
		}
		fields[j] = joined(values[j][:rows:rows], columns, uses[j], o, t.header[j])
	})
	return table{rows: rows, fields: fields, comma: t.comma, unit: "line", at: t.lineOf}, nil
}

// each calls do for the numbers below n, on as many processors as there are.
func each(n int, do func(k int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				do(k)
			}
		})
	}
	all.Wait()
}

// read reads the lines of a chunk.
func (t *textTable) read(p *chunk, values [][]float64, uses []use) {
	p.wrong = notUTF8(t.text, p.from, p.to)
	if p.wrong != nil {
		return
	}
	p.columns = make([]cells, len(uses))
	for j, u := range uses {
		if u != skip {
			p.columns[j] = newCells(values[j][p.first:p.first+p.bound], t.absent)
			p.columns[j].numerals = t.numeralsOf(u)
		}
	}
	text := t.text[:p.to]
	for i := t.line(text, p.from); i < p.to; i = t.line(text, i) {
		next, n, wrong := t.readLine(p, text, i, uses)
		if wrong == nil && n != len(uses) {
			wrong = &scanError{at: i, about: "separator", says: fmt.Sprintf(" has %s, the header has %d: every line needs the same number", report.Plural(n, "cell"), len(uses)), advice: t.uneven(t.text, i)}
		}
		if wrong != nil {
			p.wrong = wrong
			return
		}
		i = next
		p.rows++
	}
	for j, u := range uses {
		if u != skip {
			p.columns[j].cut(p.rows)
		}
	}
}

// numeralsOf returns how numbers are written in a column of the use. Those of a key are no amounts.
func (t *textTable) numeralsOf(u use) numerals {
	if u == asCodes {
		return numerals{point: t.point}
	}
	return t.numerals
}

// readLine reads the line that begins at byte i, and returns where the next one does and how
// many cells it has.
func (t *textTable) readLine(p *chunk, text []byte, i int, uses []use) (next, n int, wrong *scanError) {
	for {
		u := skip
		if n < len(uses) {
			u = uses[n]
		}
		if (u == inferIt || u == asCodes) && t.comma[0] != t.point { // 1,2 is two cells where the comma is between cells and before decimals
			from := t.blanks(text, i)
			if v, whole, length := number(text[from:], t.point); length > 0 && (u == inferIt || !isCode(text[from:from+length])) {
				if c, ok := t.end(text, nil, false, t.blanks(text, from+length)); ok {
					p.columns[n].number(p.rows, v, whole)
					n++
					i = c.next
					if c.last {
						return i, n, nil
					}
					continue
				}
			}
		}
		c, wrong := t.cell(text, i)
		if wrong != nil {
			return 0, 0, wrong
		}
		switch {
		case u == skip:
		case c.exact:
			p.columns[n].quote(p.rows, string(c.text()))
		default:
			p.columns[n].other(p.rows, c.text(), u)
		}
		n++
		i = c.next
		if c.last {
			return i, n, nil
		}
	}
}

// lineOf returns the number of the line with which a row begins.
func (t *textTable) lineOf(row int) int {
	i := t.line(t.text, t.body)
	for ; row > 0; row-- {
		i, _ = t.skip(t.text, i) // the text has been read without an error
		i = t.line(t.text, i)
	}
	return t.lineAt(i)
}

// lineAt returns the number of the line of the file that has the byte of the text.
func (t *textTable) lineAt(at int) int { return t.before + lineAt(t.text, at) }
