package data

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Keep names columns that are inputs also if they count or name the rows, as the indices that
// pandas and R write into files. Without names all such columns of numbers are. Those that Inputs or
// Factor name are inputs too.
func Keep(names ...string) ReadOption {
	return func(o *readOptions) {
		if len(names) == 0 || o.Keep != nil && len(o.Keep) == 0 {
			o.Keep = []string{}
			return
		}
		o.Keep = append(o.Keep, names...)
	}
}

// keeps reports whether the options say that a column is an input whatever is in it.
func (o *readOptions) keeps(name string) bool {
	return slices.Contains(o.Keep, name) || slices.Contains(o.Factors, name)
}

// Keep returns the Frame in which the named columns are inputs, which its reader has left out
// since they count or name the rows.
func (f *Frame) Keep(names ...string) (*Frame, error) {
	g, left := f.copy(), f.LeftOut()
	for _, name := range names {
		j := f.find(name)
		switch {
		case j < 0:
			return nil, f.noColumn("Keep", name)
		case slices.Contains(left, name):
			g.columns[j].remark = nil
			g.inputs = append(g.inputs, g.terms(j)...)
		case !slices.ContainsFunc(g.inputs, func(t term) bool { return t.column == j }):
			return nil, fmt.Errorf("data: Keep: the column %q is no input for another reason than that it counts or names the rows", name)
		}
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: Keep: %w", err)
	}
	return g.step(f, Step{Verb: "Keep", Names: slices.Clone(names)}), nil
}

// LeftOut returns the names of the columns that are no inputs, and could be: they have no role, and
// hold no dates.
func (f *Frame) LeftOut() []string {
	inputs := make([]bool, len(f.columns))
	for _, t := range f.inputs {
		inputs[t.column] = true
	}
	var names []string
	for j, c := range f.columns {
		if !inputs[j] && c.name != f.target && c.kind != Date && f.roles.of(c.name) == "" {
			names = append(names, c.name)
		}
	}
	return names
}

// unnamed returns the names of columns in which those without one are called as pandas calls them.
func unnamed(names []string) []string {
	all := slices.Clone(names)
	for j, name := range names {
		if name == "" {
			all[j] = fmt.Sprintf("Unnamed: %d", j)
		}
		for name == "" && slices.Contains(names, all[j]) {
			all[j] += "_"
		}
	}
	return all
}

// ofIndex matches the usual names of an index, in small letters: those that pandas and R write,
// and others that people give.
var ofIndex = regexp.MustCompile(`^(unnamed: [0-9.]+_*|\.\.\.1|row\.?names?|row[ _.]?(names?|id|number|num|index|no|nr)|row|index|idx|level_0|__index_level_[0-9]+__|_?id|ids|uuid|guid|.*[ _.-]id)$`)

// namesRows reports whether a name is a usual name of an index.
func namesRows(name string) bool {
	if ofIndex.MatchString(strings.ToLower(strings.TrimSpace(name))) {
		return true
	}
	before, isID := strings.CutSuffix(name, "Id")
	if !isID {
		before, isID = strings.CutSuffix(name, "ID")
	}
	return isID && before != "" && before[len(before)-1] >= 'a' && before[len(before)-1] <= 'z'
}

// rowsOf tells an index from a variable: a column "counts" the rows, from 0 or 1 and in order, or
// "names" them, by whole numbers or texts of which no two are equal if its name is that of an
// index. It is "" for other columns, and for those with missing cells.
func (c column) rowsOf() string {
	index := namesRows(c.name)
	if c.kind == Boolean || c.kind == Date || !index && len(c.values) < leastIdentifier {
		return ""
	}
	seen, counts := make(map[float64]bool, len(c.values)), c.kind != Categorical
	for i, v := range c.values {
		first := c.values[0]
		counts = counts && (first == 0 || first == 1) && v == first+float64(i)
		if math.IsNaN(v) || v != math.Trunc(v) || seen[v] || !counts && !index {
			return ""
		}
		seen[v] = true
	}
	switch {
	case counts:
		return "counts"
	case c.kind == Categorical && len(c.values) < leastIdentifier:
		return "" // a few rows may well have different levels
	}
	return "names"
}

// leaveOut returns the inputs of the plan without those that count or name the rows, and the remarks
// on these by their columns. If there are no others, or all are to be kept, it leaves none out.
func (p *plan) leaveOut(fields []field) (inputs []int, remarks map[int]*Remark) {
	remarks = make(map[int]*Remark)
	found, other := make(map[int]string), false
	for _, j := range p.inputs {
		c := fields[j].column.named(p.names[j])
		if how := c.rowsOf(); how != "" && !p.chosen && !p.o.keeps(c.name) && (p.o.looks || slices.Contains(p.o.RowNumbers, c.name)) {
			found[j] = how
			continue
		}
		inputs, other = append(inputs, j), other || c.kind != Date || p.dated[j]
	}
	if !other || p.o.Keep != nil && len(p.o.Keep) == 0 {
		for j, how := range found {
			remarks[j] = &Remark{fmt.Sprintf("the input %q %s the rows", p.names[j], how), Call{"Drop", []string{p.names[j]}}, "leaves it out"}
		}
		return p.inputs, remarks
	}
	p.o.RowNumbers = nil
	for _, j := range p.inputs {
		if how := found[j]; how != "" {
			p.o.RowNumbers = append(p.o.RowNumbers, p.names[j])
			remarks[j] = &Remark{fmt.Sprintf("the column %q %s the rows, and is no input", p.names[j], how), Call{"Keep", []string{p.names[j]}}, "makes it one"}
		}
	}
	return inputs, remarks
}
