// Package data reads, describes and splits tables of numbers with named inputs and one target.
// It refuses what cannot be computed with, and names its place.
package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// A Frame has n observations of d named inputs and of one target. It never changes: methods
// return another Frame.
type Frame struct {
	source string     // where it came from, for messages: a file name, "diabetes", or ""
	names  []string   // of the d inputs
	target string     // name of the target; "" without one
	x      *mat.Dense // n x d
	y      []float64  // n

	categories []Category // by their first column
	classes    *classes   // nil unless y stands for two labels
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
	f := &Frame{names: inputs, target: target, x: mat.DenseCopyOf(X), y: slices.Clone(y)}
	for i := range n {
		for a, v := range f.x.RawRowView(i) {
			if !finite(v) {
				return nil, fmt.Errorf("data: row %d of input %q is %v: every value must be finite", i+1, inputs[a], v)
			}
		}
		if !finite(y[i]) {
			return nil, fmt.Errorf("data: row %d of the target %q is %v: every value must be finite", i+1, target, y[i])
		}
	}
	return f, nil
}

// checkNames refuses empty and repeated names.
func checkNames(names []string) error {
	seen := make(map[string]int, len(names))
	for j, name := range names {
		if name == "" {
			return fmt.Errorf("column %d has no name: name every column", j+1)
		}
		if first, ok := seen[name]; ok {
			return fmt.Errorf("columns %d and %d are both named %q: names must differ", first+1, j+1, name)
		}
		seen[name] = j
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// N returns the number of observations.
func (f *Frame) N() int { return len(f.y) }

// D returns the number of inputs.
func (f *Frame) D() int { return len(f.names) }

// Source returns where the data came from: the name of a file or of a registered data set.
func (f *Frame) Source() string { return f.source }

// Names returns the names of the inputs, in the order of X's columns.
func (f *Frame) Names() []string { return slices.Clone(f.names) }

// Target returns the name of the target. It is "" for data read with [NoTarget].
func (f *Frame) Target() string { return f.target }

// X returns the n x d matrix of inputs. It is shared with the Frame and must not be changed.
func (f *Frame) X() mat.Matrix { return f.x }

// Y returns a copy of the target.
func (f *Frame) Y() []float64 { return slices.Clone(f.y) }

// Column returns a copy of the named column, an input or the target.
func (f *Frame) Column(name string) ([]float64, error) {
	if name == f.target && name != "" {
		return f.Y(), nil
	}
	a := slices.Index(f.names, name)
	if a < 0 {
		return nil, f.unknown(name)
	}
	return mat.Col(nil, a, f.x), nil
}

// Inputs returns the Frame with only the named inputs, in the given order. The name of a
// categorical input stands for all of its columns.
func (f *Frame) Inputs(names ...string) (*Frame, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("data: no input is named: at least one is needed")
	}
	var chosen []int
	for _, name := range names {
		if a := slices.Index(f.names, name); a >= 0 {
			chosen = append(chosen, a)
		} else if k := slices.IndexFunc(f.categories, func(c Category) bool { return c.Name == name }); k >= 0 {
			chosen = append(chosen, f.categories[k].Columns...)
		} else {
			return nil, f.unknown(name)
		}
	}
	g := f.pick(chosen)
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g, nil
}

// checkNames refuses inputs and a target of one name.
func (f *Frame) checkNames() error {
	if f.target == "" {
		return checkNames(f.names)
	}
	return checkNames(append(slices.Clone(f.names), f.target))
}

// pick returns the Frame with only the chosen columns.
func (f *Frame) pick(chosen []int) *Frame {
	g := &Frame{source: f.source, target: f.target, x: mat.NewDense(f.N(), len(chosen), nil), y: f.y, categories: f.keep(chosen), classes: f.classes}
	for b, a := range chosen {
		g.names = append(g.names, f.names[a])
		g.x.SetCol(b, mat.Col(nil, a, f.x))
	}
	return g
}

// Rows returns the Frame of the observations with the given 0-based indices,
// in that order.
func (f *Frame) Rows(index ...int) (*Frame, error) {
	if len(index) == 0 {
		return nil, fmt.Errorf("data: no row is asked for: at least one is needed")
	}
	g := &Frame{
		source: f.source, names: f.names, target: f.target,
		x: mat.NewDense(len(index), f.D(), nil),
		y: make([]float64, len(index)), categories: f.categories, classes: f.classes,
	}
	for i, row := range index {
		if row < 0 || row >= f.N() {
			return nil, fmt.Errorf("data: row %d is asked for: there are rows 0 to %d", row, f.N()-1)
		}
		g.x.SetRow(i, f.x.RawRowView(row))
		g.y[i] = f.y[row]
	}
	return g, nil
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
	for _, c := range f.categories {
		names = append(names, c.Name)
	}
	if f.target != "" {
		names = append(names, f.target)
	}
	return fmt.Errorf("data: there is no input %q: %sthere are %s", name, spelling.Question(name, names), quoteList(f.names))
}

// quoteList returns at most a dozen of the names, quoted.
func quoteList(names []string) string {
	const most = 12
	var b strings.Builder
	for j, name := range names {
		if j == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if j > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}
