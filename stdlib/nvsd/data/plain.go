package data

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Plain is the inputs and the target of a Frame as plain values, for files. Converting a Frame
// to a Plain and back gives the same numbers to the bit, the same kinds of columns, and the same
// missing cells. Columns that are neither inputs nor the target are left out, and so are all targets but the first.
type Plain struct {
	Source string      `json:"source,omitempty"`
	Names  []string    `json:"names"` // of the d inputs
	Target string      `json:"target"`
	X      [][]float64 `json:"x"` // n rows of d numbers
	Y      []float64   `json:"y"`

	WeightColumn string    `json:"weight_column,omitempty"`
	Weights      []float64 `json:"weights,omitempty"` // of the rows, as they are given; none if all weigh the same

	Categories []Category  `json:"categories,omitempty"`
	Dates      []DateInput `json:"dates,omitempty"`   // inputs that are made of dates
	Classes    []string    `json:"classes,omitempty"` // none, or the labels of -1 and +1, or of 0, 1, 2 and so on
	Kinds      []Kind      `json:"kinds,omitempty"`   // of the inputs and then the target; none if all are numeric

	// Fillings holds the Filling of each input, and Missing the rows of its missing cells, from 0:
	// none where there is none. X has there the value of its rows, and 0 if they have none.
	Fillings []Filling `json:"fillings,omitempty"`
	Missing  [][]int   `json:"missing,omitempty"`
}

// Plain returns the Frame as plain values, which are copies.
func (f *Frame) Plain() Plain {
	p := Plain{Source: f.source, Names: f.Names(), Target: f.target, Y: f.Y(), Categories: f.Categories(), Dates: f.DateInputs()}
	if f.classes != nil {
		p.Classes = f.classes.all()
	}
	if j := f.find(f.roles.Weight); j >= 0 {
		p.WeightColumn, p.Weights = f.roles.Weight, slices.Clone(f.columns[j].values)
	}
	p.setMissing(f)
	filled := f
	if g, _, err := f.Filled(); err == nil {
		filled = g
	}
	x := filled.dense()
	for i := range f.n {
		p.X = append(p.X, mat.Row(nil, i, x))
	}
	for a, rows := range p.Missing {
		for _, i := range rows {
			if math.IsNaN(p.X[i][a]) {
				p.X[i][a] = 0
			}
		}
	}
	for _, t := range f.inputs {
		kind := f.columns[t.column].kind
		if t.level != asNumber {
			kind = Numeric
		}
		p.Kinds = append(p.Kinds, kind)
	}
	if j := f.find(f.target); j >= 0 {
		p.Kinds = append(p.Kinds, f.columns[j].kind)
	}
	if !slices.ContainsFunc(p.Kinds, func(k Kind) bool { return k != Numeric }) {
		p.Kinds = nil
	}
	return p
}

// setMissing copies the fillings and the missing cells of the Frame.
func (p *Plain) setMissing(f *Frame) {
	fillings, missing, any := f.Fillings(), make([][]int, len(f.inputs)), false
	for a, t := range f.inputs {
		missing[a] = []int{}
		for i, v := range f.columns[t.column].values {
			if math.IsNaN(v) {
				missing[a], any = append(missing[a], i), true
			}
		}
	}
	if slices.ContainsFunc(fillings, func(how Filling) bool { return how != "" }) {
		p.Fillings = fillings
	}
	if any {
		p.Missing = missing
	}
}

// Frame returns the values as a Frame, or an error about them.
func (p Plain) Frame() (*Frame, error) {
	n, d := len(p.X), len(p.Names)
	if n == 0 || d == 0 {
		return nil, fmt.Errorf("data: %d rows of %d inputs: at least one of both is needed", n, d)
	}
	x := mat.NewDense(n, d, nil)
	for i, row := range p.X {
		if len(row) != d {
			return nil, fmt.Errorf("data: row %d has %d numbers for %d inputs", i+1, len(row), d)
		}
		x.SetRow(i, row)
	}
	f, err := New(x, p.Y, append(p.Names[:d:d], p.Target)...)
	if err != nil {
		return nil, err
	}
	f.source = p.Source
	if err := p.leaveMissing(f, x); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if err := f.setKinds(p.Kinds); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if err := checkCategories(x, p.Names, p.Categories); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	f.gather(x, p.Categories)
	if err := p.setDates(f); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if err := p.setFillings(f); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	f.lay()
	if p.Weights != nil {
		if err := p.setWeights(f); err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
	}
	f.matrix.once.Do(func() { f.matrix.x = x })
	if p.Classes != nil {
		f.classes, err = f.checkClasses(p.Classes)
		if err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
	}
	return f, nil
}

// leaveMissing makes the cells missing that are said to be, in the columns of numbers of f and in x.
func (p *Plain) leaveMissing(f *Frame, x *mat.Dense) error {
	if p.Missing == nil {
		return nil
	}
	if len(p.Missing) != len(p.Names) {
		return fmt.Errorf("there are missing cells of %d inputs, and %d inputs", len(p.Missing), len(p.Names))
	}
	for a, rows := range p.Missing {
		for _, i := range rows {
			if i < 0 || i >= f.n {
				return fmt.Errorf("row %d of %q is said to be missing: there are rows 0 to %d", i, p.Names[a], f.n-1)
			}
			f.columns[a].values[i] = math.NaN()
			x.Set(i, a, math.NaN())
		}
	}
	return nil
}

// setFillings sets the fillings of a Frame.
func (p *Plain) setFillings(f *Frame) error {
	if p.Fillings == nil {
		return nil
	}
	if len(p.Fillings) != len(p.Names) {
		return fmt.Errorf("there are fillings of %d inputs, and %d inputs", len(p.Fillings), len(p.Names))
	}
	for a, how := range p.Fillings {
		c := &f.columns[f.inputs[a].column]
		c.fill = how
		if how == "" {
			continue
		}
		if err := how.check(); err != nil {
			return err
		}
		if !how.suits(c.kind) && !c.nothing() {
			return how.unsuited(*c)
		}
	}
	return nil
}

// setWeights adds the column of the weights to a Frame.
func (p *Plain) setWeights(f *Frame) error {
	if len(p.Weights) != f.n {
		return fmt.Errorf("there are %d weights of %d rows", len(p.Weights), f.n)
	}
	if f.find(p.WeightColumn) >= 0 || p.WeightColumn == "" {
		return fmt.Errorf("the column of the weights is named %q: it needs a name of its own", p.WeightColumn)
	}
	f.columns = append(f.columns, column{name: p.WeightColumn, values: slices.Clone(p.Weights)})
	f.roles.Weight = p.WeightColumn
	_, err := f.Weights()
	return err
}

// setKinds sets the kinds of the columns, which hold numbers.
func (f *Frame) setKinds(kinds []Kind) error {
	if kinds == nil {
		return nil
	}
	if len(kinds) != len(f.columns) {
		return fmt.Errorf("there are %d kinds of %d columns", len(kinds), len(f.columns))
	}
	for j, kind := range kinds {
		c := &f.columns[j]
		for i, v := range c.values {
			switch {
			case kind == Categorical || kind == Date && c.name == f.target:
				return fmt.Errorf("the column %q of numbers is said to be %v", c.name, kind)
			case math.IsNaN(v):
			case kind == Integer && v != math.Trunc(v):
				return fmt.Errorf("row %d of %q, of whole numbers, is %v", i+1, c.name, v)
			case kind == Boolean && v != 0 && v != 1:
				return fmt.Errorf("row %d of %q, a boolean, is %v: it must be 0 or 1", i+1, c.name, v)
			}
		}
		c.kind = kind
	}
	return nil
}

// gather replaces the columns of 0 and 1 of the categories by one column each, where the first
// of them was.
func (f *Frame) gather(x *mat.Dense, categories []Category) {
	type place struct{ category, level int }
	places := make(map[int]place) // by the column of x
	for k, c := range categories {
		for p, a := range c.Columns {
			places[a] = place{k, p + c.first()}
		}
	}
	var columns []column
	at := slices.Repeat([]int{-1}, len(categories)) // of the categories' columns
	inputs := make([]term, len(f.inputs))
	for a := range inputs {
		p, is := places[a]
		if !is {
			inputs[a] = term{len(columns), asNumber}
			columns = append(columns, f.columns[a])
			continue
		}
		c := categories[p.category]
		if at[p.category] < 0 {
			at[p.category] = len(columns)
			columns = append(columns, column{name: c.Name, kind: Categorical, values: c.codes(x), levels: c.Levels})
		}
		inputs[a] = term{at[p.category], p.level}
	}
	f.columns, f.inputs = append(columns, f.columns[len(inputs):]...), inputs
}

// codes returns the index of the level that each row of x has.
func (c Category) codes(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	codes := make([]float64, n)
	for i := range codes {
		for k, a := range c.Columns {
			switch v := x.At(i, a); {
			case math.IsNaN(v):
				codes[i] = v
			case v == 1:
				codes[i] = float64(k + c.first())
			}
		}
	}
	return codes
}
