package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// rowsLeft counts the rows that DropMissing leaves out, and names the columns whose missing cells do.
type rowsLeft struct {
	rows  int
	names []string
}

// says returns a sentence with the number of rows that are left out, of the given number.
func (l rowsLeft) says(rows int) string {
	return fmt.Sprintf("left out for want of a cell of %s: %d of %s", quoteList(l.names), l.rows, report.Plural(rows, "row"))
}

// noRowLeft is the error of a table whose rows are all left out.
type noRowLeft rowsLeft

func (e noRowLeft) Error() string {
	return fmt.Sprintf("every one of the %d rows lacks a cell of %s, and would be left out", e.rows, quoteList(e.names))
}

// kept returns the rows that are kept, and adds the others to those that are left out. It is a noRowLeft if none
// is kept.
func (p *plan) kept(t table) (rows []int, err error) {
	lacking := make([]bool, t.rows)
	used := p.inputs
	used = slices.Concat(used, p.targets())
	for _, j := range p.others {
		if p.dated[j] {
			used = append(slices.Clone(used), j)
		}
	}
	for _, j := range p.others { // of groups, times and weights only where they are named
		if name := p.names[j]; slices.Contains([]string{p.o.Roles.Group, p.o.Roles.Time, p.o.Roles.Weight}, name) {
			if slices.ContainsFunc(p.o.Missing, func(r missingRule) bool { return slices.Contains(r.Names, name) }) {
				used = append(slices.Clone(used), j)
			}
		}
	}
	for _, j := range used {
		c := t.fields[j].column.named(p.names[j])
		how, err := p.filling(j, c)
		if err != nil {
			return nil, err
		}
		if count, _ := c.missing(); how != leftOut || count == 0 {
			continue
		}
		if !slices.Contains(p.left.names, c.name) {
			p.left.names = append(p.left.names, c.name)
		}
		for i, v := range c.values {
			lacking[i] = lacking[i] || math.IsNaN(v)
		}
	}
	for i, lacks := range lacking {
		if !lacks {
			rows = append(rows, i)
		}
	}
	p.left.rows += t.rows - len(rows)
	if rows == nil {
		return nil, noRowLeft{t.rows, p.left.names}
	}
	return rows, nil
}
