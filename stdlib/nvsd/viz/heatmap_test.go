package viz

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testHeatMap has rows that come in one after the other, and then grow by orders of magnitude.
func testHeatMap(rows, columns int) report.HeatMap {
	c := report.HeatMap{Title: "Norms of groups along the path: y", Axis: "tau (falling)", Value: "norm per sd", Log: true}
	for j := range columns {
		c.Columns = append(c.Columns, report.Number(math.Pow(2, -float64(j))))
	}
	for i := range rows {
		c.Rows = append(c.Rows, fmt.Sprint("group ", i+1))
		c.Values = append(c.Values, make([]float64, columns))
		for j := i; j < columns; j++ {
			c.Values[i][j] = math.Pow(2, float64(j-i)) / 100
		}
	}
	return c
}

func TestHeatMapGolden(t *testing.T) {
	f, err := HeatMap(testHeatMap(4, 9))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/heatmap.svg", f.SVG())
	legible(t, f)
	if want := "4 rows by 9 columns. group 1: 9 filled, the largest 2.56. group 2: 8 filled"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	for _, want := range []string{"group 4", "norm per sd", "0.02", "tau (falling)"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// Marks have a key and no bar of colours.
func TestHeatMapOfMarks(t *testing.T) {
	c := report.HeatMap{Title: "t", Axis: "fold", Value: "selected", Marks: true, Rows: []string{"a"}, Columns: []string{"1", "2", "3"}, Values: [][]float64{{1, 1, 0}}}
	f, err := HeatMap(c)
	if err != nil {
		t.Fatal(err)
	}
	legible(t, f)
	if !hasText(t, f, "selected") || hasText(t, f, "0.5") {
		t.Error("there is no key, or a bar of colours")
	}
}

// Correlations stand in their fields. One that is NaN has none, and one that is 0 has one.
func TestHeatMapOfCorrelations(t *testing.T) {
	c := report.HeatMap{Title: "Correlations", Value: "correlation", Correlations: true, Rows: []string{"a", "b", "a long name"}, Columns: []string{"a", "b", "a long name"},
		Values: [][]float64{{1, -0.999, 0}, {-0.999, 1, math.NaN()}, {0, math.NaN(), 1}}}
	f, err := HeatMap(c)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/heatmap_correlations.svg", f.SVG())
	legible(t, f)
	count := map[string]int{}
	for _, e := range texts(t, f) {
		count[e.content]++
	}
	if count["1"] != 3 || count["-0.99"] != 2 || count["0.00"] != 2 || count["-1"] != 0 {
		t.Errorf("the fields have the texts %v", count)
	}
	if want := "The strongest: -0.99 of a and b."; !strings.Contains(f.String(), want) || strings.Contains(f.String(), "left out") {
		t.Errorf("in words: %v, want %q", f, want)
	}
	c.Values[0][1] = 1.5
	if _, err := HeatMap(c); err == nil {
		t.Error("a correlation of 1.5 is drawn")
	}
}

func TestHeatMapCountsWhatIsLeftOut(t *testing.T) {
	c := testHeatMap(40, 100)
	c.Values[0][0], c.Values[1][5] = math.NaN(), math.Inf(1)
	f, err := HeatMap(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"10 more rows are not drawn.", "60 of the 100 columns are drawn.", "2 numbers are left out"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("%v, want %q", f, want)
		}
	}
	if n := len(f.SVG()); n > 60_000 {
		t.Errorf("the drawing of many fields has %d bytes", n)
	}
}

func TestHeatMapRefuses(t *testing.T) {
	for what, change := range map[string]func(*report.HeatMap){
		"no rows":    func(c *report.HeatMap) { c.Rows, c.Values = nil, nil },
		"no columns": func(c *report.HeatMap) { c.Columns, c.Values = nil, [][]float64{nil, nil} },
		"rows":       func(c *report.HeatMap) { c.Values = c.Values[1:] },
		"columns":    func(c *report.HeatMap) { c.Values[1] = c.Values[1][1:] },
		"below 0":    func(c *report.HeatMap) { c.Values[1][1] = -1 },
	} {
		c := testHeatMap(2, 3)
		change(&c)
		if _, err := HeatMap(c); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}

func TestLogShades(t *testing.T) {
	for _, tc := range []struct {
		lo, hi float64
		want   string
	}{
		{0.015, 2.5, "0.02 0.05 0.1 0.2 0.5 1 2"},
		{0.0001, 1.5, "0.0003 0.001 0.003 0.01 0.03 0.1 0.3 1"},
		{1e-12, 1e3, "0.3 1 3 10 30 100 300"},
		{3, 4, "3.2 3.4 3.6 3.8"},
		{3, 3, ""},
	} {
		var labels []string
		for _, l := range newLogShades(tc.lo, tc.hi).limits {
			labels = append(labels, l.Label)
		}
		if got := strings.Join(labels, " "); got != tc.want {
			t.Errorf("from %v to %v: %s, want %s", tc.lo, tc.hi, got, tc.want)
		}
	}
}

func TestRunsOfFields(t *testing.T) {
	h := heatMap{columns: []int{0, 1, 2, 3, 4, 5}}
	sign := func(v float64) int { return int(v) - 1 }
	row := []float64{1, 1, 0, 2, 2, 1}
	if got := h.runs(row, sign); !slices.Equal(got, [][2]int{{0, 2}, {3, 5}, {5, 6}}) {
		t.Errorf("runs %v", got)
	}
	h.chart.Marks = true
	if got := h.runs(row, sign); len(got) != 5 {
		t.Errorf("marks %v", got)
	}
}
