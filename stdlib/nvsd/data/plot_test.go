package data

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Rows that lack a value are left out of all that is drawn, and counted by their columns.
func TestPlotLeavesOutWhatIsMissing(t *testing.T) {
	f := readTrees(t) // a girth and a species are missing, in different rows
	c := plotted[report.Scatter](t, f, func(f *Frame) (report.Report, error) { return f.Plot("girth", "height") })
	plot := c.Plots[0]
	if want := []float64{8.25, 8.75, 10.5, 10.75, 11}; !slices.Equal(plot.X, want) {
		t.Errorf("over %v, want %v", plot.X, want)
	}
	if want := []float64{70, 63, 72, 81, 83}; !slices.Equal(plot.Y, want) {
		t.Errorf("the points are at %v, want %v", plot.Y, want)
	}
	if want := "1 row is left out: girth is missing in 1."; c.Note != want {
		t.Errorf("the note is %q, want %q", c.Note, want)
	}
	if c.Title != "height over girth" || plot.XAxis != "girth" || plot.YAxis != "height" {
		t.Errorf("it is titled %q, over %q by %q", c.Title, plot.XAxis, plot.YAxis)
	}
}

func TestPlotBy(t *testing.T) {
	f := readTable(t, "x,few,many,day,on,y\n1,3,0.5,2024-01-01,no,1\n2,1,1.5,2024-01-02,yes,2\n3,3,2.5,2024-01-03,no,3\n"+
		"4,1,3.5,2024-01-04,no,4\n5,1,4.5,2024-01-05,no,5\n6,1,5.5,2024-01-06,no,6\n7,1,6.5,2024-01-07,no,7\n")
	for _, tc := range []struct {
		by     string
		levels []string
		first  float64
		dates  bool
	}{
		{"few", []string{"1", "3"}, 1, false},
		{"on", []string{"no", "yes"}, 0, false},
		{"many", nil, 0.5, false},
		{"day", nil, 1704067200, true},
		{"x", nil, 1, false}, // which is along an axis too
	} {
		c := plotted[report.Scatter](t, f, func(f *Frame) (report.Report, error) { return f.Plot("x", "y", By(tc.by)) })
		by := c.Plots[0].By
		if by.Name != tc.by || !slices.Equal(by.Levels, tc.levels) || by.Values[0] != tc.first || by.Dates != tc.dates {
			t.Errorf("by %s the points are told apart by %+v", tc.by, by)
		}
	}
	if c := plotted[report.Scatter](t, f, func(f *Frame) (report.Report, error) { return f.Plot("day", "y") }); !c.Plots[0].Dates.X || c.Plots[0].Dates.Y {
		t.Errorf("the axes of dates are %+v", c.Plots[0].Dates)
	}
}
