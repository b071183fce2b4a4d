// Package data reads, describes, changes and splits tables with typed columns, of which some
// are named inputs and one is the target. It refuses what cannot be computed with, and names
// its place.
package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Frame has n observations of named columns, each of one [Kind]. Of these, one may be the
// target, and some are inputs; others are kept beside them, such as dates and keys. The inputs
// make the n x d matrix X: a categorical input is several columns of it (a [Category]), every
// other input is one. A Frame never changes: methods return another Frame.
type Frame struct {
	source  string // where it came from, for messages: a file name, "diabetes", or ""
	n       int
	columns []column // of different names
	inputs  []term   // of the columns of X
	target  string   // name of the target; "" without one
	roles   roles
	classes *classes // nil unless y stands for two labels
	remarks []Remark // of its reader, on the file; those on columns are theirs

	// What follows from the fields above; lay sets it.
	names      []string   // of the columns of X
	y          []float64  // the target, not to be changed; nil without one
	categories []Category // by their first column
	matrix     *matrix    // X

	lineage *lineage // nil if the numbers themselves are all that is known
}

// A term is a column of X: a column of the Frame as it is, or the indicator of one of its
// levels.
type term struct{ column, level int }

// asNumber is the level of a term that is a column as it is.
const asNumber = -1

// A matrix is X, computed when it is first asked for.
type matrix struct {
	once sync.Once
	x    *mat.Dense
}

// New makes a Frame of a copy of X (n x d) and y (length n).
//
// names are the names of the inputs, and optionally that of the target at the end. Without
// names they are x1, ..., xd and y. It is an error if there is no row or no input, if lengths
// disagree, if a name is empty or occurs twice, or if a value is not finite.
func New(X mat.Matrix, y []float64, names ...string) (*Frame, error) {
	if X == nil {
		return nil, fmt.Errorf("data: no input matrix (nil)")
	}
	n, d := X.Dims()
	switch {
	case n == 0 || d == 0:
		return nil, fmt.Errorf("data: the input matrix is %d x %d: at least one row and one input are needed", n, d)
	case len(y) != n:
		return nil, fmt.Errorf("data: %d rows of inputs and %d of the target: one target value is needed for each row", n, len(y))
	}
	inputs, target := slices.Clone(names), "y"
	switch len(names) {
	case 0:
		inputs = make([]string, d)
		for a := range inputs {
			inputs[a] = fmt.Sprintf("x%d", a+1)
		}
	case d:
	case d + 1:
		inputs, target = inputs[:d], inputs[d]
	default:
		return nil, fmt.Errorf("data: %d names for %d inputs: give none, %d, or %d with the target's name last", len(names), d, d, d+1)
	}
	if err := checkNames(append(slices.Clone(inputs), target)); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	f := &Frame{n: n, target: target}
	for a, name := range inputs {
		f.columns = append(f.columns, column{name: name, values: mat.Col(nil, a, X)})
		f.inputs = append(f.inputs, term{a, asNumber})
	}
	f.columns = append(f.columns, column{name: target, values: slices.Clone(y)})
	for i := range n {
		for a, c := range f.columns[:d] {
			if v := c.values[i]; !finite(v) {
				return nil, fmt.Errorf("data: row %d of input %q is %v: every value must be finite", i+1, inputs[a], v)
			}
		}
		if !finite(y[i]) {
			return nil, fmt.Errorf("data: row %d of the target %q is %v: every value must be finite", i+1, target, y[i])
		}
	}
	f.lay()
	return f, nil
}

// lay sets the fields that follow from the columns, the inputs and the target.
func (f *Frame) lay() {
	f.names, f.y, f.categories, f.matrix = nil, nil, nil, &matrix{}
	for _, t := range f.inputs {
		name := f.columns[t.column].name
		if t.level >= 0 {
			name += "=" + f.columns[t.column].levels[t.level]
		}
		f.names = append(f.names, name)
	}
	if j := f.find(f.target); j >= 0 {
		f.y = f.columns[j].values
	}
	for j, c := range f.columns {
		if c.kind != Categorical {
			continue
		}
		category := Category{Name: c.name, Levels: c.levels}
		for p := category.first(); p < len(c.levels); p++ {
			if a := slices.Index(f.inputs, term{j, p}); a >= 0 {
				category.Columns = append(category.Columns, a)
			}
		}
		if len(c.levels) > 0 && len(category.Columns) == len(c.levels)-category.first() {
			f.categories = append(f.categories, category)
		}
	}
	slices.SortFunc(f.categories, func(c, e Category) int { return cmp.Compare(c.Columns[0], e.Columns[0]) })
}

// checkNames refuses empty and repeated names.
func checkNames(names []string) error {
	if j := slices.Index(names, ""); j >= 0 {
		return fmt.Errorf("column %d has no name: name every column", j+1)
	}
	return checkRepeated(names)
}

// checkRepeated refuses repeated names, but for empty ones.
func checkRepeated(names []string) error {
	if first, second, repeated := repeats(names); repeated {
		return fmt.Errorf("columns %d and %d are both named %q: names must differ", first+1, second+1, names[first])
	}
	return nil
}

// repeats returns the first two places of the first name that occurs again and is not empty.
func repeats(names []string) (first, second int, repeated bool) {
	seen := make(map[string]int, len(names))
	for j, name := range names {
		first, repeated = seen[name]
		if repeated && name != "" {
			return first, j, true
		}
		seen[name] = j
	}
	return 0, 0, false
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// N returns the number of observations.
func (f *Frame) N() int { return f.n }

// D returns the number of columns of X.
func (f *Frame) D() int { return len(f.inputs) }

// Source returns the name of the file or of the registered data set that the data came
// from.
func (f *Frame) Source() string { return f.source }

// Names returns the names of the inputs, in the order of X's columns.
func (f *Frame) Names() []string { return slices.Clone(f.names) }

// Target returns the name of the target. It is "" for data read with [NoTarget].
func (f *Frame) Target() string { return f.target }

// X returns the n x d matrix of inputs. It is shared with the Frame and must not be changed.
// It is NaN where a cell is missing.
func (f *Frame) X() mat.Matrix { return f.dense() }

// dense returns X, which is made on the first call.
func (f *Frame) dense() *mat.Dense {
	f.matrix.once.Do(func() {
		f.matrix.x = &mat.Dense{}
		if f.n == 0 || len(f.inputs) == 0 {
			return
		}
		f.matrix.x = mat.NewDense(f.n, len(f.inputs), nil)
		raw, d := f.matrix.x.RawMatrix().Data, len(f.inputs)
		for a, t := range f.inputs {
			for i, v := range f.columns[t.column].values {
				raw[i*d+a] = t.value(v)
			}
		}
	})
	return f.matrix.x
}

// value returns the number in X for a cell.
func (t term) value(cell float64) float64 {
	switch {
	case t.level == asNumber || math.IsNaN(cell):
		return cell
	case int(cell) == t.level:
		return 1
	}
	return 0
}

// Y returns a copy of the target. Without a target it is NaN.
func (f *Frame) Y() []float64 {
	if f.y == nil {
		return slices.Repeat([]float64{math.NaN()}, f.n)
	}
	return slices.Clone(f.y)
}

// Column returns a copy of the numbers in the named column, of the Frame or of X. A boolean is
// 0 or 1, a date is in seconds since 1970, and a missing cell is NaN.
func (f *Frame) Column(name string) ([]float64, error) {
	if a := slices.Index(f.names, name); a >= 0 {
		return f.cells(f.inputs[a]), nil
	}
	if j := f.find(name); j >= 0 && f.columns[j].kind != Categorical {
		return slices.Clone(f.columns[j].values), nil
	}
	return nil, f.unknown(name)
}

// cells returns the numbers of a column of X.
func (f *Frame) cells(t term) []float64 {
	values := slices.Clone(f.columns[t.column].values)
	for i, v := range values {
		values[i] = t.value(v)
	}
	return values
}

// find returns the index of the named column, or -1.
func (f *Frame) find(name string) int {
	return slices.IndexFunc(f.columns, func(c column) bool { return c.name == name })
}

// places returns the indices of the columns by name, for more than a few of them.
func (f *Frame) places() map[string]int {
	at := make(map[string]int, len(f.columns))
	for j, c := range f.columns {
		at[c.name] = j
	}
	return at
}

// Inputs returns the Frame with only the named inputs, in the given order. The name of a
// categorical input stands for all of its columns. Other columns and the target stay.
func (f *Frame) Inputs(names ...string) (*Frame, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("data: no input is named: at least one is needed")
	}
	g, places := f.copy(), make(map[string]int, len(f.names))
	g.inputs = nil
	for a, name := range f.names {
		places[name] = a
	}
	for _, name := range names {
		if a, is := places[name]; is {
			g.inputs = append(g.inputs, f.inputs[a])
		} else if k := slices.IndexFunc(f.categories, func(c Category) bool { return c.Name == name }); k >= 0 {
			for _, a := range f.categories[k].Columns {
				g.inputs = append(g.inputs, f.inputs[a])
			}
		} else {
			return nil, f.unknown(name)
		}
	}
	used := make([]bool, len(f.columns))
	for _, t := range f.inputs {
		used[t.column] = true
	}
	for _, t := range g.inputs {
		used[t.column] = false
	}
	g.without(used)
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g.step(f, Step{Verb: "Inputs", Names: slices.Clone(names)}), nil
}

// copy returns a Frame whose fields may be set. Call lay and step after that.
func (f *Frame) copy() *Frame {
	g := *f
	g.columns, g.inputs, g.lineage = slices.Clone(f.columns), slices.Clone(f.inputs), nil
	g.roles = f.roles.copy()
	return &g
}

// without removes the columns for which gone is set, and all that is said of them.
func (f *Frame) without(gone []bool) {
	at, columns := make([]int, len(f.columns)), []column(nil)
	for j, c := range f.columns {
		at[j] = len(columns)
		if !gone[j] {
			columns = append(columns, c)
			continue
		}
		f.roles.forget(c.name)
		if f.target == c.name {
			f.target, f.classes = "", nil
			if len(f.roles.Targets) > 0 { // the next one takes its place
				f.target, f.roles.Targets = f.roles.Targets[0], append([]string(nil), f.roles.Targets[1:]...)
			}
		}
	}
	inputs := make([]term, 0, len(f.inputs))
	for _, t := range f.inputs {
		if !gone[t.column] {
			inputs = append(inputs, term{at[t.column], t.level})
		}
	}
	f.columns, f.inputs = columns, inputs
}

// checkNames refuses inputs and a target of one name.
func (f *Frame) checkNames() error {
	if f.target == "" {
		return checkNames(f.names)
	}
	return checkNames(append(slices.Clone(f.names), f.target))
}

// terms returns the terms of column j as an input.
func (f *Frame) terms(j int) []term {
	c := f.columns[j]
	if c.kind != Categorical {
		return []term{{j, asNumber}}
	}
	var all []term
	for p := (Category{Levels: c.levels}).first(); p < len(c.levels); p++ {
		all = append(all, term{j, p})
	}
	return all
}

// retake puts the terms of column j where its first one is.
func (f *Frame) retake(j int) {
	at := slices.IndexFunc(f.inputs, func(t term) bool { return t.column == j })
	if at < 0 {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(f.inputs[at:]), func(t term) bool { return t.column == j })
	f.inputs = slices.Concat(f.inputs[:at], f.terms(j), rest)
}

// Rows returns the Frame of the observations with the given 0-based indices,
// in that order.
func (f *Frame) Rows(index ...int) (*Frame, error) {
	if len(index) == 0 {
		return nil, fmt.Errorf("data: no row is asked for: at least one is needed")
	}
	for _, row := range index {
		if row < 0 || row >= f.N() {
			return nil, fmt.Errorf("data: row %d is asked for: there are rows 0 to %d", row, f.N()-1)
		}
	}
	return f.rows(index).step(f, Step{Verb: "Rows", Rows: index}), nil
}

// rows returns the Frame of the given rows, which there are. It says nothing of its lineage.
func (f *Frame) rows(index []int) *Frame {
	g := f.copy()
	g.n = len(index)
	for j, c := range f.columns {
		g.columns[j] = c.rows(index)
	}
	g.lay()
	return g
}

// unknown returns the error of a name that no column has.
func (f *Frame) unknown(name string) error {
	if k := slices.IndexFunc(f.categories, func(c Category) bool { return c.Name == name }); k >= 0 {
		var columns []string
		for _, a := range f.categories[k].Columns {
			columns = append(columns, f.names[a])
		}
		return fmt.Errorf("data: the input %q is categorical, and has no column of that name: its columns are %s", name, quoteList(columns))
	}
	names := slices.Clone(f.names)
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	return fmt.Errorf("data: there is no input %q: %sthere are %s", name, spelling.Question(name, names), quoteList(f.names))
}

// quoteList returns the first dozen of the names, quoted.
func quoteList(names []string) string {
	quoted := make([]string, len(names))
	for j, name := range names {
		quoted[j] = fmt.Sprintf("%q", name)
	}
	return report.Listed(quoted)
}
