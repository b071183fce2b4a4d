package data

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// WriteCSV writes all columns to a file of comma-separated cells under a line of names, the
// target last, where [CSV] looks for it. Numbers have the fewest digits that give the same bits
// again, and a missing cell is empty. Reading the file gives the same columns, if it is said
// again which are factors of numbers, keys and so on, and by [NA] that levels such as none are
// not missing. The file is replaced as a whole or not at
// all: if the disk is full, the old one stays.
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
	var columns []column
	for _, c := range f.columns {
		if c.name != f.target {
			columns = append(columns, c.written())
		}
	}
	if j := f.find(f.target); j >= 0 {
		c := f.columns[j].written()
		if f.classes != nil {
			c = f.classes.labels(c)
		}
		columns = append(columns, c)
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := csv.NewWriter(buffered)
	record := make([]string, len(columns))
	for k, c := range columns {
		record[k] = c.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range f.n {
		for k, c := range columns {
			record[k] = c.text(i)
		}
		if len(record) == 1 && record[0] == "" { // an empty line would be none
			out.Flush()
			if _, err := buffered.WriteString("\"\"\n"); err != nil {
				return err
			}
			continue
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return errors.Join(out.Error(), buffered.Flush())
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

// labels returns a column of -1 and +1 as one of the labels.
func (c *classes) labels(of column) column {
	values := make([]float64, len(of.values))
	for i, v := range of.values {
		if values[i] = v; !math.IsNaN(v) {
			values[i] = (v + 1) / 2
		}
	}
	return column{name: of.name, kind: Categorical, values: values, levels: []string{c.Negative, c.Positive}}
}
