package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// WriteCSV writes all columns to a file of comma-separated cells under a line of names, the
// target last, where [CSV] looks for it. Numbers have the fewest digits that give the same bits
// again, a missing cell is empty, or NA where it is alone in its row, and dates are written as
// 2006-01-02 with what there is of a time. Texts are in quotes where a reader could take them for
// something else.
//
// CSV with the option [QuotedTexts] reads the same columns from the file. Roles have to be said
// again, and so have the classes of the target, which texts are factors although they differ in each
// row, and by [Keep] which inputs count or name the rows. Three things the file does not hold: that whole numbers were Numeric, levels that no
// row has, and the kind of a column of which all cells are missing. A date beyond the years 0 to
// 9999 is read as a text. Without the option, texts are trimmed and are what they look like: 007 is a
// number, and NA is a missing cell unless [NAOnly] says that it is none.
//
// The file is replaced as a whole or not at all: if the disk is full, the old one stays.
func (f *Frame) WriteCSV(path string) error {
	if err := writeWhole(path, f.writeCSV); err != nil {
		return fmt.Errorf("data: write %s: %w", path, err)
	}
	return nil
}

// writeWhole writes a file as a whole or not at all, and says so.
func writeWhole(path string, write func(io.Writer) error) error {
	if err := wholefile.Write(path, wholefile.ModeOf(path), write); err != nil {
		return fmt.Errorf("%w: the file is as it was before", err)
	}
	return nil
}

func (f *Frame) writeCSV(w io.Writer) error {
	var columns []writtenColumn
	for _, c := range f.columns {
		if c.name != f.target {
			columns = append(columns, newWrittenColumn(c, inferIt))
		}
	}
	if j := f.find(f.target); j >= 0 {
		c, u := f.columns[j], inferIt
		if f.classes != nil {
			c, u = f.classes.labels(c), asText
		}
		columns = append(columns, newWrittenColumn(c, u))
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeRow(out, len(columns), headerOf(columns))
	for i := range f.n {
		writeRow(out, len(columns), func(k int) string { return columns[k].cell(i, len(columns) == 1) })
	}
	return out.Flush() // which has the error of every write
}

// writeRow writes the cells of a row as they are, with commas between them.
func writeRow(out *bufio.Writer, cells int, cell func(k int) string) {
	for k := range cells {
		if k > 0 {
			out.WriteByte(',')
		}
		out.WriteString(cell(k))
	}
	out.WriteByte('\n')
}

// headerOf returns the names of the columns for a file: in quotes if one of them needs it, or
// if the beginning of the file would be taken for another format.
func headerOf(columns []writtenColumn) func(k int) string {
	names := make([]string, len(columns))
	for k, c := range columns {
		names[k] = c.name
	}
	line := []byte(strings.Join(names, ",") + "\n")
	format, _, err := contentOf(line, "", &csvFormat)
	if err == nil && format == &csvFormat {
		var plain openTable
		plain, err = csvFormat.open(line, &readOptions{})
		if err == nil && slices.Equal(plain.names(), names) {
			return func(k int) string { return names[k] }
		}
	}
	return func(k int) string { return inQuotes(names[k]) }
}

// inQuotes returns a text in quotes.
func inQuotes(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// A writtenColumn is a column with the format of its cells in a file.
type writtenColumn struct {
	column
	texts []string // of the levels of a Categorical
}

// newWrittenColumn returns the format of a column in a file that is read by the use. The texts of
// a column are in quotes if one of them would not be read as it is without.
func newWrittenColumn(c column, u use) writtenColumn {
	w := writtenColumn{column: c}
	switch {
	case c.kind == Date && (!slices.Contains(layouts, c.layout) || strings.Contains(c.layout, ",")): // which a reader does not know, or not as one cell
		c.layout = ""
		w.column = c.written()
	case c.kind == Date:
		w.column = c.written()
	case c.kind == Categorical:
		w.texts = c.levels
		if !c.readsPlain(u) {
			w.texts = make([]string, len(c.levels))
			for k, level := range c.levels {
				w.texts[k] = inQuotes(level)
			}
		}
	}
	return w
}

// cell returns the cell of row i. A missing one is not empty if it is alone: an empty line is no
// row.
func (w writtenColumn) cell(i int, alone bool) string {
	switch {
	case alone && math.IsNaN(w.values[i]):
		return "NA"
	case w.kind == Categorical && !math.IsNaN(w.values[i]):
		return w.texts[int(w.values[i])]
	}
	return w.text(i)
}

// readsPlain reports whether the texts of a Categorical column are read again as they are if they
// are written without quotes.
func (c column) readsPlain(u use) bool {
	used := make([]bool, len(c.levels))
	var texts []string // in the order in which a reader finds them, of which the first ones count
	for _, v := range c.values {
		if !math.IsNaN(v) && !used[int(v)] {
			used[int(v)] = true
			texts = append(texts, c.levels[int(v)])
		}
	}
	read := newCells(make([]float64, len(texts)), nil)
	for i, text := range texts {
		if text != strings.TrimSpace(text) || strings.ContainsAny(text, "\",\r\n") {
			return false
		}
		read.other(i, []byte(text), u)
	}
	f := joined(read.values, []cells{read}, u, &readOptions{}, c.name)
	return f.empty.count == 0 && f.stray.count == 0 && (f.kind == Categorical || len(texts) == 0)
}

// written returns the column with a layout of dates from which each of its cells can be read
// again: its own if it does, and else one that has all of their digits.
func (c column) written() column {
	if c.kind != Date {
		return c
	}
	for _, layout := range []string{c.layout, "2006-01-02"} {
		if layout != "" && c.survives(layout) {
			c.layout = layout
			return c
		}
	}
	c.layout = time.RFC3339Nano
	return c
}

// survives reports whether every date is the same after it was written in a layout.
func (c column) survives(layout string) bool {
	for _, v := range c.values {
		if math.IsNaN(v) {
			continue
		}
		at := moment(v)
		if again, err := time.Parse(layout, at.Format(layout)); err != nil || !again.Equal(at) {
			return false
		}
	}
	return true
}

// labels returns a column of the values as one of the labels.
func (c *classes) labels(of column) column {
	values := make([]float64, len(of.values))
	for i, v := range of.values {
		values[i] = v
		if !math.IsNaN(v) && c.Several == nil {
			values[i] = (v + 1) / 2
		}
	}
	return column{name: of.name, kind: Categorical, values: values, levels: c.all()}
}
