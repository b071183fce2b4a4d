package viz

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func testPairs() report.Pairs {
	n := 12
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = float64(i), float64(i*i%7)
	}
	y[3] = math.NaN()
	return report.Pairs{
		Title: "y, x", Points: "observations", Note: "1 value of y is missing.",
		Columns: []report.PairColumn{
			{Name: "y", Values: y, Bins: report.Bins{Edges: []float64{0, 2, 4, 6}, Counts: []int{4, 3, 4}}},
			{Name: "x", Values: x, Bins: report.Bins{Edges: []float64{0, 6, 12}, Counts: []int{6, 6}}},
		},
		R: [][]float64{{1, -0.999}, {-0.999, 1}},
	}
}

func TestPairsGolden(t *testing.T) {
	f, err := Pairs(testPairs())
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/pairs.svg", f.SVG())
	legible(t, f)
	if want := "2 columns against each other: histograms, scatter plots and correlations. y and x: -0.99. 1 value of y is missing."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
	if !hasText(t, f, "-0.99") {
		t.Error("the correlation is not written, or as -1")
	}
}

// However many columns there are, a drawing stays small.
func TestPairsAreSmall(t *testing.T) {
	for k := 2; k <= maxPairs; k++ {
		c := report.Pairs{Title: "t", Points: "observations"}
		for j := range k {
			values := make([]float64, 10_000)
			for i := range values {
				values[i] = math.Sin(float64(i * (j + 1)))
			}
			c.Columns = append(c.Columns, report.PairColumn{Name: "x", Values: values, Bins: report.Bins{Edges: []float64{-1, 1}, Counts: []int{len(values)}}})
			c.R = append(c.R, make([]float64, k))
		}
		f, err := Pairs(c)
		if err != nil {
			t.Fatal(err)
		}
		legible(t, f)
		if n := len(f.SVG()); n > 60_000 {
			t.Errorf("the drawing of %d columns has %d bytes", k, n)
		}
		if !strings.Contains(f.String(), "of the 10000 observations of a pair are drawn.") {
			t.Errorf("it does not say that not all are drawn: %v", f)
		}
	}
}

func TestPairsRefuse(t *testing.T) {
	for what, change := range map[string]func(*report.Pairs){
		"one column":      func(c *report.Pairs) { c.Columns = c.Columns[:1] },
		"nine columns":    func(c *report.Pairs) { c.Columns = make([]report.PairColumn, 9) },
		"lengths":         func(c *report.Pairs) { c.Columns[1].Values = nil },
		"no number":       func(c *report.Pairs) { c.Columns[0].Values = make([]float64, 12); fillNaN(c.Columns[0].Values) },
		"no correlations": func(c *report.Pairs) { c.R = nil },
		"no bins":         func(c *report.Pairs) { c.Columns[1].Bins = report.Bins{} },
	} {
		c := testPairs()
		change(&c)
		if _, err := Pairs(c); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}

func fillNaN(v []float64) {
	for i := range v {
		v[i] = math.NaN()
	}
}
