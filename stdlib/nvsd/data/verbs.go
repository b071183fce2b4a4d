package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Head returns the Frame of the first n rows, or of all if there are fewer.
func (f *Frame) Head(n int) (*Frame, error) {
	if n < 1 {
		return nil, fmt.Errorf("data: Head: %d rows are asked for: at least one is needed", n)
	}
	return f.rows(lists.UpTo(min(n, f.n))).step(f, Step{Verb: "Head", Number: n}), nil
}

// Tail returns the Frame of the last n rows, or of all if there are fewer.
func (f *Frame) Tail(n int) (*Frame, error) {
	if n < 1 {
		return nil, fmt.Errorf("data: Tail: %d rows are asked for: at least one is needed", n)
	}
	return f.rows(lists.UpTo(f.n)[max(0, f.n-n):]).step(f, Step{Verb: "Tail", Number: n}), nil
}

// Where returns the Frame of the rows for which keep returns true. It is an error if there is
// none. [Frame.WhereExpr] is faster, and can be rebuilt from the Frame's [Origin].
func (f *Frame) Where(keep func(r Row) bool) (*Frame, error) {
	if keep == nil {
		return nil, errors.New("data: Where: there is no function (nil)")
	}
	r := f.reader("Where")
	var rows []int
	for i := range f.n {
		r.row = i
		if keep(Row{r}) {
			rows = append(rows, i)
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	g, err := f.kept("Where", rows)
	if err != nil {
		return nil, err
	}
	return g.step(f, Step{Verb: "Where", Code: true}), nil
}

// kept returns the Frame of the rows that a condition has kept.
func (f *Frame) kept(verb string, rows []int) (*Frame, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("data: %s: the condition holds for none of the %d rows, and a Frame needs at least one", verb, f.n)
	}
	return f.rows(rows), nil
}

// With returns the Frame with another numeric column, whose cell is the value of the function
// for the row. It takes the place of a column of that name, or becomes an input. NaN is a
// missing cell, and an infinite value is an error. [Frame.WithExpr] is faster, and can be
// rebuilt from the Frame's [Origin].
func (f *Frame) With(name string, value func(r Row) float64) (*Frame, error) {
	if value == nil {
		return nil, errors.New("data: With: there is no function (nil)")
	}
	values := make([]float64, f.n)
	r := f.reader("With")
	for i := range values {
		r.row = i
		values[i] = value(Row{r})
		if r.err != nil {
			return nil, r.err
		}
	}
	g, err := f.with("With", column{name: name, values: values})
	if err != nil {
		return nil, err
	}
	return g.step(f, Step{Verb: "With", Names: []string{name}, Code: true}), nil
}

// with returns the Frame with the column, which replaces the one of its name or is a new
// input.
func (f *Frame) with(verb string, c column) (*Frame, error) {
	if c.name == "" {
		return nil, fmt.Errorf("data: %s: the new column has no name", verb)
	}
	for i, v := range c.values {
		if math.IsInf(v, 0) {
			return nil, fmt.Errorf("data: %s: row %d of %q is %v: every value must be finite, or NaN where it is missing", verb, i+1, c.name, v)
		}
	}
	if f.isTarget(c.name) {
		if c.kind != Numeric && c.kind != Integer {
			return nil, fmt.Errorf("data: %s: %q is the target, which must be a number, and the new column is %v", verb, c.name, c.kind)
		}
		if err := finiteTarget(c); err != nil {
			return nil, fmt.Errorf("data: %s: %w", verb, err)
		}
	}
	g := f.copy()
	if j := f.find(c.name); j >= 0 {
		g.columns[j] = c
		g.retake(j)
		if c.name == f.target {
			g.classes = nil
		}
	} else {
		g.columns = append(g.columns, c)
		g.inputs = append(g.inputs, g.terms(len(g.columns)-1)...)
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %s: %w", verb, err)
	}
	return g, nil
}

// Select returns the Frame of the named columns, in the given order. The inputs among them stay
// inputs, and so do keys and others. If the target is not named, there is none.
func (f *Frame) Select(names ...string) (*Frame, error) {
	at, err := f.indices("Select", names)
	if err != nil {
		return nil, err
	}
	if len(at) == 0 {
		return nil, errors.New("data: Select: no column is named: at least one is needed")
	}
	g := f.copy()
	gone := slices.Repeat([]bool{true}, len(f.columns))
	terms := make([][]term, len(f.columns))
	for _, t := range f.inputs {
		terms[t.column] = append(terms[t.column], t)
	}
	g.inputs = nil
	for _, j := range at {
		gone[j] = false
		g.inputs = append(g.inputs, terms[j]...)
	}
	g.without(gone)
	g.reorder(names)
	g.lay()
	return g.step(f, Step{Verb: "Select", Names: slices.Clone(names)}), nil
}

// reorder puts the columns in the order of the names, which are all of theirs.
func (f *Frame) reorder(names []string) {
	columns, to, places := make([]column, len(names)), make([]int, len(names)), f.places()
	for k, name := range names {
		j := places[name]
		columns[k], to[j] = f.columns[j], k
	}
	for a := range f.inputs {
		f.inputs[a].column = to[f.inputs[a].column]
	}
	f.columns = columns
}

// Drop returns the Frame without the named columns. Without its target it has none; of several [Targets] the others stay.
func (f *Frame) Drop(names ...string) (*Frame, error) {
	at, err := f.indices("Drop", names)
	if err != nil {
		return nil, err
	}
	if len(at) == len(f.columns) {
		return nil, errors.New("data: Drop: no column would be left")
	}
	g := f.copy()
	gone := make([]bool, len(f.columns))
	for _, j := range at {
		gone[j] = true
	}
	g.without(gone)
	g.lay()
	return g.step(f, Step{Verb: "Drop", Names: slices.Clone(names)}), nil
}

// Rename returns the Frame with other names of columns, given as pairs of an old and a new one.
// All pairs count at once, so that two columns can exchange their names.
func (f *Frame) Rename(pairs ...string) (*Frame, error) {
	if len(pairs) == 0 || len(pairs)%2 == 1 {
		return nil, fmt.Errorf("data: Rename: %s: give pairs of an old and a new name", report.Plural(len(pairs), "name"))
	}
	var olds []string
	for k := 0; k < len(pairs); k += 2 {
		olds = append(olds, pairs[k])
	}
	at, err := f.indices("Rename", olds)
	if err != nil {
		return nil, err
	}
	g := f.copy()
	g.roles = roles{}
	to := make(map[string]string)
	for k, j := range at {
		g.columns[j].name = pairs[2*k+1]
		to[olds[k]] = pairs[2*k+1]
	}
	name := func(old string) string {
		if now, is := to[old]; is {
			return now
		}
		return old
	}
	for j, c := range g.columns {
		if c.dated != nil {
			own := *c.dated
			own.Column = name(own.Column)
			g.columns[j].dated = &own
		}
	}
	for _, key := range f.roles.Keys {
		g.roles.Keys = append(g.roles.Keys, name(key))
	}
	for _, target := range f.roles.Targets {
		g.roles.Targets = append(g.roles.Targets, name(target))
	}
	g.roles.Group, g.roles.Time, g.roles.Weight, g.target = name(f.roles.Group), name(f.roles.Time), name(f.roles.Weight), name(f.target)
	if err := checkNames(g.columnNames()); err != nil {
		return nil, fmt.Errorf("data: Rename: %w", err)
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: Rename: %w", err)
	}
	return g.step(f, Step{Verb: "Rename", Names: slices.Clone(pairs)}), nil
}

// Columns returns the names of all columns, of which the inputs and the target are some.
func (f *Frame) Columns() []string { return f.columnNames() }

func (f *Frame) columnNames() []string {
	names := make([]string, len(f.columns))
	for j, c := range f.columns {
		names[j] = c.name
	}
	return names
}

// Kind returns the kind of the named column.
func (f *Frame) Kind(name string) (Kind, error) {
	j := f.find(name)
	if j < 0 {
		return 0, f.noColumn("Kind", name)
	}
	return f.columns[j].kind, nil
}

// Texts returns the cells of the named column as they are written to a file, "" where one is
// missing.
func (f *Frame) Texts(name string) ([]string, error) {
	j := f.find(name)
	if j < 0 {
		return nil, f.noColumn("Texts", name)
	}
	c := f.columns[j].written()
	texts := make([]string, f.n)
	for i := range texts {
		texts[i] = c.text(i)
	}
	return texts, nil
}

// Sort returns the Frame with its rows in rising order of the named columns, the first of them
// first. A minus before a name means falling order. Categorical columns are sorted by the order
// of their levels. Equal rows keep their order, and missing cells come last.
func (f *Frame) Sort(keys ...string) (*Frame, error) {
	if len(keys) == 0 {
		return nil, errors.New("data: Sort: no column is named: at least one is needed")
	}
	names, falling := slices.Clone(keys), make([]bool, len(keys))
	for k, key := range keys {
		if f.find(key) < 0 && strings.HasPrefix(key, "-") {
			names[k], falling[k] = key[1:], true
		}
	}
	at, err := f.indices("Sort", names)
	if err != nil {
		return nil, fmt.Errorf("%w; a minus before a name, as in %q, sorts by falling values", err, "-"+f.columns[0].name)
	}
	rows := lists.UpTo(f.n)
	slices.SortStableFunc(rows, func(i, k int) int {
		for key, j := range at {
			v, w := f.columns[j].values[i], f.columns[j].values[k]
			order := cmp.Compare(v, w)
			switch noV, noW := math.IsNaN(v), math.IsNaN(w); {
			case noV && noW:
				continue
			case noV:
				return 1
			case noW:
				return -1
			case order != 0 && falling[key]:
				return -order
			case order != 0:
				return order
			}
		}
		return 0
	})
	return f.rows(rows).step(f, Step{Verb: "Sort", Names: slices.Clone(keys)}), nil
}

// Sample returns the Frame of n rows drawn at random without replacement, in the order in which
// they were drawn. The same seed draws the same rows.
func (f *Frame) Sample(n int, seed uint64) (*Frame, error) {
	if n < 1 || n > f.n {
		return nil, fmt.Errorf("data: Sample: %s of %d are asked for: take between 1 and %d, which are drawn without replacement", report.Plural(n, "row"), f.n, f.n)
	}
	rows := rand.New(rand.NewPCG(seed, stream)).Perm(f.n)[:n]
	return f.rows(rows).step(f, Step{Verb: "Sample", Number: n, Seed: &seed}), nil
}
