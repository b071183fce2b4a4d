package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A typedColumn is a column of a file whose columns have kinds.
type typedColumn struct {
	name   string
	reason string // why it cannot be read, "" if it can
	read   func() (typed.Cells, error)
}

// typedTable reads the columns of a file whose columns have kinds, at the same time.
func typedTable(rows int, uses []use, o *readOptions, column func(j int) typedColumn) (table, error) {
	fields, errs := make([]field, len(uses)), make([]error, len(uses))
	each(len(uses), func(j int) {
		if uses[j] == skip {
			return
		}
		c := column(j)
		if c.reason != "" {
			errs[j] = refuse("the column %q %s, and cannot be read", c.name, c.reason).about("columns", "", advise("it is to be left out", "Drop", c.name))
			return
		}
		cells, err := c.read()
		if err == nil && cells.Rounded && uses[j] == asCodes {
			err = refuse("the column %q holds whole numbers beyond 2^53, of which some cannot be told apart", c.name).about("columns", "write it as text", advise("it is to be left out", "Drop", c.name))
		}
		errs[j] = err
		if err == nil {
			fields[j] = typedField(c.name, cells, uses[j], o)
		}
	})
	for _, err := range errs {
		if err != nil {
			return table{}, err
		}
	}
	return table{rows: rows, fields: fields, unit: "row", at: func(row int) int { return row + 1 }}, nil
}

// typedField returns the column of a file whose columns have kinds, used as the plan says, and
// its stray cells. Such a file says which cells are missing, so a text is one as it is, whatever
// it looks like, unless the option NA names it.
func typedField(name string, cells typed.Cells, u use, o *readOptions) field {
	f := field{column: column{name: name, values: cells.Values}}
	switch cells.Kind {
	case typed.Integer:
		f.kind = Integer
	case typed.Boolean:
		f.kind = Boolean
	case typed.Moment:
		f.kind = Date
	case typed.Day:
		f.kind, f.layout = Date, time.DateOnly
	case typed.Text:
		f.kind, f.levels = Categorical, cells.Texts
	}
	a := o.absent()
	named := make([]bool, len(f.levels))
	for k, level := range f.levels {
		named[k] = a.names(level)
	}
	for i, v := range f.values {
		switch {
		case cells.Null != nil && cells.Null[i]:
			f.empty.add(i, "", noCell)
		case f.kind == Categorical:
			if named[int(v)] {
				f.empty.add(i, f.levels[int(v)], fmt.Sprintf(missingText, f.levels[int(v)]))
				f.values[i] = math.NaN()
			}
		case math.IsNaN(v):
			f.empty.add(i, "NaN", missing("NaN"))
		case math.IsInf(v, 0):
			text := strconv.FormatFloat(v, 'g', -1, 64)
			f.stray.add(i, text, fmt.Sprintf("%q is not finite", text))
		case f.kind == Numeric || f.kind == Integer:
			if reason := a.number(v); reason != "" {
				f.empty.add(i, format(v), reason)
				f.values[i] = math.NaN()
			}
		}
	}
	if f.kind == Categorical {
		f.column = f.occurring().inOrder()
	}
	if u == asText && f.kind != Categorical || u == asDate && f.kind != Date {
		f.reread(u, o)
	}
	return f
}

// reread converts a column of texts to the kind of the plan, if it has another: categorical
// or dates.
func (f *field) reread(u use, o *readOptions) {
	c := newCells(make([]float64, len(f.values)), nil)
	for i, v := range f.values {
		if math.IsNaN(v) {
			c.values[i] = v
			continue
		}
		c.note(i, f.column.text(i))
	}
	again := joined(c.values, []cells{c}, u, o, f.name)
	again.empty = f.empty
	*f = again
}

// occurring returns a categorical column with the levels that a row has.
func (c column) occurring() column {
	place := slices.Repeat([]float64{-1}, len(c.levels))
	var levels []string
	for i, v := range c.values {
		if math.IsNaN(v) {
			continue
		}
		k := int(v)
		if place[k] < 0 {
			place[k] = float64(len(levels))
			levels = append(levels, c.levels[k])
		}
		c.values[i] = place[k]
	}
	c.levels = levels
	return c
}
