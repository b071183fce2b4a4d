package data

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Category is a categorical input of a Frame, which holds it as columns of 0 and 1. Two
// levels have one column, which is 1 for the second level. More levels have one column each,
// which is 1 for its level.
type Category struct {
	Name    string   `json:"name"`
	Levels  []string `json:"levels"`  // in order: by number if all are numbers, else by text
	Columns []int    `json:"columns"` // of the Frame's inputs, named "name=level"
}

// maxLevels is the largest number of levels. No model can distinguish more.
const maxLevels = 1000

// Factor names inputs that are categorical. Their cells, texts or codes, are levels without
// order or distance. Each input becomes columns of 0 and 1, a [Category]. A key or a group that
// is named holds texts, whatever they look like.
func Factor(names ...string) ReadOption {
	return func(o *readOptions) { o.Factors = append(o.Factors, names...) }
}

// Factor returns the Frame in which the named inputs, whose numbers are codes, are
// categorical.
func (f *Frame) Factor(names ...string) (*Frame, error) {
	g := f.copy()
	for k, name := range names {
		a := slices.Index(f.names, name)
		if a < 0 {
			return nil, f.unknown(name)
		}
		if f.inputs[a].level != asNumber {
			return nil, fmt.Errorf("data: %q is a column of a categorical input already", name)
		}
		if slices.Contains(names[:k], name) {
			return nil, fmt.Errorf("data: the factor %q is named twice", name)
		}
		j := f.inputs[a].column
		texts := make([]string, f.n)
		for i := range texts {
			texts[i] = f.columns[j].text(i)
		}
		g.columns[j] = categorical(name, texts)
		if err := g.columns[j].checkLevels(); err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
		g.retake(j)
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g.step(f, Step{Verb: "Factor", Names: slices.Clone(names)}), nil
}

// Categories returns the categorical inputs.
func (f *Frame) Categories() []Category {
	cs := slices.Clone(f.categories)
	for k, c := range cs {
		cs[k].Levels, cs[k].Columns = slices.Clone(c.Levels), slices.Clone(c.Columns)
	}
	return cs
}

// Groups returns a partition of the columns of the inputs. The columns of a categorical input
// are together, and every other column is alone. With it, a group lasso keeps or drops a
// categorical input as a whole.
func (f *Frame) Groups() [][]int {
	of := f.owners()
	var groups [][]int
	for a, k := range of {
		switch {
		case k < 0:
			groups = append(groups, []int{a})
		case f.categories[k].Columns[0] == a:
			groups = append(groups, slices.Clone(f.categories[k].Columns))
		}
	}
	return groups
}

// owners returns, for every column, the index of its category, or -1.
func (f *Frame) owners() []int {
	of := slices.Repeat([]int{-1}, f.D())
	for k, c := range f.categories {
		for _, a := range c.Columns {
			of[a] = k
		}
	}
	return of
}

// first returns the index of the level that the first column stands for.
func (c Category) first() int {
	if len(c.Levels) == 2 {
		return 1
	}
	return 0
}

// Set sets the columns of the category in the inputs x to the level of the given index. x is
// in the order of the Frame's columns.
func (c Category) Set(x []float64, level int) {
	for k, a := range c.Columns {
		x[a] = 0
		if k+c.first() == level {
			x[a] = 1
		}
	}
}

// checkCategories reports a category that does not fit the columns of X. They are NaN where a cell
// is missing.
func checkCategories(x *mat.Dense, names []string, categories []Category) error {
	n, d := x.Dims()
	used := make([]bool, d)
	for _, c := range categories {
		if len(c.Levels) == 0 || len(c.Columns) != len(c.Levels)-c.first() {
			return fmt.Errorf("the categorical input %q has %d levels and %d columns", c.Name, len(c.Levels), len(c.Columns))
		}
		for _, a := range c.Columns {
			if a < 0 || a >= d || used[a] {
				return fmt.Errorf("the categorical input %q has column %d, which is none of the %d, or taken", c.Name, a, d)
			}
			used[a] = true
			for i := range n {
				if v := x.At(i, a); v != 0 && v != 1 && !math.IsNaN(v) {
					return fmt.Errorf("row %d of column %q, of a categorical input, is %v: it must be 0 or 1", i+1, names[a], v)
				}
			}
		}
		for i := range n {
			has := 0.0
			for _, a := range c.Columns {
				has += x.At(i, a)
			}
			if math.IsNaN(has) && !slices.ContainsFunc(c.Columns, func(a int) bool { return !math.IsNaN(x.At(i, a)) }) {
				continue
			}
			if has != 1 && (len(c.Levels) != 2 || math.IsNaN(has)) {
				return fmt.Errorf("row %d has %v levels of the categorical input %q: it must have one", i+1, has, c.Name)
			}
		}
	}
	return nil
}
