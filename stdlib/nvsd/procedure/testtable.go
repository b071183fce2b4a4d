package procedure

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// testTable is the table of the rows to predict, of which the names of the columns have
// been read.
type testTable struct {
	*Table
	r       *Request
	columns []string
	rows    int
}

// testTable checks the test table before the work on the model begins. It returns nil
// without a test table.
func (r *Request) testTable() (*testTable, error) {
	if r.Test == nil {
		return nil, nil
	}
	opts, err := r.format()
	if err != nil {
		return nil, err
	}
	columns, rows, err := r.Test.shape(opts...)
	if err == nil && rows == 0 {
		err = fmt.Errorf("%s: there is a header and no row under it: there is nothing to predict", r.Test.Name)
	}
	return &testTable{r.Test, r, columns, rows}, err
}

// read reads the test table. An error says why a column is needed.
func (t *testTable) read(opts ...data.ReadOption) (*data.Frame, error) {
	f, err := data.Read(bytes.NewReader(t.Text), t.Name, opts...)
	cell, is := errors.AsType[*data.CellError](err)
	err = t.explain(err, ofBoth)
	switch {
	case is && cell.Column == t.r.Target:
		return nil, fmt.Errorf("%w, or leave the column out of it: the target is needed for the rmse alone", err)
	case is:
		return nil, fmt.Errorf("%w: the model needs this column in every row", err)
	}
	return f, err
}

// A points holds the rows of the test table for a model.
type points struct {
	X       *mat.Dense // inputs in the order of the training table
	y       []float64  // nil if the table has no target
	weights []float64  // of the rows; nil if all have 1
	missing []string   // the columns that the table lacks and the model does not need
}

// points returns the rows for the model, with the inputs in the order of train. It reads only the columns of selected
// inputs, the target and the weights. The other inputs have no part in a prediction, and are 0.
func (t *testTable) points(train *data.Frame, selected []bool) (*points, error) {
	needed, others := sources(train, selected)
	for _, name := range needed {
		if !slices.Contains(t.columns, name) {
			return nil, fmt.Errorf("%s: there is no column %q, which the model needs: it was trained with it, and selected it", t.Name, name)
		}
	}
	p := &points{X: mat.NewDense(t.rows, train.D(), nil)}
	for _, name := range others {
		if !slices.Contains(t.columns, name) {
			p.missing = append(p.missing, name)
		}
	}
	targeted := slices.Contains(t.columns, t.r.Target)
	read, role := slices.Clone(needed), data.NoTarget()
	switch {
	case targeted && len(needed) > 0:
		role = data.Target(t.r.Target)
	case targeted:
		read = []string{t.r.Target} // a table needs an input
	case len(needed) == 0:
		return p, nil
	}
	var factors []string
	for _, c := range train.Categories() {
		if slices.Contains(needed, c.Name) {
			factors = append(factors, c.Name)
		}
	}
	var target []string // the options of it
	if targeted {
		target = []string{"Class", "Classes"}
	}
	opts, err := t.r.format(target...)
	if err != nil {
		return nil, err
	}
	opts = append(opts, t.r.dates(train, needed)...)
	if labels := train.Labels(); labels != nil && targeted && !t.r.says("Class") {
		opts = append(opts, data.Classes(labels...)) // also where the rows have one of them alone
	}
	weighed := targeted && slices.Contains(t.columns, train.WeightColumn())
	if weighed {
		opts = append(opts, data.Key(train.WeightColumn())) // a row of weight 0 is predicted too
	}
	f, err := t.read(append(opts, role, data.Inputs(read...), data.Factor(factors...))...)
	if err != nil {
		return nil, err
	}
	if weighed {
		p.weights, err = t.weightsOf(f, train.WeightColumn())
		if err != nil {
			return nil, err
		}
	}
	if len(needed) == 0 {
		p.y, err = f.Column(t.r.Target)
		return p, err
	}
	g, err := f.Conform(train, selected)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, plain(err))
	}
	_, fill, err := train.Filled()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.r.Train.Name, plain(err))
	}
	at := 0
	for a := range train.Names() {
		if !selected[a] {
			continue
		}
		column := mat.Col(nil, at, g.X())
		for i, v := range column {
			if math.IsNaN(v) {
				column[i] = fill[a]
			}
			if math.IsNaN(column[i]) {
				return nil, fmt.Errorf("%s: row %d has no value of %q, which the model needs in every row: fill it in by --impute", t.Name, i+1, train.Names()[a])
			}
		}
		p.X.SetCol(a, column)
		at++
	}
	if targeted {
		p.y = f.Y()
	}
	return p, nil
}

// weightsOf returns the weights of the rows of the test table. One that is no weight is an error.
func (t *testTable) weightsOf(f *data.Frame, column string) ([]float64, error) {
	weights, err := f.Column(column)
	if err != nil {
		return nil, fmt.Errorf("%s: the weight %q holds texts: weights are numbers that are not negative", t.Name, column)
	}
	for i, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("%s: row %d of the weight %q is %v: weights are numbers that are not negative", t.Name, i+1, column, w)
		}
	}
	if floats.Sum(weights) == 0 {
		return nil, fmt.Errorf("%s: all weights %q are 0, so that there is no error: leave the column or the target out", t.Name, column)
	}
	return weights, nil
}

// sources splits the columns of the table: those that the selected inputs of a Frame come
// from, and the others.
func sources(train *data.Frame, selected []bool) (needed, others []string) {
	source := train.Names()
	for a, name := range source {
		source[a] = train.SourceOf(name)
	}
	for _, c := range train.Categories() {
		for _, a := range c.Columns {
			source[a] = train.SourceOf(c.Name)
		}
	}
	for a, name := range source {
		if selected[a] && !slices.Contains(needed, name) {
			needed = append(needed, name)
		}
	}
	for _, name := range source {
		if !slices.Contains(needed, name) && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	return needed, others
}

// finite reports the first prediction that is not finite.
func (t *testTable) finite(predictions []float64) error {
	for i, v := range predictions {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New(t.Name + fmt.Sprintf(": row %d: the prediction overflows a float64: its inputs are too far from those of training", i+1))
		}
	}
	return nil
}
