package data

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// plotted returns the first chart of what a method shows of a table.
func plotted[T report.Part](t *testing.T, f *Frame, show func(f *Frame) (report.Report, error)) T {
	t.Helper()
	r, err := show(f)
	if err != nil {
		t.Fatal(err)
	}
	chart, ok := r.Charts()[0].(T)
	if !ok {
		t.Fatalf("the chart is a %T", r.Charts()[0])
	}
	return chart
}

func readTable(t *testing.T, text string, options ...ReadOption) *Frame {
	t.Helper()
	f, err := Read(strings.NewReader(text), "t.csv", options...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What cannot be shown is refused with what to do.
func TestLooksRefuse(t *testing.T) {
	f := readTable(t, "x,colour,none,y\n1,red,,1\n2,blue,,2\n", AllowMissing())
	numbers := readTable(t, "a,b,c,d,e,f,g,h,y\n1,2,3,4,5,6,7,8,9\n")
	several := readTable(t, "x,y\n"+strings.Join(strings.Fields(`1,1 2,2 3,3 4,4 5,5 6,6 7,7 8,8 9,9 10,1 11,1 12,1 13,1 14,1 15,1 16,1
		17,1 18,1 19,1 20,1 21,1 22,1 23,1 24,1 25,1 26,1 27,1 28,1 29,1 30,1 31,1`), "\n")+"\n")
	for _, tc := range []struct {
		show func() (report.Report, error)
		want string
	}{
		{func() (report.Report, error) { return f.Plot("X", "y") }, `there is no column "X": is it "x"?`},
		{func() (report.Report, error) { return f.Plot("x", "y", By("color")) }, `is it "colour"?`},
		{func() (report.Report, error) { return f.Plot("x", "x") }, `the column "x" is named twice`},
		{func() (report.Report, error) { return f.Plot("x", "colour") }, `Plot: the column "colour" is categorical, and a number is needed: name one of numbers or dates; Hist("colour") counts its levels`},
		{func() (report.Report, error) { return f.Plot("x", "none") }, `every row lacks a value: of 2 rows, none is missing in 2`},
		{func() (report.Report, error) { return f.Hist("none") }, `none is missing in 2`},
		{func() (report.Report, error) { return f.Hist("nine") }, `there is no column "nine"`},
		{func() (report.Report, error) { return f.Corr("x") }, `one column is named, and two at least are compared`},
		{func() (report.Report, error) { return f.Corr("x", "colour") }, `Corr: the column "colour" is categorical`},
		{func() (report.Report, error) { return f.Corr("x", "y") }, `no two columns have a correlation`},
		{func() (report.Report, error) { return numbers.Corr() }, `it needs three rows`},
		{func() (report.Report, error) { return f.Pairs("x", "none") }, `every cell of "none" is missing`},
		{func() (report.Report, error) { return numbers.Pairs(numbers.Columns()...) }, `9 columns are named: at most 6 have room`},
		{func() (report.Report, error) { return f.Box("colour", "x") }, `Box: the column "colour" is categorical`},
		{func() (report.Report, error) { return several.Box("y", "x") }, `the column "x" has more than 30 different values: name one of levels, or see how the two go together by Plot("x", "y")`},
	} {
		r, err := tc.show()
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "data: ") {
			t.Errorf("error %v, want %q", err, tc.want)
		}
		if r != nil {
			t.Errorf("with the error %v it shows %v", err, r)
		}
	}
}

// A number that is too large to be drawn is named with its row.
func TestLooksRefuseHugeNumbers(t *testing.T) {
	f := readTable(t, "x,y\n1,1\n-2e305,2\n")
	if _, err := f.Plot("x", "y"); err == nil || !strings.Contains(err.Error(), `row 2 of "x" is -2e+305`) {
		t.Errorf("error %v", err)
	}
}
