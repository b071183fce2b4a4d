package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// header returns the names of the columns of a text, and where its rows begin.
func header(text []byte, d dialect, o *readOptions) (names []string, body int, err error) {
	first := d.line(text, 0)
	if first == len(text) {
		return nil, 0, fmt.Errorf("the file is empty: a line of column names and at least one row are needed")
	}
	if wrong := notUTF8(text, first, d.lineBreak(text, first)); wrong != nil {
		return nil, 0, wrong.in(text)
	}
	cells, body, wrong := d.record(text, first)
	if wrong != nil {
		return nil, 0, wrong.in(text)
	}
	if other := d.betweenNumbers(text, first, o); other != "" {
		return nil, 0, refuse("the first line has %s, %s", report.Plural(len(cells), "cell"), quoteList(cells)).about("separator", "", advise(fmt.Sprintf("%q is between the cells, which are numbers then", other), "Comma", other))
	}
	if len(cells) == 1 && o.Comma == 0 && d.blank(text, first) {
		return nil, 0, refuse("the first line has one cell, %q", short(cells[0])).about("separator", "", betweenCells(' '))
	}
	if !o.NoHeader && len(cells) > 1 && d.namesRows(text, body, len(cells)) {
		cells = slices.Insert(cells, 0, "")
		o.remarks = append(o.remarks, Remark{Says: "each line has one cell more than the header: its first cell is taken for the name of the row"})
	}
	if !o.NoHeader {
		return o.unique(cells), body, o.checkHeader(cells, d.comma, text[first] == '"')
	}
	switch len(o.Names) {
	case 0:
		names = make([]string, len(cells))
		for j := range names {
			names[j] = fmt.Sprintf("x%d", j+1)
		}
	case len(cells):
		names = o.Names
	default:
		return nil, 0, fmt.Errorf("line %d has %d cells, and data.NoHeader has %d names: give one for each column, or none", lineAt(text, first), len(cells), len(o.Names))
	}
	return names, first, checkNames(names)
}

// namesRows reports whether the lines behind a header of so many cells all have one more, of which the
// first names the row, as R writes tables. Where the last one is always empty, a separator ends each line.
func (d dialect) namesRows(text []byte, body, names int) bool {
	lines, closed := 0, true
	for i := d.line(text, body); i < len(text) && lines < sampled; i = d.line(text, i) {
		cells, next, wrong := d.record(text, i)
		if wrong != nil || len(cells) != names+1 {
			return false
		}
		closed = closed && cells[names] == ""
		i = next
		lines++
	}
	return lines > 0 && !closed
}

// blank reports whether single blanks cut all lines into as many cells, or those behind the first into one
// more.
func (d dialect) blank(text []byte, first int) bool {
	d.comma = " "
	cells, body, wrong := d.record(text, first)
	return wrong == nil && len(cells) > 1 && (d.isEven(text) || d.namesRows(text, body, len(cells)))
}

// betweenCells advises a separator.
func betweenCells(separator rune) Advice {
	return advise(fmt.Sprintf("%q is between the cells", separator), "Comma", string(separator))
}

// betweenNumbers returns the character at which the first line falls into numbers alone, "" if it does not or if it
// does so at the one that is taken: 1,5;2,5 has no names.
func (d dialect) betweenNumbers(text []byte, first int, o *readOptions) string {
	all := func(comma string) bool {
		d.comma = comma
		cells, _, wrong := d.record(text, first)
		return wrong == nil && len(cells) > 1 && o.numerals().readsAll(cells)
	}
	if o.Comma != 0 || all(d.comma) {
		return ""
	}
	for _, other := range separators {
		if all(string(other)) {
			return string(other)
		}
	}
	return ""
}

// unique returns the names, with repeated ones told apart if the options say so.
func (o *readOptions) unique(names []string) []string {
	if !o.UniqueNames {
		return names
	}
	taken := make(map[string]bool, len(names))
	for _, name := range names {
		taken[name] = true
	}
	seen, all := make(map[string]int, len(names)), slices.Clone(names)
	for j, name := range names {
		seen[name]++
		if seen[name] == 1 || name == "" {
			continue
		}
		for k := seen[name] - 1; taken[all[j]]; k++ {
			all[j] = fmt.Sprintf("%s.%d", name, k)
		}
		taken[all[j]] = true
	}
	return all
}

// checkHeader refuses a first line that cannot be one of names. quoted says that it begins with a
// quote.
func (o *readOptions) checkHeader(header []string, comma string, quoted bool) error {
	if numbers := slices.DeleteFunc(slices.Clone(header), func(name string) bool { return name == "" }); len(numbers) > 0 && !o.Header && !(o.QuotedTexts && quoted) {
		numeric, counted := o.numerals().readsAll(numbers), true
		for j, name := range numbers {
			counted = counted && name == strconv.Itoa(j)
		}
		switch {
		case counted && len(numbers) > 1:
			o.remarks = append(o.remarks, Remark{
				fmt.Sprintf("the first line (%s) is taken for names of columns", short(strings.Join(header, comma))), Call{"NoHeader", nil}, "reads it as values",
			})
		case numeric:
			return refuse("the first line holds numbers (%s): a header with the columns' names is needed", strings.Join(header, comma)).
				about("header", "", o.headerOrRow(numbers)...)
		}
	}
	if len(header) == 1 && !quoted && o.Comment == 0 && strings.HasPrefix(header[0], "#") {
		return refuse("the header has one column, %q", short(header[0])).about("separator", "", advise("lines that begin with # are comments", "Comments", "#"))
	}
	if len(header) == 1 && !quoted {
		for _, other := range separators {
			if strings.ContainsRune(header[0], other) {
				return refuse("the header has one column, %q", header[0]).about("separator", "", betweenCells(other))
			}
		}
	}
	return o.checkRepeated(header)
}

// headerOrRow returns the two readings of a first line of numbers, as names and as a row, the likelier
// one first. Names are likelier if the target is one of them, or if they rise evenly, as years do.
func (o *readOptions) headerOrRow(numbers []string) []Advice {
	all := []Advice{advise("they are a row", "NoHeader"), advise("they are the names of the columns", "Header")}
	even, step := len(numbers) > 2, 0
	for j, name := range numbers {
		whole, err := strconv.Atoi(name)
		even = even && err == nil
		if even && j > 0 {
			before, _ := strconv.Atoi(numbers[j-1])
			even = whole > before && (j == 1 || whole-before == step)
			step = whole - before
		}
	}
	if even || slices.Contains(numbers, o.Target) {
		slices.Reverse(all)
	}
	return all
}

// checkRepeated refuses repeated names, unless the options tell them apart.
func (o *readOptions) checkRepeated(names []string) error {
	first, second, repeated := repeats(names)
	if o.UniqueNames || !repeated {
		return nil
	}
	return refuse("columns %d and %d are both named %q: names must differ", first+1, second+1, names[first]).
		about("names", "", advise(fmt.Sprintf("they are to be told apart as %q and %q", names[first], names[first]+".1"), "UniqueNames"))
}
