package data

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Bind returns the Frame with the rows of others below its own. They must have the same
// columns, by name and in any order. Levels are put together, and whole numbers and numbers
// become numbers; other kinds must be the same, unless all cells of one are missing. Roles and the target are those of f.
func (f *Frame) Bind(others ...*Frame) (*Frame, error) {
	if len(others) == 0 {
		return nil, errors.New("data: Bind: no Frame is given: at least one is needed")
	}
	g, k, err := f.bind(others)
	switch {
	case err != nil && k >= 0:
		return nil, fmt.Errorf("data: Bind: Frame %d %w", k+1, err)
	case err != nil:
		return nil, fmt.Errorf("data: Bind: %w", err)
	}
	return g.step(f, Step{Verb: "Bind"}, others...), nil
}

// bind returns the Frame with the rows of others below its own. An error is about the Frame k of the others, or
// about all of them if k is none.
func (f *Frame) bind(others []*Frame) (g *Frame, k int, err error) {
	g, mine := f.copy(), f.places()
	total := f.n
	for _, other := range others {
		if other != nil {
			total += other.n
		}
	}
	for j, c := range g.columns {
		g.columns[j].values = append(make([]float64, 0, total), c.values...)
	}
	isInput := make([]bool, len(f.columns))
	for _, t := range f.inputs {
		isInput[t.column] = true
	}
	for k, other := range others {
		if other == nil {
			return nil, k, errors.New("is nil: was this part of the split asked for?")
		}
		theirs := other.places()
		for _, name := range other.columnNames() {
			if _, is := mine[name]; !is {
				return nil, k, fmt.Errorf("has a column %q, which the first has not: drop it, or add it there by With", name)
			}
		}
		if !f.classes.same(other.classes) {
			return nil, k, errors.New("has other classes of the target: read both with the same data.Classes")
		}
		for j, c := range g.columns {
			at, is := theirs[c.name]
			if !is {
				return nil, k, fmt.Errorf("has no column %q: drop it, or add it there by With", c.name)
			}
			var err error
			own := other.columns[at]
			if c.dated != nil && own.dated != nil {
				own = own.sinceOrigin(*c.dated)
			}
			g.columns[j], err = c.below(own)
			if err != nil {
				return nil, k, err
			}
		}
		g.n += other.n
	}
	for j := range g.columns {
		if !isInput[j] {
			continue // a key may have any number of levels
		}
		if g.columns[j].kind == Date { // all cells of the first were missing
			g.inputs = slices.DeleteFunc(g.inputs, func(t term) bool { return t.column == j })
			continue
		}
		if err := g.columns[j].checkLevels(); err != nil {
			return nil, none, err
		}
		if !slices.Equal(g.columns[j].levels, f.columns[j].levels) {
			g.retake(j)
		}
	}
	g.lay()
	return g, none, g.checkNames()
}

// below returns the column with the cells of another one below its own, in the same memory if it has room.
func (c column) below(d column) (column, error) {
	number := func(k Kind) bool { return k == Numeric || k == Integer }
	missing, _ := c.missing()
	more, _ := d.missing()
	switch {
	case c.kind == d.kind:
	case missing == len(c.values): // nothing says of which kind they are
		c.kind, c.levels, c.layout = d.kind, d.levels, d.layout
	case more == len(d.values):
		d.kind, d.levels = c.kind, c.levels
	case number(c.kind) && number(d.kind):
		c.kind = Numeric
	default:
		return c, fmt.Errorf("has %q as %v, and the first as %v: read it in both in the same way, such as by data.Factor(%q)", c.name, d.kind, c.kind, c.name)
	}
	added := d.values
	if c.kind == Categorical && !slices.Equal(c.levels, d.levels) {
		levels, code := slices.Clone(c.levels), make([]float64, len(d.levels))
		place := make(map[string]int, len(levels))
		for k, level := range levels {
			place[level] = k
		}
		for k, level := range d.levels {
			at, known := place[level]
			if !known {
				at = len(levels)
				levels = append(levels, level)
			}
			code[k] = float64(at)
		}
		added = make([]float64, len(d.values))
		for i, v := range d.values {
			added[i] = v
			if !math.IsNaN(v) {
				added[i] = code[int(v)]
			}
		}
		grown := len(levels) > len(c.levels)
		c.levels, c.values = levels, append(c.values, added...)
		if grown {
			c = c.inOrder()
		}
		return c, nil
	}
	c.values = append(c.values, added...)
	return c, nil
}

// Join returns the Frame with the other columns of a second one, whose rows are found by equal
// values of the key columns, which both have. Rows without a match are left out. A row with
// several matches is repeated, in the order of the second Frame. Inputs of the second become
// inputs, and its target becomes one too; other columns stay what they are.
//
// It is an error if another column has the same name in both: rename or drop it first. Missing
// keys match nothing.
func (f *Frame) Join(other *Frame, keys ...string) (*Frame, error) {
	return f.join("Join", false, other, keys)
}

// LeftJoin joins as Join does, and keeps the rows without a match. The columns of the
// second Frame are missing there.
func (f *Frame) LeftJoin(other *Frame, keys ...string) (*Frame, error) {
	return f.join("LeftJoin", true, other, keys)
}

func (f *Frame) join(verb string, left bool, other *Frame, keys []string) (*Frame, error) {
	if other == nil {
		return nil, fmt.Errorf("data: %s: there is no second Frame (nil)", verb)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("data: %s: no key is named: name the columns that both have and whose values match", verb)
	}
	mine, err := f.indices(verb, keys)
	if err != nil {
		return nil, err
	}
	theirs, err := other.indices(verb, keys)
	if err != nil {
		return nil, fmt.Errorf("%w (in the second Frame)", err)
	}
	for k := range keys {
		if a, b := f.columns[mine[k]].kind, other.columns[theirs[k]].kind; a != b && !(a <= Integer && b <= Integer) {
			return nil, fmt.Errorf("data: %s: the key %q is %v in the first Frame and %v in the second: nothing would match; read it as texts in both by data.Factor(%q)", verb, keys[k], a, b, keys[k])
		}
	}
	for _, name := range other.columnNames() {
		if !slices.Contains(keys, name) && f.find(name) >= 0 {
			return nil, fmt.Errorf("data: %s: both have a column %q: rename one by Rename(%q, ...), drop it, or make it a key", verb, name, name)
		}
	}
	matches := make(map[string][]int)
	for i := range other.n {
		if key, ok := other.key(theirs, i); ok {
			matches[key] = append(matches[key], i)
		}
	}
	var rows, from []int
	for i := range f.n {
		key, ok := f.key(mine, i)
		found := matches[key]
		if !ok {
			found = nil
		}
		if len(found) == 0 && left {
			found = []int{none}
		}
		for _, k := range found {
			rows, from = append(rows, i), append(from, k)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("data: %s: no row of the two Frames has the same %s: are they written in the same way?", verb, quoteList(keys))
	}
	g := f.rows(rows)
	for j, c := range other.columns {
		if slices.Contains(theirs, j) {
			continue
		}
		values := make([]float64, len(from))
		for i, k := range from {
			values[i] = math.NaN()
			if k != none {
				values[i] = c.values[k]
			}
		}
		c.values = values
		at := len(g.columns)
		g.columns = append(g.columns, c)
		for _, t := range other.inputs {
			if t.column == j {
				g.inputs = append(g.inputs, term{at, t.level})
			}
		}
		if other.isTarget(c.name) {
			g.inputs = append(g.inputs, term{at, asNumber})
		}
		if slices.Contains(other.roles.Keys, c.name) {
			g.roles.Keys = append(g.roles.Keys, c.name)
		}
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %s: %w", verb, err)
	}
	return g.step(f, Step{Verb: verb, Names: slices.Clone(keys)}, other), nil
}

// key returns the values of row i in columns as one text. ok is false if one is missing.
func (f *Frame) key(columns []int, i int) (key string, ok bool) {
	var b strings.Builder
	for _, j := range columns {
		c := f.columns[j]
		v := c.values[i]
		if math.IsNaN(v) {
			return "", false
		}
		text := strconv.FormatFloat(v+0, 'g', -1, 64)
		if c.kind == Categorical {
			text = c.levels[int(v)]
		}
		fmt.Fprintf(&b, "%d:%s", len(text), text)
	}
	return b.String(), true
}
