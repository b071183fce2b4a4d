package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The number of columns that Pairs shows: at most, and if they are not named.
const (
	mostPairs  = 6
	usualPairs = 5
)

// Pairs shows columns of numbers or dates against each other: their histograms, a scatter plot for
// each pair, and its correlation as [Frame.Corr] has it. Without names they are the target and the
// four inputs that have the largest correlations with it; without a target, the first five.
//
// A point of which a cell is missing is left out, and a note says of which columns cells are. It
// is an error if there is no such column, if one is categorical or all missing, and if there are not
// two to six.
func (f *Frame) Pairs(names ...string) (report.Report, error) {
	if len(names) > mostPairs {
		return nil, fmt.Errorf("data: Pairs: %d columns are named: at most %d have room, and Corr shows more", len(names), mostPairs)
	}
	columns, note, err := f.correlated("Pairs", names, usualPairs)
	if err != nil {
		return nil, err
	}
	c := f.correlations(columns)
	chart := report.Pairs{Title: "Pairs of " + strings.Join(c.names, ", "), R: c.r, Points: points}
	notes := []string{"Above the diagonal are Pearson's correlations.", note}
	for _, j := range columns {
		column := f.columns[j]
		cells := column
		cells.values = slices.DeleteFunc(slices.Clone(column.values), math.IsNaN)
		if len(cells.values) == 0 {
			return nil, fmt.Errorf("data: Pairs: every cell of %q is missing", column.name)
		}
		bins, _ := cells.bins()
		chart.Columns = append(chart.Columns, report.PairColumn{Name: column.name, Values: column.values, Bins: bins, Dates: column.kind == Date})
	}
	if where := f.missingIn(columns); where != "" {
		notes = append(notes, fmt.Sprintf("Of %s, %s.", report.Plural(f.n, "row"), where))
	}
	chart.Note = sentences(notes...)
	return report.Report{chart}, nil
}
