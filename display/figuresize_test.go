package display

import (
	"fmt"
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// largeCharts is a chart of each kind that can hold many marks, with more than are drawn.
func largeCharts() []report.Part {
	const n = 20_000
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i), math.Sin(float64(i)*float64(i))
	}
	bars := make([]report.Bar, 500)
	lines := make([]report.Line, 500)
	weights := make([]float64, 50)
	for i := range weights {
		weights[i] = math.Pow(0.9, float64(i))
	}
	for a := range bars {
		name := fmt.Sprint("an input with a name ", a)
		bars[a] = report.Bar{Name: name, Norm: float64(a), Selected: a > 300}
		lines[a].Name = name
		for i := range weights {
			lines[a].Norms = append(lines[a].Norms, float64(a*i)+1+math.Sin(float64(a+i)))
		}
	}
	intervals := make([]report.Interval, 500)
	for a := range intervals {
		intervals[a] = report.Interval{Name: bars[a].Name, Value: float64(a), Low: float64(a) / 2, High: 2 * float64(a)}
	}
	return []report.Part{
		report.Bars{Title: "Norms", Axis: report.NormsAxis, What: "norms", Bars: bars},
		report.Lines{Title: "Path", Measure: "norm", Weight: "tau", Weights: weights, Lines: lines, Chosen: weights[30]},
		report.Scatter{Title: "Scatter", Points: "observations", Compared: "no error", Plots: []report.ScatterPlot{
			{XAxis: "x", YAxis: "y", X: x, Y: y, Line: report.Identity}, {XAxis: "x", YAxis: "residual", X: x, Y: y, Line: report.ZeroLine}}},
		largeDependences(y), largeSurface(x, y),
		report.Intervals{Title: "Intervals", Axis: "norm", Point: "fit", Range: "90 %", Intervals: intervals},
		largeScatter(x, y, nil), largeScatter(x, y, []string{"a", "b", "c", "d", "e", "f", "g"}),
		largePairs(y, 5), largePairs(y, 6),
	}
}

// largeScatter has one plot, whose points have a third variable.
func largeScatter(x, y []float64, levels []string) report.Scatter {
	by := &report.By{Name: "z", Levels: levels, Values: y}
	if levels != nil {
		by.Values = make([]float64, len(y))
		for i := range by.Values {
			by.Values[i] = float64(i % len(levels))
		}
	}
	return report.Scatter{Title: "Scatter", Points: "observations", Plots: []report.ScatterPlot{{XAxis: "x", YAxis: "y", X: x, Y: y, By: by}}}
}

// largePairs has k columns.
func largePairs(y []float64, k int) report.Pairs {
	c := report.Pairs{Title: "Pairs", Points: "observations"}
	for range k {
		bins := report.Bins{Edges: []float64{-1}}
		for i := range 60 {
			bins.Edges, bins.Counts = append(bins.Edges, float64(i-29)/30), append(bins.Counts, i*i)
		}
		c.Columns, c.R = append(c.Columns, report.PairColumn{Name: "a column", Values: y, Bins: bins}), append(c.R, make([]float64, k))
	}
	return c
}

// largeDependences has nine panels of 60 ticks each, and curves of 21 numbers.
func largeDependences(rug []float64) report.Dependences {
	c := report.Dependences{Title: "Dependences", Value: "mean", Slope: "slope", Points: "observations"}
	for k := range 9 {
		p := report.DependencePanel{Input: fmt.Sprint("an input with a name ", k), Rug: rug}
		for i := range 21 {
			at := float64(i)
			p.X, p.Y = append(p.X, at/20), append(p.Y, math.Sin(at/3))
			p.Slope, p.SD = append(p.Slope, math.Cos(at/3)), append(p.SD, 1+math.Sin(at/4))
		}
		c.Panels = append(c.Panels, p)
	}
	return c
}

// largeSurface has bumps, and more points than are drawn.
func largeSurface(x, y []float64) report.Surface {
	const n = 41
	c := report.Surface{Title: "Surface", XAxis: "a", YAxis: "b", ZAxis: "f", Points: "observations"}
	for i := range n {
		var z, far []float64
		for j := range n {
			z, far = append(z, math.Sin(float64(i)/16)*math.Cos(float64(j)/14)), append(far, 2*math.Sin(float64(i+j)/14))
		}
		c.X, c.Y, c.Z, c.Far = append(c.X, float64(i)), append(c.Y, float64(i)), append(c.Z, z), append(c.Far, far)
	}
	for i := range x {
		c.PointsX, c.PointsY = append(c.PointsX, 40*(1+y[i])/2), append(c.PointsY, math.Mod(x[i], 40))
	}
	return c
}

// What a chart is shown by is small enough for a message, however many marks it could have.
func TestChartsAreSmall(t *testing.T) {
	for _, chart := range largeCharts() {
		for form, v := range map[string]any{"static": chart, "interactive": Interactive(chart)} {
			data, _, err := render(t, v).JSON()
			if err != nil {
				t.Fatal(err)
			}
			size := 0
			sizes := map[string]int{}
			for mime, rendering := range data {
				size += len(rendering)
				sizes[mime] = len(rendering)
			}
			limit := 200_000
			if _, many := chart.(report.Pairs); many { // panels
				limit = 380_000
			}
			if size > limit {
				t.Errorf("the %s %T is shown by %d bytes: %v", form, chart, size, sizes)
			}
		}
	}
}

// BenchmarkRenderReport measures what shows a typical model: a table, bars and a path of 30 inputs.
func BenchmarkRenderReport(b *testing.B) {
	charts := largeCharts()
	bars, lines := charts[0].(report.Bars), charts[1].(report.Lines)
	bars.Bars, lines.Lines = bars.Bars[:30], lines.Lines[:30]
	table := report.Table{Title: "Model", Columns: report.Columns("input", "norm")}
	for _, bar := range bars.Bars {
		table.Rows = append(table.Rows, []any{bar.Name, bar.Norm})
	}
	shown := reporter{report.Report{table, bars, lines}}
	for b.Loop() {
		if _, err := Render(shown); err != nil {
			b.Fatal(err)
		}
	}
}
