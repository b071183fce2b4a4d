package viz

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"

func (v *vega) scatter(c report.Scatter) object {
	plots := make([]object, len(c.Plots))
	note := ""
	for k, p := range c.Plots {
		drawn := sampled(len(p.X))
		note = sampledNote(len(p.X), c.Points)
		x, y := channel("x", quantitative, p.XAxis, "scale", byNumber()), channel("y", quantitative, p.YAxis, "scale", byNumber())
		own := &vega{id: v.id + "_" + string(rune('a'+k))}
		layers := []object{{
			"params":   []object{own.zoom("x", "y")},
			"data":     v.rows(len(drawn), func(i int) object { return object{"x": p.X[drawn[i]], "y": p.Y[drawn[i]]} }),
			"mark":     object{"type": "point", "filled": false, "size": 25, "color": bothPages[0]},
			"encoding": object{"x": x, "y": y, "tooltip": tooltip([2]string{"x", p.XAxis}, [2]string{"y", p.YAxis})},
		}}
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

// maxGrid is the most nodes of an interactive surface along one axis.
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
	if shown := sampled(min(len(c.PointsX), len(c.PointsY))); len(shown) > 0 {
		layers = append(layers, object{
			"data":     v.rows(len(shown), func(i int) object { return object{"x": c.PointsX[shown[i]], "y": c.PointsY[shown[i]]} }),
			"mark":     object{"type": "point", "filled": false, "size": 12, "color": "#ffffff", "opacity": 0.7},
			"encoding": object{"x": channel("x", quantitative, c.XAxis), "y": channel("y", quantitative, c.YAxis)},
		})
	}
	return v.titled(object{"width": vegaWidth, "height": vegaWidth * 3 / 4, "layer": layers}, c.Title,
		sampledNote(len(c.PointsX), c.Points), clean(c.Note))
}
