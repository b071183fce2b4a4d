package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// mostCorrelated is the largest number of columns in a matrix of correlations whose columns
// are not named.
const mostCorrelated = 25

// Corr shows the correlations of the named columns: as a heat map, and the pairs of the largest size
// as a table. Without names they are those of the target and of the inputs that are numbers; of
// more than 25 columns those with the largest correlations with the target, or else the first ones.
//
// A correlation is Pearson's, over the rows in which neither cell is missing. There is none if those
// are fewer than three, or if all of one column are equal in them. It is an error if there is no
// such column, or a categorical one is named, and if there are not two columns.
func (f *Frame) Corr(names ...string) (report.Report, error) {
	columns, note, err := f.correlated("Corr", names, mostCorrelated)
	if err != nil {
		return nil, err
	}
	c := f.correlations(columns)
	pairs := c.pairs()
	if len(pairs) == 0 {
		return nil, fmt.Errorf("data: Corr: no two columns have a correlation: it needs three rows with a value in both, and different values in each")
	}
	notes := []string{"Pearson's correlation, over the rows in which neither is missing.", note}
	if where := f.missingIn(columns); where != "" {
		notes = append(notes, fmt.Sprintf("Of %s, %s.", report.Plural(f.n, "row"), where))
	}
	if none := c.none(); none != "" {
		notes = append(notes, none)
	}
	return report.Report{
		report.HeatMap{Title: "Correlations", Rows: c.names, Columns: c.names, Value: "correlation", Values: c.r, Correlations: true, Note: sentences(notes...)},
		c.matrix(), c.largest(pairs),
	}, nil
}

// correlated returns the columns of a verb: the named ones, or else the target and the inputs of
// numbers, at most so many of them. note says which are left out.
func (f *Frame) correlated(verb string, names []string, most int) (columns []int, note string, err error) {
	if len(names) > 0 {
		columns, err = f.measures(verb, names...)
		if err == nil && len(columns) < 2 {
			err = fmt.Errorf("data: %s: one column is named, and two at least are compared", verb)
		}
		return columns, "", err
	}
	for _, j := range f.used() {
		if f.columns[j].kind > Boolean || slices.Contains(f.roles.Targets, f.columns[j].name) {
			continue
		}
		if err := f.measure(verb, j); err != nil {
			return nil, "", err
		}
		columns = append(columns, j)
	}
	if len(columns) < 2 {
		return nil, "", fmt.Errorf("data: %s: there are fewer than two columns of numbers among the inputs and the target: name columns of numbers or dates", verb)
	}
	if f.y != nil { // it is the last one
		last := len(columns) - 1
		columns = slices.Insert(slices.Clone(columns[:last]), 0, columns[last])
	}
	if len(columns) <= most {
		return columns, "", nil
	}
	note = fmt.Sprintf("The first %d of %d columns of numbers are shown.", most, len(columns))
	if f.y != nil {
		note = fmt.Sprintf("Of %d inputs of numbers the %d with the largest correlations with %s are shown.", len(columns)-1, most-1, f.target)
		size := make(map[int]float64)
		for _, j := range columns[1:] {
			r, _ := f.correlation(columns[0], j)
			size[j] = math.Abs(r)
			if math.IsNaN(r) {
				size[j] = -1
			}
		}
		slices.SortStableFunc(columns[1:], func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	}
	return columns[:most], note, nil
}

// correlation returns Pearson's correlation of two columns over the rows in which neither is missing,
// and how many these are. It is NaN for fewer than three rows, and if all cells of a column are
// equal in them.
func (f *Frame) correlation(a, b int) (r float64, n int) {
	var v, w []float64
	for i, x := range f.columns[a].values {
		if y := f.columns[b].values[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			v, w = append(v, x), append(w, y)
		}
	}
	if len(v) < 3 || !scale(v) || !scale(w) {
		return math.NaN(), len(v)
	}
	return max(-1, min(1, stat.Correlation(v, w, nil))), len(v)
}

// scale moves numbers to the range from 0 to 1, so that no square of them overflows or
// underflows. It reports whether they differ.
func scale(v []float64) bool {
	lo, hi := slices.Min(v), slices.Max(v)
	for i := range v {
		v[i] = v[i]/2 - lo/2
		v[i] /= hi/2 - lo/2
	}
	return lo < hi
}

// correlations is the matrix of the pairwise correlations of some columns.
type correlations struct {
	names []string
	r     [][]float64 // NaN where there is none
	n     [][]int     // over how many rows
}

func (f *Frame) correlations(columns []int) correlations {
	k := len(columns)
	c := correlations{r: make([][]float64, k), n: make([][]int, k)}
	for i, a := range columns {
		c.names = append(c.names, f.columns[a].name)
		c.r[i], c.n[i] = make([]float64, k), make([]int, k)
		for j, b := range columns[:i] {
			r, n := f.correlation(a, b)
			c.r[i][j], c.r[j][i], c.n[i][j], c.n[j][i] = r, r, n, n
		}
		c.r[i][i], c.n[i][i] = f.correlation(a, a)
	}
	return c
}

// none returns a sentence with the columns that have no correlation with another one, "" if
// there are none.
func (c correlations) none() string {
	var names []string
	for i, row := range c.r {
		if !slices.ContainsFunc(row, func(v float64) bool { return !math.IsNaN(v) }) {
			names = append(names, c.names[i])
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%q has no correlation: its cells are equal, or too few.", names[0])
	}
	return fmt.Sprintf("%s have no correlation: their cells are equal, or too few.", quoteList(names))
}

// matrix returns all correlations as a table, for forms without a heat map.
func (c correlations) matrix() report.Table {
	t := report.Table{Columns: []report.Column{{Charted: true}}}
	for i, name := range c.names {
		t.Columns = append(t.Columns, report.Column{Name: name, Decimals: 2, Charted: true})
		row := []any{name}
		for _, r := range c.r[i] {
			row = append(row, report.Known(r))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// A pair is two of the columns of correlations, i after j.
type pair struct{ i, j int }

// pairs returns the pairs that have a correlation, by falling size.
func (c correlations) pairs() []pair {
	var pairs []pair
	for i := range c.names {
		for j := range i {
			if !math.IsNaN(c.r[i][j]) {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int {
		return cmp.Compare(math.Abs(c.r[q.i][q.j]), math.Abs(c.r[p.i][p.j]))
	})
	return pairs
}

// largest returns the table of the first pairs.
func (c correlations) largest(pairs []pair) report.Table {
	const most = 10
	t := report.Table{Title: "The largest correlations", Columns: []report.Column{{Name: "column"}, {Name: "with"}, {Name: "correlation", Digits: 3}, {Name: "rows"}}}
	for _, p := range pairs[:min(most, len(pairs))] {
		t.Rows = append(t.Rows, []any{c.names[p.j], c.names[p.i], c.r[p.i][p.j], c.n[p.i][p.j]})
	}
	if more := len(pairs) - most; more > 0 {
		t.Notes = append(t.Notes, "and "+report.Plural(more, "more pair"))
	}
	return t
}
