package display

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// maxGrid is how many points of a dependence are listed.
const maxGrid = 11

// showDependence renders what a model says of one input: the mean prediction
// and its slope as curves, or at each level of a categorical input.
func showDependence(dep *nvsd.Dependence) map[string]any {
	if dep.Levels != nil {
		t := levelsTable(dep)
		points := make([]viz.Point, len(dep.Levels))
		for k, level := range dep.Levels {
			points[k] = viz.Point{Name: level, Value: dep.Mean[k]}
		}
		chart, err := viz.Points(t.Caption, "mean prediction of "+dep.Target, points)
		return showChart(t, chart, err)
	}
	t := Table{
		Caption: fmt.Sprintf("Partial dependence of %s on %s", dep.Target, dep.Input),
		Columns: []string{dep.Input, "mean", "slope", "sd of slope"},
		Notes:   []string{"sd of slope: how far it differs among the observations; 0 where the input is additive"},
	}
	for _, i := range nvsd.Evenly(len(dep.Grid), maxGrid) {
		t.Rows = append(t.Rows, []any{dep.Grid[i], dep.Mean[i], dep.Slope[i], dep.SlopeSD[i]})
	}
	if len(dep.Grid) > len(t.Rows) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d points are listed", len(t.Rows), len(dep.Grid)))
	}
	chart, err := viz.Curves(fmt.Sprintf("Partial dependence of %s on %s", dep.Target, dep.Input), dep.Input, dep.Grid,
		viz.Panel{Label: "mean prediction", Y: dep.Mean},
		viz.Panel{Label: "slope, ± sd", Y: dep.Slope, Band: dep.SlopeSD, Zero: true})
	return showChart(t, chart, err)
}

func levelsTable(dep *nvsd.Dependence) Table {
	t := Table{
		Caption: fmt.Sprintf("Partial dependence of %s on %s", dep.Target, dep.Input),
		Columns: []string{dep.Input, "mean"},
	}
	for k, level := range dep.Levels {
		t.Rows = append(t.Rows, []any{level, dep.Mean[k]})
	}
	return t
}
