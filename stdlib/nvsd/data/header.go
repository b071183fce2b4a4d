package data

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
		if seen[name]++; seen[name] == 1 || name == "" {
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
		n := o.numerals()
		numeric, counted := !slices.ContainsFunc(numbers, func(name string) bool { return !n.reads(name) }), true
		for j, name := range numbers {
			counted = counted && name == strconv.Itoa(j)
		}
		switch {
		case counted && len(numbers) > 1:
			o.remarks = append(o.remarks, Remark{
				fmt.Sprintf("the first line (%s) is taken for names of columns", short(strings.Join(header, comma))), Call{"NoHeader", nil}, "reads it as values",
			})
		case numeric:
			return &HeaderError{First: header, Comma: comma}
		}
	}
	if len(header) == 1 && !quoted {
		for _, other := range []rune{',', ';', '\t', '|'} {
			if strings.ContainsRune(header[0], other) {
				return &CommaError{Header: header[0], Comma: other}
			}
		}
	}
	return o.checkRepeated(header)
}

// checkRepeated refuses repeated names, unless the options tell them apart.
func (o *readOptions) checkRepeated(names []string) error {
	if o.UniqueNames {
		return nil
	}
	err := checkRepeated(names)
	if repeated, ok := errors.AsType[*RepeatedNameError](err); ok {
		return fmt.Errorf("%w: data.UniqueNames() tells them apart", repeated)
	}
	return err
}

// A HeaderError is a first line of numbers, where the names of the columns should be.
type HeaderError struct {
	First []string // its cells
	Comma string   // between them
}

func (e *HeaderError) Error() string {
	return fmt.Sprintf("the first line holds numbers (%s): a header with the columns' names is needed; say data.Header() if they are the names, and data.NoHeader() if they are a row", strings.Join(e.First, e.Comma))
}

// A CommaError is a header that looks as if another character were between the cells.
type CommaError struct {
	Header string // its only column
	Comma  rune   // what may be between the cells
}

func (e *CommaError) Error() string {
	return fmt.Sprintf("the header has one column, %q: is %q between the cells? Then say data.Comma(%q)", e.Header, e.Comma, e.Comma)
}

// A NoNameError is a column without a name in the header of a text, whose cells do not tell the
// rows apart, as the row names that pandas and R write do.
type NoNameError struct {
	Column int // the first such one, from 1
}

func (e *NoNameError) Error() string {
	return fmt.Sprintf("column %d has no name, and does not count or name the rows: name it, or leave out what has no name by data.Drop(%q)", e.Column, "")
}
