package data

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Remark is a choice that a reader has made, with the option for another one.
type Remark struct {
	Says string // such as `the column "id" counts the rows, and is no input`
	Call Call   // by which it is otherwise; without an Option there is none
	Does string // what the call does, such as "makes it one"
}

// Text returns the remark with the call as the given function writes it.
func (r Remark) Text(write func(Call) string) string {
	if r.Call.Option == "" {
		return r.Says
	}
	return fmt.Sprintf("%s: %s %s", r.Says, write(r.Call), r.Does)
}

// String returns the remark for a cell.
func (r Remark) String() string { return r.Text(Call.String) }

// Remarks returns the choices of the Frame's reader that are worth a look: of the file, and of
// the columns that have no role. They are among the Warnings.
func (f *Frame) Remarks() []Remark {
	remarks := slices.Clone(f.remarks)
	for _, c := range f.columns {
		if c.remark != nil && f.roles.of(c.name) == "" {
			remarks = append(remarks, *c.remark)
		}
	}
	return remarks
}

// leastSparse is the least number of levels of a categorical input that gets a remark for having
// more levels than a tenth of the rows.
const leastSparse = 5

// sparse returns the remark on a categorical input with many levels, nil if it has not.
func (c column) sparse() *Remark {
	if c.kind != Categorical || len(c.levels) < leastSparse || 10*len(c.levels) <= len(c.values) {
		return nil
	}
	return &Remark{
		fmt.Sprintf("the column %q has %d levels in %s, and each of them is a column", c.name, len(c.levels), report.Plural(len(c.values), "row")),
		Call{"Drop", []string{c.name}}, "leaves it out",
	}
}
