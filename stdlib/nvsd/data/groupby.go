package data

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// Grouped is a Frame whose rows are taken together by equal values of some columns. Its methods
// make a Frame with one row for each group, in rising order of the values, whose columns are the
// keys and what the method computes. Missing cells are left out of what is computed, and rows
// with a missing key belong to no group.
type Grouped struct {
	frame  *Frame
	keys   []int // columns
	names  []string
	groups [][]int // rows
	err    error
}

// GroupBy takes the rows together that have equal values in the named columns. An error, such
// as of a name that no column has, is that of the method that is called on the result.
func (f *Frame) GroupBy(keys ...string) *Grouped {
	g := &Grouped{frame: f, names: slices.Clone(keys)}
	g.keys, g.err = f.indices("GroupBy", keys)
	if g.err != nil {
		return g
	}
	if len(keys) == 0 {
		g.err = errors.New("data: GroupBy: no column is named: at least one is needed")
		return g
	}
	at := make(map[string]int)
	for i := range f.n {
		key, ok := f.key(g.keys, i)
		if !ok {
			continue
		}
		k, known := at[key]
		if !known {
			k = len(g.groups)
			at[key] = k
			g.groups = append(g.groups, nil)
		}
		g.groups[k] = append(g.groups[k], i)
	}
	slices.SortFunc(g.groups, func(a, b []int) int {
		for _, j := range g.keys {
			v, w := f.columns[j].values[a[0]], f.columns[j].values[b[0]]
			if v < w {
				return -1
			}
			if v > w {
				return 1
			}
		}
		return 0
	})
	if len(g.groups) == 0 {
		g.err = fmt.Errorf("data: GroupBy: every row lacks a value in one of %s", quoteList(keys))
	}
	return g
}

// Count returns a Frame with the number of rows of each group, in the column "count".
func (g *Grouped) Count() (*Frame, error) {
	if g.err != nil {
		return nil, g.err
	}
	counts := make([]float64, len(g.groups))
	for k, rows := range g.groups {
		counts[k] = float64(len(rows))
	}
	return g.made("Count", nil, []column{{name: "count", kind: Integer, values: counts}})
}

// Mean returns a Frame with the means of the named columns in each group, or of all columns of
// numbers.
func (g *Grouped) Mean(columns ...string) (*Frame, error) {
	return g.each("Mean", columns, func(v []float64) float64 { return stat.Mean(v, nil) })
}

// Sum returns a Frame with the sums of the named columns in each group, or of all columns of
// numbers. The sum of none is 0.
func (g *Grouped) Sum(columns ...string) (*Frame, error) {
	return g.each("Sum", columns, func(v []float64) float64 {
		sum := 0.0
		for _, w := range v {
			sum += w
		}
		return sum
	})
}

// SD returns a Frame with the standard deviations of the named columns in each group (divisor
// one less than the number of cells), or of all columns of numbers. That of one cell is missing.
func (g *Grouped) SD(columns ...string) (*Frame, error) {
	return g.each("SD", columns, func(v []float64) float64 {
		if len(v) < 2 {
			return math.NaN()
		}
		return stat.StdDev(v, nil)
	})
}

// Min returns a Frame with the least values of the named columns in each group, or of all
// columns of numbers.
func (g *Grouped) Min(columns ...string) (*Frame, error) {
	return g.each("Min", columns, func(v []float64) float64 {
		if len(v) == 0 {
			return math.NaN()
		}
		return slices.Min(v)
	})
}

// Max returns a Frame with the largest values of the named columns in each group, or of all
// columns of numbers.
func (g *Grouped) Max(columns ...string) (*Frame, error) {
	return g.each("Max", columns, func(v []float64) float64 {
		if len(v) == 0 {
			return math.NaN()
		}
		return slices.Max(v)
	})
}

// Median returns a Frame with the medians of the named columns in each group, or of all columns
// of numbers.
func (g *Grouped) Median(columns ...string) (*Frame, error) {
	return g.each("Median", columns, median)
}

// median may reorder v.
func median(v []float64) float64 {
	slices.Sort(v)
	return lists.Quantile(v, 0.5)
}

// each computes one number of the cells of each group, for each of the columns.
func (g *Grouped) each(verb string, names []string, compute func(v []float64) float64) (*Frame, error) {
	if g.err != nil {
		return nil, g.err
	}
	f := g.frame
	at, err := f.indices(verb, names)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		for j, c := range f.columns {
			if c.kind <= Boolean && !slices.Contains(g.keys, j) {
				at = append(at, j)
			}
		}
	}
	var made []column
	for _, j := range at {
		c := f.columns[j]
		if c.kind > Boolean {
			return nil, fmt.Errorf("data: %s: the column %q is %v: name columns of numbers", verb, c.name, c.kind)
		}
		values := make([]float64, len(g.groups))
		for k, rows := range g.groups {
			cells := slices.DeleteFunc(c.rows(rows).values, math.IsNaN)
			values[k] = compute(cells)
			if math.IsInf(values[k], 0) {
				return nil, fmt.Errorf("data: %s: that of %q is %v in a group: it is too large for float64", verb, c.name, values[k])
			}
		}
		made = append(made, column{name: c.name, values: values})
	}
	return g.made(verb, names, made)
}

// made returns the Frame of the keys, beside columns of one cell a group. It has no target.
func (g *Grouped) made(verb string, names []string, columns []column) (*Frame, error) {
	first := make([]int, len(g.groups))
	for k, rows := range g.groups {
		first[k] = rows[0]
	}
	h := &Frame{source: g.frame.source, n: len(first)}
	for _, j := range g.keys {
		h.columns = append(h.columns, g.frame.columns[j].rows(first))
	}
	h.roles.Keys = slices.Clone(g.names)
	for _, c := range columns {
		h.columns = append(h.columns, c)
		h.inputs = append(h.inputs, term{len(h.columns) - 1, asNumber})
	}
	if err := checkNames(h.columnNames()); err != nil {
		return nil, fmt.Errorf("data: %s: %w", verb, err)
	}
	h.lay()
	return h.step(g.frame, Step{Verb: "GroupBy", Text: verb, Keys: slices.Clone(g.names), Names: slices.Clone(names)}), nil
}
