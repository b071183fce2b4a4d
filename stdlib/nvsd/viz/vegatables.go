package viz

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// binned returns the bars of a histogram, whose counts stand on a vertical axis of a title.
func (v *vega) binned(b report.Bins, dates bool, axis, title string) object {
	return object{
		"data": v.rows(len(b.Counts), func(k int) object {
			return object{"from": cell(b.Edges[k], dates), "to": cell(b.Edges[k+1], dates), "count": b.Counts[k]}
		}),
		"mark": object{"type": "bar", "color": bothPages[0], "binSpacing": 1},
		"encoding": object{
			"x": axisOf("from", axis, dates), "x2": object{"field": "to"},
			"y":       channel("count", quantitative, title),
			"tooltip": tooltip([2]string{"from", "from"}, [2]string{"to", "to"}, [2]string{"count", "count"}),
		},
	}
}

func (v *vega) histogram(c report.Histogram) object {
	view := v.binned(c.Bins, c.Dates, c.Axis, c.Points)
	view["width"], view["height"] = vegaWidth, vegaHeight
	view["params"] = []object{v.zoom("x")}
	return v.titled(view, c.Title, clean(c.Note))
}

// boxes returns a layer for each mark of box plots, with the numbers of a level under the
// pointer.
func (v *vega) boxes(c report.Boxes) object {
	var full []report.Box
	type single struct {
		name  string
		value float64
	}
	var far []single
	all := c.Boxes[:min(maxBars, len(c.Boxes))]
	names := make([]string, len(all))
	for k, b := range all {
		names[k] = fmt.Sprintf("%s (%d)", clean(b.Name), b.Count)
		for _, x := range append(b.Few[:len(b.Few):len(b.Few)], b.Far...) {
			far = append(far, single{names[k], x})
		}
		if len(b.Few) == 0 {
			b.Name = names[k]
			full = append(full, b)
		}
	}
	data := v.rows(len(full), func(k int) object {
		b := full[k]
		return object{"name": b.Name, "low": cell(b.Low, c.Dates), "q1": cell(b.Q1, c.Dates), "median": cell(b.Median, c.Dates), "q3": cell(b.Q3, c.Dates), "high": cell(b.High, c.Dates)}
	})
	shown := sampled(len(far), maxMarks)
	name := channel("name", nominal, "", "sort", nil, "scale", object{"domain": names})
	tips := tooltip([2]string{"name", " "}, [2]string{"median", "median"}, [2]string{"q1", "first quartile"}, [2]string{"q3", "third quartile"}, [2]string{"low", "whisker from"}, [2]string{"high", "to"})
	layer := func(mark object, from, to string) object {
		return object{"data": data, "mark": mark, "encoding": object{"y": name, "x": axisOf(from, c.Axis, c.Dates), "x2": object{"field": to}, "tooltip": tips}}
	}
	whiskers := layer(object{"type": "rule"}, "low", "high")
	whiskers["params"] = []object{v.zoom("x")}
	view := rowsView(
		whiskers,
		layer(object{"type": "bar", "color": bothPages[0], "height": object{"band": 0.6}}, "q1", "q3"),
		object{"data": data, "mark": object{"type": "tick", "color": "#ffffff", "thickness": 2}, "encoding": object{"y": name, "x": axisOf("median", c.Axis, c.Dates), "tooltip": tips}},
		object{
			"data": v.rows(len(shown), func(k int) object {
				return object{"name": far[shown[k]].name, "value": cell(far[shown[k]].value, c.Dates)}
			}),
			"mark":     object{"type": "point", "filled": false, "size": 20, "color": bothPages[0]},
			"encoding": object{"y": name, "x": axisOf("value", c.Axis, c.Dates), "tooltip": tooltip([2]string{"name", " "}, [2]string{"value", c.Axis})},
		},
	)
	return v.titled(view, c.Title, clean(c.Note), counted(len(all), len(c.Boxes), "boxes"), counted(len(shown), len(far), "single "+clean(c.Points)))
}

// pairs returns the histograms and scatter plots of columns, one of a pair, beside and below each
// other.
func (v *vega) pairs(c report.Pairs) object {
	m := pairs{chart: c}
	if m.add() != nil {
		return nil // VegaLite has drawn the chart
	}
	side := vegaWidth / len(c.Columns)
	var lines []object
	for i, column := range c.Columns {
		var panels []object
		for j, across := range c.Columns[:i] {
			x, y := m.points(i, j)
			own := &vega{id: fmt.Sprintf("%s_%d_%d", v.id, i, j)}
			panels = append(panels, object{
				"width": side, "height": side, "params": []object{own.zoom("x", "y")},
				"data": v.rows(len(x), func(k int) object { return object{"x": cell(x[k], across.Dates), "y": cell(y[k], column.Dates)} }),
				"mark": object{"type": "point", "filled": false, "size": 12, "color": bothPages[0]},
				"encoding": object{"x": axisOf("x", across.Name, across.Dates), "y": axisOf("y", column.Name, column.Dates),
					"tooltip": tooltip([2]string{"x", across.Name}, [2]string{"y", column.Name})},
			})
		}
		bins := v.binned(column.Bins, column.Dates, column.Name, "")
		bins["width"], bins["height"] = side, side
		lines = append(lines, object{"hconcat": append(panels, bins)})
	}
	return v.titled(object{"vconcat": lines}, c.Title, m.sampledNote(), clean(c.Note))
}
