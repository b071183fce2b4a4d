package viz

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The data of charts are types of package report, in which results hold them.
type (
	Bar      = report.Bar
	Mark     = report.Level
	Line     = report.Line
	Series   = report.Series
	Choice   = report.Choice
	Interval = report.Interval
	Point    = report.Point
	Panel    = report.Panel

	Comparison = report.Comparison
)

// NormsAxis is the usual axis title of [Norms].
const NormsAxis = report.NormsAxis

// Draw draws a chart of a report. It returns an error for what cannot be drawn, as the
// function of each kind of chart says ([Norms], [Compared], [Path], [Errors], [Intervals],
// [Points], [Curves], [Scatter], [Surface], [Dependences], [Convergence], [HeatMap], [Multiples],
// [Histogram], [Boxes], [Pairs], [GroupedBars]), and for a table.
func Draw(chart report.Part) (*Figure, error) {
	switch c := chart.(type) {
	case report.Bars:
		return drawBars(c)
	case report.Lines:
		return drawLines(c)
	case report.Errors:
		return drawErrors(c)
	case report.Intervals:
		return Intervals(c.Title, c.Axis, c.Point, c.Range, c.Intervals)
	case report.Points:
		return Points(c.Title, c.Axis, c.Points)
	case report.Curves:
		return Curves(c.Title, c.Input, c.X, c.Panels...)
	case report.Scatter:
		return Scatter(c)
	case report.Surface:
		return Surface(c)
	case report.Dependences:
		return Dependences(c)
	case report.Convergence:
		return Convergence(c)
	case report.HeatMap:
		return HeatMap(c)
	case report.Multiples:
		return Multiples(c)
	case report.Histogram:
		return Histogram(c)
	case report.Boxes:
		return Boxes(c)
	case report.Pairs:
		return Pairs(c)
	case report.GroupedBars:
		return GroupedBars(c)
	}
	return nil, fmt.Errorf("viz: a %T is not a chart", chart)
}
