package viz

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testScatter is a chart of predictions and their residuals, of n points.
func testScatter(n int) report.Scatter {
	var predicted, truth, residual []float64
	for i := range n {
		u := float64(i) / float64(n)
		predicted = append(predicted, 20+30*u)
		residual = append(residual, 4*math.Sin(40*u))
		truth = append(truth, predicted[i]+residual[i])
	}
	return report.Scatter{
		Title: "y: kernel ridge", Points: "observations", Compared: "no error", Note: "R2 0.9.",
		Plots: []report.ScatterPlot{
			{XAxis: "predicted y", YAxis: "true y", X: predicted, Y: truth, Line: report.Identity},
			{XAxis: "predicted y", YAxis: "residual", X: predicted, Y: residual, Line: report.ZeroLine, Trend: report.Trend{X: []float64{20, 35, 50}, Y: []float64{-1, 1, 0}}},
		},
	}
}

func TestScatterGolden(t *testing.T) {
	f, err := Scatter(testScatter(40))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/scatter.svg", f.SVG())
	legible(t, f)
	for _, want := range []string{"Scatter plot of 40 observations. true y from 19.9 to 53.1 over predicted y from 20 to 49.2.", "R2 0.9."} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("in words: %v, want %q", f, want)
		}
	}
	for _, want := range []string{"observations", "no error", "smooth trend"} {
		if !hasText(t, f, want) {
			t.Errorf("the key has no %q", want)
		}
	}
}

// A plot with the line of identity has the same numbers on both axes.
func TestScatterOfIdentityHasEqualAxes(t *testing.T) {
	c := testScatter(40)
	c.Plots = c.Plots[:1]
	f, err := Scatter(c)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, e := range texts(t, f) {
		count[e.content]++
	}
	for _, tick := range []string{"20", "30", "40", "50"} {
		if count[tick] != 2 {
			t.Errorf("%s stands at %d axes", tick, count[tick])
		}
	}
}

// Bars are drawn whole, but for those without an end.
func TestScatterBarsGolden(t *testing.T) {
	c := testScatter(12)
	c.Bars, c.Plots = "90 % intervals", c.Plots[:1]
	p := &c.Plots[0]
	for i, y := range p.Y {
		p.Low, p.High = append(p.Low, y-20), append(p.High, y+float64(i))
	}
	p.Low[3] = math.Inf(-1)
	f, err := Scatter(c)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/scatterbars.svg", f.SVG())
	legible(t, f)
	if !hasText(t, f, c.Bars) {
		t.Errorf("the key has no %q", c.Bars)
	}
	if !hasText(t, f, "0") {
		t.Error("the axes do not reach the ends of the bars")
	}
}

func TestScatterLeavesOutAndSamples(t *testing.T) {
	few := testScatter(40)
	few.Plots[1].Y[3], few.Plots[1].Y[4] = math.NaN(), math.Inf(1)
	f, err := Scatter(few)
	if err != nil {
		t.Fatal(err)
	}
	if want := "2 points are left out"; !strings.Contains(f.String(), want) {
		t.Errorf("%v, want %q", f, want)
	}
	many, err := Scatter(testScatter(20 * maxMarks))
	if err != nil {
		t.Fatal(err)
	}
	if want := "600 of the 12000 observations are drawn."; !strings.Contains(many.String(), want) {
		t.Errorf("%v, want %q", many, want)
	}
	if n := len(many.SVG()); n > 45_000 {
		t.Errorf("the drawing of many points has %d bytes", n)
	}
}

func TestScatterRefuses(t *testing.T) {
	one := []float64{1}
	for what, plots := range map[string][]report.ScatterPlot{
		"no plot":     nil,
		"three plots": slices.Repeat([]report.ScatterPlot{{X: one, Y: one}}, 3),
		"no point":    {{}},
		"only NaN":    {{X: one, Y: []float64{math.NaN()}}},
		"lengths":     {{X: one, Y: []float64{1, 2}}},
		"bars":        {{X: one, Y: one, Low: []float64{0, 1}, High: []float64{1, 2}}},
		"half bars":   {{X: one, Y: one, Low: one}},
		"trend":       {{X: one, Y: one, Trend: report.Trend{X: one}}},
		"by":          {{X: one, Y: one, By: &report.By{}}},
		"by of two":   slices.Repeat([]report.ScatterPlot{{X: one, Y: one, By: &report.By{Values: one}}}, 2),
	} {
		if _, err := Scatter(report.Scatter{Plots: plots}); err == nil {
			t.Errorf("%s is drawn", what)
		}
	}
}

// scatterBy is a plot of n points with a third variable.
func scatterBy(n int, by report.By) report.Scatter {
	c := report.Scatter{Title: "y over x", Points: "observations", Plots: []report.ScatterPlot{{XAxis: "x", YAxis: "y", By: &by}}}
	for i := range n {
		c.Plots[0].X, c.Plots[0].Y = append(c.Plots[0].X, float64(i)), append(c.Plots[0].Y, float64(i%7))
		if k := len(by.Levels); k > 0 {
			by.Values = append(by.Values, float64(i%k))
		} else {
			by.Values = append(by.Values, float64(i))
		}
	}
	return c
}

// Levels have a sign each and stand in the key with their counts. Beyond seven they share the last sign.
func TestScatterByLevels(t *testing.T) {
	f, err := Scatter(scatterBy(20, report.By{Name: "z", Levels: []string{"a", "b", "c"}}))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/scatter_levels.svg", f.SVG())
	legible(t, f)
	for _, want := range []string{"a (7)", "b (7)", "c (6)"} {
		if !hasText(t, f, want) {
			t.Errorf("the key has no %q", want)
		}
	}
	if want := "The signs tell z: a (7), b (7), c (6)."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
	for levels, want := range map[int]string{7: "l7 (10)", 8: "2 more levels (20)"} {
		var names []string
		for k := range levels {
			names = append(names, "l"+string(rune('1'+k)))
		}
		f, err := Scatter(scatterBy(10*levels, report.By{Name: "z", Levels: names}))
		if err != nil {
			t.Fatal(err)
		}
		if !hasText(t, f, want) {
			t.Errorf("the key of %d levels has no %q: %v", levels, want, f)
		}
	}
}

// Numbers have a bar of colours, which differ from the ground on both pages.
func TestScatterByNumbers(t *testing.T) {
	f, err := Scatter(scatterBy(40, report.By{Name: "depth"}))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/scatter_numbers.svg", f.SVG())
	legible(t, f)
	if !hasText(t, f, "depth") || !strings.Contains(f.String(), "The colours tell depth.") {
		t.Errorf("the bar is not named: %v", f)
	}
	for part := 0.0; part <= 1; part += 0.01 {
		c := pointRamp(part)
		if l, d := contrast(c.light, paper.light), contrast(c.dark, paper.dark); l < 3 || d < 3 {
			t.Errorf("the colour at %.2f has %.2f times the contrast of a light page, and %.2f of a dark one", part, l, d)
		}
	}
}

// The extremes are drawn, whichever sample is.
func TestScatterKeepsExtremes(t *testing.T) {
	c := scatterBy(20_000, report.By{})
	c.Plots[0].By, c.Plots[0].Y[12345] = nil, 1000
	f, err := Scatter(c)
	if err != nil {
		t.Fatal(err)
	}
	if want := "y from 0 to 1000 over x from 0 to 19999"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
}

// Dates along an axis are written as dates.
func TestScatterOverDates(t *testing.T) {
	c := scatterBy(3, report.By{})
	c.Plots[0].By, c.Plots[0].Dates.X = nil, true
	for i := range c.Plots[0].X {
		c.Plots[0].X[i] = 1704067200 + float64(i)*100*24*60*60 // from the first day of 2024
	}
	f, err := Scatter(c)
	if err != nil {
		t.Fatal(err)
	}
	legible(t, f)
	if !hasText(t, f, "2024-03") || !strings.Contains(f.String(), "over x from 2024-01-01 to 2024-07-19") {
		t.Errorf("the axis has no dates: %v", f)
	}
}

// A plot without a key has its title right above the numbers of its axis.
func TestScatterOfOnePoint(t *testing.T) {
	one := []float64{0}
	f, err := Scatter(report.Scatter{Title: "A", Plots: []report.ScatterPlot{{X: one, Y: one}}})
	if err != nil {
		t.Fatal(err)
	}
	legible(t, f)
}
