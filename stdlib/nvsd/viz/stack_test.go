package viz

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The charts of a report stand below each other, each as it is alone.
func TestOfReport(t *testing.T) {
	bars := report.Bars{Title: "first", Axis: "x", What: "norms", Bars: []Bar{{Name: "a", Norm: 1}}}
	points := report.Points{Title: "second", Axis: "y", Points: []Point{{Name: "b", Value: 2}}}
	table := report.Table{Title: "no chart"}
	above := must(t)(Draw(bars))
	if f := must(t)(OfReport(report.Report{table, bars})); f.SVG() != above.SVG() {
		t.Error("one chart is drawn otherwise in a report than alone")
	}

	f := must(t)(OfReport(report.Report{bars, table, points}))
	inside(t, f)
	place := map[string]float64{}
	for _, e := range texts(t, f) {
		place[e.content] = e.y
	}
	_, height := above.Size()
	if place["first"] == 0 || place["first"] > height || place["second"] < height-2*margin.Points() {
		t.Errorf("the titles stand at %v and %v, below a first chart that is %v high", place["first"], place["second"], height)
	}
	if s := f.String(); !strings.HasPrefix(s, "first; second. first. Bar chart") || !strings.Contains(s, "b 2") {
		t.Errorf("in words: %s", s)
	}
	if _, err := OfReport(report.Report{table}); err == nil || !strings.Contains(err.Error(), "no chart") {
		t.Errorf("a report without a chart: %v", err)
	}
}
