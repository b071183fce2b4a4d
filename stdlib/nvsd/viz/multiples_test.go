package viz

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testMultiples is the norms of four inputs in n columns, in which one after the other comes in.
func testMultiples(n int) report.Multiples {
	c := report.Multiples{Title: "Norms along the path", Axis: NormsAxis, What: "derivative norms", Names: []string{"bmi", "ltg", "bp", "sex"}}
	for k := range n {
		column := report.BarColumn{Label: fmt.Sprint("tau = ", n-k)}
		for a := range c.Names {
			v := max(0, float64(k-a))
			column.Values, column.In = append(column.Values, v), append(column.In, v > 0)
		}
		c.Columns = append(c.Columns, column)
	}
	return c
}

func TestMultiplesGolden(t *testing.T) {
	f, err := Multiples(testMultiples(5))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/multiples.svg", f.SVG())
	legible(t, f)
	if want := "Bars of the derivative norms of 4 inputs in 5 columns, from tau = 5 to tau = 1, on one scale to 4."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

// One column has the numbers at its bars.
func TestOneColumnHasItsNumbers(t *testing.T) {
	c := testMultiples(5)
	c.Columns = c.Columns[4:]
	f, err := Multiples(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"4.00", "3.00", "2.00", "1.00", "tau = 1"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// What is left out is counted.
func TestMultiplesCountWhatIsLeftOut(t *testing.T) {
	c := testMultiples(20)
	c.Columns[3].Values[0] = math.NaN()
	f, err := Multiples(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"8 of 20 columns are drawn.", "1 value is left out"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("%v does not say %q", f, want)
		}
	}
	many := report.Multiples{Title: "t", Axis: "x", What: "norms", Columns: []report.BarColumn{{Label: "c"}}}
	for a := range 40 {
		many.Names = append(many.Names, fmt.Sprint("x", a))
		many.Columns[0].Values, many.Columns[0].In = append(many.Columns[0].Values, float64(a)), append(many.Columns[0].In, true)
	}
	f, err = Multiples(many)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(f.String(), "The 30 inputs of the largest values are drawn, of 40.") || hasText(t, f, "x9") || !hasText(t, f, "x10") {
		t.Errorf("of 40 inputs: %v", f)
	}
}

func TestMultiplesErrors(t *testing.T) {
	for name, c := range map[string]report.Multiples{
		"no input":     {Columns: []report.BarColumn{{}}},
		"no column":    {Names: []string{"a"}},
		"lengths":      {Names: []string{"a"}, Columns: []report.BarColumn{{Values: []float64{1, 2}, In: []bool{true}}}},
		"negative":     {Names: []string{"a"}, Columns: []report.BarColumn{{Values: []float64{-1}, In: []bool{true}}}},
		"what is in":   {Names: []string{"a"}, Columns: []report.BarColumn{{Values: []float64{1}}}},
		"without both": {},
	} {
		if f, err := Multiples(c); err == nil {
			t.Errorf("%s: drawn as %v", name, f)
		}
	}
}
