package procedure

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"

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

// points returns the rows for the model, with the inputs in the order of train, and the target,
// which is nil if the table has none. It reads only the columns of selected inputs. The others
// have no part in a prediction, and are 0. missing has the columns that the table lacks and the
// model does not need.
func (t *testTable) points(train *data.Frame, selected []bool) (X *mat.Dense, y []float64, missing []string, err error) {
	needed, others := sources(train, selected)
	for _, name := range needed {
		if !slices.Contains(t.columns, name) {
			return nil, nil, nil, fmt.Errorf("%s: there is no column %q, which the model needs: it was trained with it, and selected it", t.Name, name)
		}
	}
	for _, name := range others {
		if !slices.Contains(t.columns, name) {
			missing = append(missing, name)
		}
	}
	targeted := slices.Contains(t.columns, t.r.Target)
	X = mat.NewDense(t.rows, train.D(), nil)
	read, role := slices.Clone(needed), data.NoTarget()
	switch {
	case targeted && len(needed) > 0:
		role = data.Target(t.r.Target)
	case targeted:
		read = []string{t.r.Target} // a table needs an input
	case len(needed) == 0:
		return X, nil, missing, nil
	}
	var factors []string
	for _, c := range train.Categories() {
		if slices.Contains(needed, c.Name) {
			factors = append(factors, c.Name)
		}
	}
	var target []string // the options of it
	if targeted {
		target = []string{"Classes"}
	}
	opts, err := t.r.format(target...)
	if err != nil {
		return nil, nil, nil, err
	}
	f, err := t.read(append(opts, role, data.Inputs(read...), data.Factor(factors...))...)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(needed) == 0 {
		y, err = f.Column(t.r.Target)
		return X, y, missing, err
	}
	g, err := f.Conform(train, selected)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", t.Name, plain(err))
	}
	_, fill, err := train.Filled()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", t.r.Train.Name, plain(err))
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
		}
		X.SetCol(a, column)
		at++
	}
	if targeted {
		y = f.Y()
	}
	return X, y, missing, nil
}

// sources splits the columns of the table: those that the selected inputs of a Frame come
// from, and the others.
func sources(train *data.Frame, selected []bool) (needed, others []string) {
	source := train.Names()
	for _, c := range train.Categories() {
		for _, a := range c.Columns {
			source[a] = c.Name
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
