package viz

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func (v *vega) scatter(c report.Scatter) object {
	plots := make([]object, len(c.Plots))
	note := ""
	for k, p := range c.Plots {
		most := marksOf(c)
		drawn := sampled(len(p.X), most, extremesOf(p.X, p.Y)...)
		note = sampledNote(len(p.X), most, c.Points)
		x, y := axisOf("x", p.XAxis, p.Dates.X), axisOf("y", p.YAxis, p.Dates.Y)
		own := &vega{id: v.id + "_" + string(rune('a'+k))}
		points := object{
			"params": []object{own.zoom("x", "y")},
			"data": v.rows(len(drawn), func(k int) object {
				i := drawn[k]
				row := object{"x": cell(p.X[i], p.Dates.X), "y": cell(p.Y[i], p.Dates.Y)}
				if p.By != nil {
					row["by"] = third(p.By, p.By.Values[i])
				}
				return row
			}),
			"mark":     object{"type": "point", "filled": false, "size": 25, "color": bothPages[0]},
			"encoding": object{"x": x, "y": y, "tooltip": tooltip([2]string{"x", p.XAxis}, [2]string{"y", p.YAxis})},
		}
		if p.By != nil {
			own.colour(points, p)
		}
		layers := []object{points}
		if p.Low != nil {
			bars := slices.DeleteFunc(slices.Clone(drawn), func(i int) bool { return !drawable(p.Low[i]) || !drawable(p.High[i]) })
			layers = append(layers, object{
				"data":     v.rows(len(bars), func(k int) object { i := bars[k]; return object{"x": p.X[i], "y": p.Low[i], "high": p.High[i]} }),
				"mark":     object{"type": "rule", "opacity": 0.6},
				"encoding": object{"x": x, "y": y, "y2": object{"field": "high"}, "tooltip": tooltip([2]string{"y", c.Bars + ", from"}, [2]string{"high", "to"})},
			})
		}
		switch lo, hi := extremes(p.X); p.Line {
		case report.Identity:
			layers = append(layers, object{
				"data": v.rows(2, func(i int) object {
					return object{"x": []float64{lo, hi}[i], "y": []float64{lo, hi}[i], "text": clean(c.Compared)}
				}),
				"mark":     object{"type": "line", "strokeDash": []int{5, 3}, "color": "#808080"},
				"encoding": object{"x": x, "y": y, "tooltip": object{"field": "text", "title": " "}},
			})
		case report.ZeroLine:
			layers = append(layers, v.rule("y", 0, c.Compared, nil))
		}
		if len(p.Trend.X) > 0 {
			layers = append(layers, object{
				"data":     v.rows(len(p.Trend.X), func(i int) object { return object{"x": p.Trend.X[i], "y": p.Trend.Y[i]} }),
				"mark":     object{"type": "line", "color": bothPages[1]},
				"encoding": object{"x": x, "y": y},
			})
		}
		plots[k] = object{"width": vegaHeight, "height": vegaHeight, "layer": layers}
	}
	return v.titled(object{"hconcat": plots}, c.Title, note, clean(c.Note))
}

// colour shows a third variable by the colours of points, and levels by their shapes too.
func (v *vega) colour(points object, p report.ScatterPlot) {
	encoding := points["encoding"].(object)
	encoding["tooltip"] = tooltip([2]string{"x", p.XAxis}, [2]string{"y", p.YAxis}, [2]string{"by", p.By.Name})
	// The colours between these are seen on a light page and on a dark one.
	scale := object{"range": []string{bothPages[0], bothPages[3], bothPages[1]}}
	switch {
	case p.By.Levels != nil:
		param, opacity := v.legend("by")
		points["params"] = append(points["params"].([]object), param)
		encoding["color"], encoding["shape"] = channel("by", nominal, p.By.Name), channel("by", nominal, p.By.Name, "legend", nil)
		encoding["opacity"] = opacity
	case p.By.Dates:
		encoding["color"] = channel("by", temporal, p.By.Name, "scale", scale)
	default:
		encoding["color"] = channel("by", quantitative, p.By.Name, "scale", scale)
	}
}

// third returns the value of a third variable in the data: a level, a number or a date.
func third(by *report.By, v float64) any {
	if by.Levels == nil {
		return cell(v, by.Dates)
	}
	if v >= 0 && v < float64(len(by.Levels)) {
		return clean(by.Levels[int(v)])
	}
	return math.NaN() // which leaves the point out
}

// extremes returns the least and the largest of the numbers that can be drawn.
func extremes(all []float64) (lo, hi float64) {
	first := true
	for _, x := range all {
		if !drawable(x) {
			continue
		}
		if first {
			lo, hi, first = x, x, false
		}
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// maxGrid is the largest number of nodes of an interactive surface along one axis.
const maxGrid = 30

func (v *vega) surface(c report.Surface) object {
	columns, lines := report.Evenly(len(c.X), maxGrid), report.Evenly(len(c.Y), maxGrid)
	// border returns where the cell of the k-th of some nodes begins: in the middle between it and the
	// one before.
	border := func(at []float64, nodes []int, k int) float64 {
		before, after := nodes[max(0, k-1)], nodes[min(k, len(nodes)-1)]
		return (at[before] + at[after]) / 2
	}
	cells := v.rows(len(columns)*len(lines), func(k int) object {
		a, b := k/len(lines), k%len(lines)
		i, j := columns[a], lines[b]
		known := "yes"
		if c.Far != nil && c.Far[i][j] > 1 {
			known = "no: far from all data"
		}
		return object{
			"x": c.X[i], "y": c.Y[j], "z": c.Z[i][j], "known": known,
			"left": border(c.X, columns, a), "right": border(c.X, columns, a+1), "below": border(c.Y, lines, b), "above": border(c.Y, lines, b+1),
		}
	})
	layers := []object{{
		"params": []object{v.zoom("x", "y")},
		"data":   cells, "mark": "rect",
		"encoding": object{
			"x": channel("left", quantitative, c.XAxis, "scale", object{"zero": false, "nice": false}), "x2": object{"field": "right"},
			"y": channel("below", quantitative, c.YAxis, "scale", object{"zero": false, "nice": false}), "y2": object{"field": "above"},
			"color":   channel("z", quantitative, c.ZAxis, "scale", object{"scheme": "viridis", "zero": false}),
			"opacity": object{"condition": object{"test": "datum.known === 'yes'", "value": 1}, "value": 0.35},
			"tooltip": tooltip([2]string{"x", c.XAxis}, [2]string{"y", c.YAxis}, [2]string{"z", c.ZAxis}, [2]string{"known", "known"}),
		},
	}}
	if shown := sampled(min(len(c.PointsX), len(c.PointsY)), maxMarks); len(shown) > 0 {
		layers = append(layers, object{
			"data":     v.rows(len(shown), func(i int) object { return object{"x": c.PointsX[shown[i]], "y": c.PointsY[shown[i]]} }),
			"mark":     object{"type": "point", "filled": false, "size": 12, "color": "#ffffff", "opacity": 0.7},
			"encoding": object{"x": channel("x", quantitative, c.XAxis), "y": channel("y", quantitative, c.YAxis)},
		})
	}
	return v.titled(object{"width": vegaWidth, "height": vegaWidth * 3 / 4, "layer": layers}, c.Title,
		sampledNote(len(c.PointsX), maxMarks, c.Points), clean(c.Note))
}

func (v *vega) heatMap(c report.HeatMap) object {
	rows, columns := min(maxBars, len(c.Rows)), report.Evenly(len(c.Columns), maxFields)
	type field struct{ row, column int }
	var filled []field
	for i := range rows {
		for _, j := range columns {
			if c.Values[i][j] != 0 || c.Correlations {
				filled = append(filled, field{i, j})
			}
		}
	}
	data := v.rows(len(filled), func(k int) object {
		f := filled[k]
		return object{"row": f.row, "column": f.column, "value": c.Values[f.row][f.column]}
	})
	colour := object{"value": bothPages[2]}
	tips := [][2]string{{"name", " "}, {"at", cmp.Or(c.Axis, " ")}}
	if !c.Marks {
		scale := object{"scheme": "viridis"}
		switch {
		case c.Correlations:
			scale = object{"scheme": "redblue", "domain": []int{-1, 1}}
		case c.Log:
			scale["type"] = "log"
		}
		colour = channel("value", quantitative, c.Value, "scale", scale)
		tips = append(tips, [2]string{"value", c.Value})
	}
	view := object{
		"width": vegaWidth, "height": object{"step": 22}, "data": data, "mark": "rect",
		"transform": []object{
			{"calculate": nameOf(c.Rows[:rows], "row"), "as": "name"}, {"calculate": nameOf(c.Columns, "column"), "as": "at"},
		},
		"encoding": object{
			"x":       channel("column", ordinal, c.Axis, "axis", named(c.Columns), "scale", object{"domain": columns}),
			"y":       channel("row", ordinal, "", "axis", named(c.Rows[:rows]), "scale", object{"domain": report.Evenly(rows, rows)}),
			"color":   colour,
			"tooltip": tooltip(tips...),
		},
	}
	return v.titled(view, c.Title, clean(c.Note), counted(rows, len(c.Rows), "rows"), counted(len(columns), len(c.Columns), "columns"))
}

// named returns an axis of numbers that are shown by their names: two names may be equal.
func named(names []string) object {
	return object{"labelExpr": nameOf(names, "value"), "labelOverlap": true, "labelAngle": 0, "grid": false}
}

// nameOf returns the expression of the name that a field of the data is the number of.
func nameOf(names []string, field string) string {
	shown := make([]string, len(names))
	for k, name := range names {
		shown[k] = clean(name)
	}
	list, err := json.Marshal(shown)
	if err != nil {
		panic(err) // texts can be written
	}
	return string(list) + "[datum." + field + "]"
}
