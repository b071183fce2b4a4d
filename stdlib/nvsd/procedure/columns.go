package procedure

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// columns is what to know about the inputs before they are ranked.
type columns struct {
	constant []bool
	binary   []string // names of inputs with two values that are not declared as categories
	dates    []string // names of columns of dates, which are no inputs
}

func look(train *data.Frame) columns {
	c := columns{constant: make([]bool, train.D())}
	for a, column := range train.Describe().Columns {
		declared := slices.ContainsFunc(train.Categories(), func(c data.Category) bool { return slices.Contains(c.Columns, a) })
		switch {
		case column.IsTarget:
		case column.Distinct == 1:
			c.constant[a] = true
		case column.Distinct == 2 && !declared && train.N() > 2:
			c.binary = append(c.binary, column.Name)
		}
	}
	for _, name := range train.Columns() {
		if kind, err := train.Kind(name); err == nil && kind == data.Date {
			c.dates = append(c.dates, name)
		}
	}
	return c
}

// warnings warns of inputs whose derivative norms mean little, and of columns that are no inputs.
func (c columns) warnings() (said []string) {
	if len(c.dates) > 0 {
		said = append(said, fmt.Sprintf("columns of dates are no inputs: %s; numbers of them, such as the month, can be columns of the file", quoted(c.dates)))
	}
	if len(c.binary) > 0 {
		said = append(said, fmt.Sprintf("inputs of two values, between which a derivative means little: %s; named by --factor, they are measured by the difference between the two", quoted(c.binary)))
	}
	return said
}
