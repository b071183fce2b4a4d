package viz

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// everyChart is a chart of each kind.
func everyChart() []report.Part {
	taus, lines := testPath()
	x := []float64{0, 1, 2}
	return []report.Part{
		report.Bars{Title: "Norms", Axis: NormsAxis, What: "derivative norms", Bars: diabetes, Level: &Mark{Value: 5, Text: "level 5"}},
		report.Lines{Title: "Path", Measure: "derivative norm", Weight: "tau", Weights: append(taus, 0), Lines: withLast(lines), Chosen: 0.125},
		report.Errors{Title: "Errors", Weight: "tau", Error: "RMSE", Weights: []float64{4, 2, 1}, Series: []Series{{Name: "s", Y: []float64{3, 2, 4}, SE: []float64{1, math.NaN(), 1}}}, Choices: []Choice{{At: 1, Text: "least"}}},
		report.Intervals{Title: "Intervals", Axis: "norm", Point: "mean", Range: "range", Intervals: []Interval{{Name: "a", Value: 2, Low: 1, High: 3}}},
		report.Points{Title: "Points", Axis: "y", Points: []Point{{Name: "a", Value: -1}, {Name: "b", Value: 2}}},
		report.Curves{Title: "Curves", Input: "x", X: x, Panels: []Panel{{Label: "y", Y: x, Band: x, Comparison: &Comparison{Name: "other", Y: x}}, {Label: "z", Y: x, Zero: true}}},
		testScatter(40), testSurface(12), testDependences(3), testConvergence(9), testHeatMap(4, 9), testMultiples(3),
		testHistogram(), testBoxes(), testPairs(), testGrouped(),
	}
}

// withLast returns lines with one more norm each.
func withLast(lines []Line) []Line {
	for a := range lines {
		lines[a].Norms = append(lines[a].Norms, 9)
	}
	return lines
}

// Every kind of chart of package report has its picture and its interactive form.
func TestEveryKindOfChartIsInteractive(t *testing.T) {
	source, err := os.ReadFile("../report/report.go")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, chart := range everyChart() {
		shown = append(shown, reflect.TypeOf(chart).Name())
	}
	for _, m := range regexp.MustCompile(`func \((\w+)\) +part\(\)`).FindAllStringSubmatch(string(source), -1) {
		if m[1] != "Table" && !slices.Contains(shown, m[1]) {
			t.Errorf("a report.%s is missing in everyChart, which these tests draw", m[1])
		}
	}
	for _, chart := range everyChart() {
		spec, err := VegaLite(chart)
		if err != nil {
			t.Errorf("%T: %v", chart, err)
			continue
		}
		again, err := VegaLite(chart)
		if err != nil || string(again) != string(spec) {
			t.Errorf("%T: the same chart has two specifications, error %v", chart, err)
		}
		for _, want := range []string{`"tooltip"`, `"params"`, `"values":[{`, `"background":"transparent"`} {
			if want == `"params"` && !zooms(chart) {
				continue
			}
			if !strings.Contains(string(spec), want) {
				t.Errorf("%T: it has no %s", chart, want)
			}
		}
	}
}

// zooms reports whether a chart has an axis of which a part can be looked at.
func zooms(chart report.Part) bool {
	switch chart.(type) {
	case report.Curves, report.Dependences, report.Convergence:
		return false // whose panels share their axes
	case report.HeatMap:
		return false // whose fields have names and no numbers
	}
	return true
}

// A specification is valid JSON whatever the numbers and names, and counts what it leaves out.
func TestVegaLiteOfBadData(t *testing.T) {
	c := testScatter(5)
	c.Plots[0].X[1], c.Plots[0].Y[2] = math.NaN(), math.Inf(1)
	c.Title = `"</script>` + "\x00"
	spec, err := VegaLite(c)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(spec) || strings.Contains(string(spec), "</script>") || !strings.Contains(string(spec), "are left out") {
		t.Errorf("the specification is %s", spec)
	}
	for name, charts := range map[string][]report.Part{"nothing": nil, "a table": {report.Table{}}, "no bar": {report.Bars{}}} {
		if _, err := VegaLite(charts...); err == nil {
			t.Errorf("%s has an interactive form", name)
		}
	}
}

// Large charts stay small enough for a message.
func TestVegaLiteIsSmall(t *testing.T) {
	many := report.Lines{Title: "t", Measure: "norm", Weight: "tau"}
	for i := range 400 {
		many.Weights = append(many.Weights, float64(400-i))
	}
	for a := range 300 {
		many.Lines = append(many.Lines, Line{Name: fmt.Sprint("input ", a), Norms: many.Weights})
	}
	wide := report.Multiples{Title: "t", Axis: NormsAxis, What: "derivative norms"}
	for a := range 500 {
		wide.Names = append(wide.Names, fmt.Sprint("input ", a))
	}
	for k := range 50 {
		wide.Columns = append(wide.Columns, report.BarColumn{Label: fmt.Sprint("tau ", k), Values: make([]float64, 500), In: make([]bool, 500)})
	}
	for _, c := range []report.Part{many, wide, manyGroups(7, 400), testScatter(1e5), testSurface(101), testHeatMap(30, 200)} {
		spec, err := VegaLite(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(spec) > 130_000 {
			t.Errorf("the specification of a %T has %d bytes", c, len(spec))
		}
	}
}

// The colours of interactive charts can be seen on a light page and on a dark one.
func TestColoursOfBothPages(t *testing.T) {
	for _, c := range bothPages {
		hex, err := strconv.ParseUint(c[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		for _, ground := range []uint32{0xffffff, 0x111111} {
			if got := contrast(uint32(hex), ground); got < 3 {
				t.Errorf("%s has %.2f times the contrast of #%06x", c, got, ground)
			}
		}
	}
}
