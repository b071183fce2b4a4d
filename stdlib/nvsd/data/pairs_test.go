package data

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The columns stand in the order in which they are named, with bins of the cells that are there.
func TestPairs(t *testing.T) {
	f := readTrees(t)
	c := plotted[report.Pairs](t, f, func(f *Frame) (report.Report, error) { return f.Pairs("day", "girth", "height") })
	if c.Title != "Pairs of day, girth, height" || !c.Columns[0].Dates || c.Columns[1].Dates {
		t.Errorf("it is %q, with the columns %+v", c.Title, c.Columns)
	}
	for k, want := range []int{6, 5, 6} {
		sum := 0
		for _, n := range c.Columns[k].Bins.Counts {
			sum += n
		}
		if sum != want {
			t.Errorf("the bins of %q have %d numbers, want %d", c.Columns[k].Name, sum, want)
		}
	}
	if want := "Above the diagonal are Pearson's correlations. Of 6 rows, girth is missing in 1."; c.Note != want {
		t.Errorf("the note is %q, want %q", c.Note, want)
	}
	all := plotted[report.Pairs](t, f, func(f *Frame) (report.Report, error) { return f.Pairs() })
	var names []string
	for _, column := range all.Columns {
		names = append(names, column.Name)
	}
	if want := []string{"height", "old", "girth"}; !slices.Equal(names, want) {
		t.Errorf("without names it has %v, want %v", names, want)
	}
}
