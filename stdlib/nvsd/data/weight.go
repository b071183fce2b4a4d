package data

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Weight names the column of the weights of the rows, numbers that are not negative. It is kept and is
// not an input.
//
//	data.CSV("survey.csv", data.Target("income"), data.Weight("w"))
//
// A row of weight 2 counts as the row twice, in fits, in the choice of a model and in errors. A row of
// weight 0 is left out, and a warning says how many these are.
func Weight(name string) ReadOption {
	return func(o *readOptions) { o.Roles.Weight = name }
}

// WeightColumn returns the name of the column with the role of [Weight], "" if none has it.
func (f *Frame) WeightColumn() string { return f.roles.Weight }

// WithWeight returns the Frame in which the named column, of numbers that are not negative, has the
// weights of the rows: see [Weight]. It is no longer an input. Rows of weight 0 are left out.
func (f *Frame) WithWeight(name string) (*Frame, error) {
	g, err := f.withRole("WithWeight", func(g *Frame) { g.roles.Weight = name }, name)
	if err != nil {
		return nil, err
	}
	weighed, err := g.weighed()
	if err != nil {
		return nil, fmt.Errorf("data: WithWeight: %w", err)
	}
	weighed.lineage = g.lineage // the step leaves out the rows
	return weighed, nil
}

// Weights returns the weights of the rows, all above 0. It is nil if no column has the role of [Weight], or if all are 1.
//
// They say how many observations a row stands for, and sum to the number of rows at least: smaller weights
// are scaled to that sum. [Frame.Column] has them as they are given. It is an error if a later verb, such as
// With, has put a number in the column that is no weight.
func (f *Frame) Weights() ([]float64, error) {
	weights, err := f.checkedWeights()
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if i := slices.Index(weights, 0); i >= 0 {
		return nil, fmt.Errorf("data: row %d of the weight %q is 0: leave such rows out by WhereExpr", i+1, f.roles.Weight)
	}
	return weighed.Counts(weights), nil
}

// checkedWeights returns a copy of the column of the weights, of numbers of which none is negative.
func (f *Frame) checkedWeights() ([]float64, error) {
	j := f.find(f.roles.Weight)
	if j < 0 {
		return nil, nil
	}
	c := f.columns[j]
	if c.kind == Date || c.kind == Categorical {
		return nil, refuse("the weight %q is a column of kind %v: weights are numbers that are not negative", c.name, c.kind).about("", "", advise("the column is to be left out", "Drop", c.name))
	}
	for i, w := range c.values {
		switch {
		case math.IsNaN(w):
			return nil, missingRole("weight", c.name, i)
		case w < 0:
			return nil, fmt.Errorf("row %d of the weight %q is %v: weights are not negative; a weight of 0 leaves a row out", i+1, c.name, w)
		}
	}
	if math.IsInf(floats.Sum(c.values), 1) {
		return nil, fmt.Errorf("the weights %q are too large for their sum: give them in another unit", c.name)
	}
	return slices.Clone(c.values), nil
}

// weighed returns the Frame without the rows of weight 0, with a remark on them. It refuses a column of
// weights that are none.
func (f *Frame) weighed() (*Frame, error) {
	weights, err := f.checkedWeights()
	if err != nil || weights == nil {
		return f, err
	}
	var kept []int
	for i, w := range weights {
		if w > 0 {
			kept = append(kept, i)
		}
	}
	switch len(kept) {
	case f.n:
		return f, nil
	case 0:
		return nil, fmt.Errorf("every one of the %s has weight 0 in %q, and would be left out", report.Plural(f.n, "row"), f.roles.Weight)
	}
	g := f.rows(kept)
	g.remarks = append(slices.Clip(g.remarks), Remark{Says: fmt.Sprintf("left out for a weight %q of 0: %d of %s", f.roles.Weight, f.n-len(kept), report.Plural(f.n, "row"))})
	return g, nil
}
