package display

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

func TestDependenceShowsCurves(t *testing.T) {
	dep := &model.Dependence{Input: "<bmi>", Target: "y"}
	for i := range 41 {
		v := float64(i)
		dep.Grid, dep.Mean = append(dep.Grid, v), append(dep.Mean, v*v)
		dep.Slope, dep.SlopeSD = append(dep.Slope, 2*v), append(dep.SlopeSD, 0.5)
	}
	b := render(t, dep)
	html := b.Data[MIMEHTML].(string)
	chartOf(t, html)
	for _, want := range []string{"Partial dependence of y on &lt;bmi&gt;", ">1600<", "11 of the 41 points"} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML has no %q", want)
		}
	}
}

// A grid of one value has a point, and levels have no slope.
func TestDependenceWithoutACurve(t *testing.T) {
	one := &model.Dependence{Input: "bmi", Grid: []float64{1}, Mean: []float64{2}, Slope: []float64{3}, SlopeSD: []float64{0}}
	if svg := chartOf(t, render(t, one).Data[MIMEHTML].(string)); !strings.Contains(svg, "mean prediction goes from 2 at 1 to 2 at 1") {
		t.Errorf("one point is drawn as %s", svg)
	}
	levels := &model.Dependence{Input: "colour", Target: "y", Levels: []string{"red", "<green>"}, Mean: []float64{-1, 2}}
	html := render(t, levels).Data[MIMEHTML].(string)
	if !strings.Contains(html, "&lt;green&gt;") || strings.Contains(html, "slope") {
		t.Errorf("levels are shown as %s", html)
	}
	if svg := chartOf(t, html); !strings.Contains(svg, "Points: red -1, &lt;green&gt; 2.") {
		t.Errorf("the chart of levels is %s", svg)
	}
}
