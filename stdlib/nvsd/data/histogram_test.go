package data

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func TestHistRules(t *testing.T) {
	spread := make([]float64, 1000) // 0, 0.01, ..., 9.99
	heavy := make([]float64, 1000)
	for i := range spread {
		spread[i] = float64(i) / 100
		heavy[i] = math.Exp(float64(i) / 50)
	}
	const d = 24 * 60 * 60.
	for _, tc := range []struct {
		name   string
		column column
		edges  []float64 // the first two and the last
		note   string
	}{
		// Sturges: 9.99 / (1 + 10) = 0.908. Freedman and Diaconis: 2 (4.995) / 10 = 0.999.
		{"even", column{values: spread}, []float64{0, 1, 10}, "Bins of 1: the rule of Sturges."},
		{"heavy", column{values: heavy}, []float64{0, 1e7, 4.8e8}, "Bins of 10000000: at most 60 bins."},
		{"levels", column{values: []float64{1, 1, 2, 5, 5, 5}}, []float64{0.5, 1.5, 5.5}, "Bins of 1: one for each whole number."},
		{"constant", column{values: []float64{7, 7, 7}}, []float64{6.5, 7.5, 7.5}, "All values are the same, but for rounding."},
		{"one", column{values: []float64{-0.25}}, []float64{-0.75, 0.25, 0.25}, "All values are the same, but for rounding."},
		{"dates", column{kind: Date, values: []float64{0, d, 20 * d}}, []float64{0, 7 * d, 21 * d}, "Bins of 7 days: the rule of Sturges."},
		{"tenths", column{values: []float64{0.1, 0.2, 0.3, 0.3, 0.4}}, []float64{0.1, 0.2, 0.4}, "Bins of 0.1: the rule of Sturges."},
	} {
		bins, note := tc.column.bins()
		if got := []float64{bins.Edges[0], bins.Edges[1], bins.Edges[len(bins.Edges)-1]}; !slices.Equal(got, tc.edges) || note != tc.note {
			t.Errorf("%s: the edges are %v, ..., %q, want %v, %q", tc.name, bins.Edges, note, tc.edges, tc.note)
		}
	}
	bins, _ := (column{values: []float64{0.1, 0.2, 0.3, 0.3, 0.4}}).bins()
	if want := []int{1, 1, 3}; !slices.Equal(bins.Counts, want) { // 0.3 is the third edge, and not just below it
		t.Errorf("of tenths the counts are %v, want %v", bins.Counts, want)
	}
}

// The width is that of Freedman and Diaconis where most numbers are close together.
func TestHistFreedmanDiaconis(t *testing.T) {
	v := make([]float64, 1000)
	for i := range v {
		v[i] = 8 * math.Pow((float64(i)-499.5)/499.5, 3) // the quartiles are near -1 and 1, so that the width is 0.4
	}
	bins, note := (column{values: v}).bins()
	if got := bins.Edges[1] - bins.Edges[0]; got != 0.5 || note != "Bins of 0.5: the rule of Freedman and Diaconis." {
		t.Errorf("the bins are %v wide, %s", got, note)
	}
}

// Whatever the numbers, each is counted once, in the bin that it is in, and bins are not too many.
func TestBinsCountEveryNumberOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.Map(rapid.IntRange(-50, 50), func(i int) float64 { return float64(i) }), rapid.Float64Range(-1e299, 1e299))
		c := column{values: rapid.SliceOfN(number, 1, 50).Draw(t, "values")}
		if rapid.Bool().Draw(t, "whole") {
			for i := range c.values {
				c.values[i] = math.Trunc(c.values[i])
			}
		}
		b, _ := c.bins()
		if n := len(b.Counts); n < 1 || n > 2*mostBins || len(b.Edges) != n+1 || !slices.IsSorted(b.Edges) {
			t.Fatalf("there are %d bins with the edges %v", n, b.Edges)
		}
		for k, count := range b.Counts {
			in := 0
			for _, v := range c.values {
				if v >= b.Edges[k] && (v < b.Edges[k+1] || k == len(b.Counts)-1 && v == b.Edges[k+1]) {
					in++
				}
			}
			if in != count {
				t.Fatalf("bin %d from %v to %v has %d numbers, and counts %d", k, b.Edges[k], b.Edges[k+1], in, count)
			}
		}
	})
}

// Levels are counted, the most frequent first, and missing cells by themselves.
func TestHistOfLevels(t *testing.T) {
	f := readTable(t, "x,colour,y\n1,red,1\n2,blue,2\n3,blue,3\n4,,4\n5,blue,5\n", AllowMissing())
	r, err := f.Hist("colour")
	if err != nil {
		t.Fatal(err)
	}
	want := "colour count share\nblue 3 75 %\nred 1 25 %\n1 row is left out: colour is missing in 1.\n"
	var got strings.Builder
	for line := range strings.Lines(r.String()) {
		got.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	if got.String() != want {
		t.Errorf("it shows\n%s\nwant\n%s", got.String(), want)
	}
	bars := r.Charts()[0].(report.Bars)
	if bars.Of != "level" || len(bars.Bars) != 2 || bars.Bars[0] != (report.Bar{Name: "blue", Norm: 3}) {
		t.Errorf("the chart is %+v", bars)
	}
}
