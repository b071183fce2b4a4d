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
	return c
}

// warnings warns of inputs whose derivative norms mean little.
func (c columns) warnings() []string {
	if len(c.binary) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("inputs of two values, between which a derivative means little: %s; named by --factor, they are measured by the difference between the two", quoted(c.binary))}
}
