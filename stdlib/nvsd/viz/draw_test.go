package viz

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Every chart of a report is drawn as the function of its kind draws it.
func TestDrawReports(t *testing.T) {
	bars, weights, lines := []Bar{{Name: "a", Norm: 1, Selected: true}}, []float64{2, 1}, []Line{{Name: "a", Norms: []float64{0, 1}}}
	series, panel := []Series{{Name: "s", Y: []float64{3, 2}}}, Panel{Label: "l", Y: []float64{1, 2}}
	for name, c := range map[string]struct {
		chart report.Part
		draw  func() (*Figure, error)
	}{
		"norms": {report.Bars{Title: "t", Axis: "x", What: "derivative norms", Bars: bars}, func() (*Figure, error) { return Norms("t", "x", bars) }},
		"compared": {report.Bars{Title: "t", Axis: "x", What: "parts", Bars: bars, Level: &Mark{Value: 2, Text: "m"}},
			func() (*Figure, error) { return Compared("t", "x", "parts", bars, Mark{Value: 2, Text: "m"}) }},
		"path": {report.Lines{Title: "t", Measure: "derivative norm", Weight: "tau", Weights: weights, Lines: lines, Chosen: 1},
			func() (*Figure, error) { return Path("t", weights, lines, 1) }},
		"scores": {report.Lines{Title: "t", Measure: "score", Weight: "weight", Weights: weights, Lines: lines},
			func() (*Figure, error) { return ScorePath("t", weights, lines, 0) }},
		"errors": {report.Errors{Title: "t", Weight: "nu", Error: "RMSE", Weights: weights, Series: series, Choices: []Choice{{At: 1, Text: "best"}}},
			func() (*Figure, error) {
				return Errors("t", "nu", "RMSE", weights, series, Choice{At: 1, Text: "best"})
			}},
		"intervals": {report.Intervals{Title: "t", Axis: "x", Point: "p", Range: "r", Intervals: []Interval{{Name: "a", Value: 2, Low: 1, High: 3}}},
			func() (*Figure, error) {
				return Intervals("t", "x", "p", "r", []Interval{{Name: "a", Value: 2, Low: 1, High: 3}})
			}},
		"points": {report.Points{Title: "t", Axis: "x", Points: []Point{{Name: "a", Value: 1}}},
			func() (*Figure, error) { return Points("t", "x", []Point{{Name: "a", Value: 1}}) }},
		"curves": {report.Curves{Title: "t", Input: "x", X: []float64{0, 1}, Panels: []Panel{panel}},
			func() (*Figure, error) { return Curves("t", "x", []float64{0, 1}, panel) }},
		"grouped":     {testGrouped(), func() (*Figure, error) { return GroupedBars(testGrouped()) }},
		"scatter":     {testScatter(5), func() (*Figure, error) { return Scatter(testScatter(5)) }},
		"convergence": {testConvergence(4), func() (*Figure, error) { return Convergence(testConvergence(4)) }},
		"heat map":    {testHeatMap(2, 3), func() (*Figure, error) { return HeatMap(testHeatMap(2, 3)) }},
		"dependences": {testDependences(2), func() (*Figure, error) { return Dependences(testDependences(2)) }},
		"surface":     {testSurface(5), func() (*Figure, error) { return Surface(testSurface(5)) }},
	} {
		got, err := Draw(c.chart)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := c.draw()
		if err != nil {
			t.Fatal(err)
		}
		if got.SVG() != want.SVG() {
			t.Errorf("%s: drawn otherwise than by its function", name)
		}
	}
	if _, err := Draw(report.Table{}); err == nil || !strings.Contains(err.Error(), "report.Table is not a chart") {
		t.Errorf("a table: %v", err)
	}
}
