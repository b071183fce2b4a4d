package viz

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// rowsView is the size of a view with a row for each name.
func rowsView(layers ...object) object {
	return object{"width": vegaWidth, "height": object{"step": 20}, "layer": layers}
}

func (v *vega) bars(c report.Bars) object {
	bars := slices.Clone(c.Bars)
	slices.SortStableFunc(bars, func(a, b Bar) int { return cmp.Compare(b.Norm, a.Norm) })
	bars = bars[:min(maxBars, len(bars))]
	encoding := object{
		"y":       channel("name", nominal, "", "sort", nil),
		"x":       channel("value", quantitative, c.Axis),
		"color":   object{"value": bothPages[0]},
		"tooltip": tooltip([2]string{"name", c.Of}, [2]string{"value", c.What}),
	}
	layers := []object{{
		"mark": "bar",
		"data": v.rows(len(bars), func(i int) object {
			return object{"name": clean(bars[i].Name), "value": bars[i].Norm, "state": stateOf(bars[i])}
		}),
		"encoding": encoding,
	}}
	if c.Of == "" {
		param, opacity := v.legend("state")
		layers[0]["params"] = []object{param}
		encoding["color"], encoding["opacity"] = channel("state", nominal, "", "scale", scaleOfStates(bars)), opacity
		encoding["tooltip"] = tooltip([2]string{"name", "input"}, [2]string{"value", c.What}, [2]string{"state", "state"})
	}
	if c.Level != nil {
		layers = append(layers, v.rule("x", c.Level.Value, c.Level.Text, nil))
	}
	return v.titled(rowsView(layers...), c.Title, counted(len(bars), len(c.Bars), "bars"))
}

// stateOf returns words for the style of a bar.
func stateOf(b Bar) string {
	switch {
	case b.Verdict != report.NoVerdict:
		return string(b.Verdict)
	case b.Selected:
		return "selected"
	}
	return "not selected"
}

// scaleOfStates returns the colours of the states that there are.
func scaleOfStates(bars []Bar) object {
	var states, colours []string
	for _, s := range [...]struct{ state, colour string }{
		{"selected", bothPages[0]}, {string(report.CertainlyIn), bothPages[0]}, {string(report.Undecided), bothPages[4]},
		{"not selected", bothPages[6]}, {string(report.CertainlyOut), bothPages[6]},
	} {
		if slices.ContainsFunc(bars, func(b Bar) bool { return stateOf(b) == s.state }) {
			states, colours = append(states, s.state), append(colours, s.colour)
		}
	}
	return object{"domain": states, "range": colours}
}

// multiples returns the bars of the columns, each with a place of its own in the row of its
// input: of the columns and inputs that are drawn without Vega-Lite too.
func (v *vega) multiples(c report.Multiples) object {
	m, err := newMultiples(c)
	if err != nil {
		return nil // VegaLite has drawn the chart
	}
	type bar struct {
		column report.BarColumn
		input  int
	}
	var bars []bar
	for _, column := range m.columns {
		for _, a := range m.rows {
			bars = append(bars, bar{column, a})
		}
	}
	param, opacity := v.legend("state")
	view := object{
		"width": vegaWidth / len(m.columns), "height": object{"step": 20},
		"params": []object{param}, "mark": "bar",
		"data": v.rows(len(bars), func(i int) object {
			b, state := bars[i], "not in"
			if b.column.In[b.input] {
				state = "in"
			}
			return object{"column": clean(b.column.Label), "name": clean(c.Names[b.input]), "value": b.column.Values[b.input], "state": state}
		}),
		"encoding": object{
			"column":  channel("column", nominal, "", "sort", nil),
			"y":       channel("name", nominal, "", "sort", nil),
			"x":       channel("value", quantitative, c.Axis),
			"color":   channel("state", nominal, "", "scale", object{"domain": []string{"in", "not in"}, "range": []string{bothPages[0], bothPages[6]}}),
			"opacity": opacity,
			"tooltip": tooltip([2]string{"name", "input"}, [2]string{"column", "column"}, [2]string{"value", c.What}, [2]string{"state", "state"}),
		},
	}
	return v.titled(view, c.Title, m.dropped)
}

func (v *vega) intervals(c report.Intervals) object {
	all := slices.Clone(c.Intervals)
	slices.SortStableFunc(all, func(a, b Interval) int { return cmp.Compare(b.Value, a.Value) })
	all = all[:min(maxBars, len(all))]
	data := v.rows(len(all), func(i int) object {
		return object{"name": clean(all[i].Name), "value": all[i].Value, "low": all[i].Low, "high": all[i].High}
	})
	name := channel("name", nominal, "", "sort", nil)
	tips := tooltip([2]string{"name", "input"}, [2]string{"value", c.Point}, [2]string{"low", c.Range + ", from"}, [2]string{"high", "to"})
	view := rowsView(
		object{"mark": object{"type": "rule", "strokeWidth": 2}, "params": []object{v.zoom("x")}, "encoding": object{
			"y": name, "x": channel("low", quantitative, c.Axis), "x2": object{"field": "high"}, "tooltip": tips}},
		object{"mark": object{"type": "point", "color": bothPages[0]}, "encoding": object{
			"y": name, "x": channel("value", quantitative, c.Axis), "tooltip": tips}},
	)
	view["data"] = data
	return v.titled(view, c.Title, counted(len(all), len(c.Intervals), "intervals"))
}

func (v *vega) points(c report.Points) object {
	all := c.Points[:min(maxBars, len(c.Points))]
	view := rowsView(object{
		"mark": object{"type": "point", "color": bothPages[0]}, "params": []object{v.zoom("x")},
		"data": v.rows(len(all), func(i int) object { return object{"name": clean(all[i].Name), "value": all[i].Value} }),
		"encoding": object{
			"y": channel("name", nominal, "", "sort", nil), "x": channel("value", quantitative, c.Axis, "scale", byNumber()),
			"tooltip": tooltip([2]string{"name", "name"}, [2]string{"value", c.Axis}),
		},
	})
	return v.titled(view, c.Title, counted(len(all), len(c.Points), "points"))
}

// grouped returns the bars of the groups that are drawn without Vega-Lite too, and their whiskers.
func (v *vega) grouped(c report.GroupedBars) object {
	g := grouped{chart: c, full: map[string]string{}}
	if g.add() != nil {
		return nil // VegaLite has drawn the chart
	}
	names := make([]string, len(c.Series))
	for k, s := range c.Series {
		names[k] = clean(s.Name)
	}
	data := v.rows(g.count*len(c.Series), func(j int) object {
		i, s := j/len(c.Series), c.Series[j%len(c.Series)]
		half := whiskerOf(s, i)
		return object{"group": clean(c.Groups[i]), "series": clean(s.Name), "value": s.Y[i], "low": max(0, s.Y[i]-half), "high": s.Y[i] + half}
	})
	param, opacity := v.legend("series")
	angle := 0 // of the names of groups
	for _, name := range c.Groups[:g.count] {
		const larger = 12. / smallSize // are the labels of axes here
		if larger*groupStyle().Width(clean(name)) > vg.Length(vegaWidth/g.count)-labelGap {
			angle = -45
		}
	}
	tips := tooltip([2]string{"group", " "}, [2]string{"series", "series"}, [2]string{"value", c.Axis}, [2]string{"low", "whisker from"}, [2]string{"high", "to"})
	layer := func(mark object, from string) object {
		return object{"mark": mark, "encoding": object{
			"x":       channel("group", nominal, "", "sort", nil, "axis", object{"labelAngle": angle}),
			"xOffset": object{"field": "series", "type": string(nominal), "sort": nil, "scale": object{"domain": names}},
			"y":       channel(from, quantitative, c.Axis), "opacity": opacity, "tooltip": tips,
		}}
	}
	bars, whiskers := layer(object{"type": "bar"}, "value"), layer(object{"type": "rule", "strokeWidth": 1.5, "color": "currentColor"}, "low")
	bars["params"] = []object{param}
	bars["encoding"].(object)["y"] = channel("value", quantitative, c.Axis, "stack", nil)
	bars["encoding"].(object)["color"] = channel("series", nominal, "", "sort", nil, "scale", object{"domain": names})
	whiskers["encoding"].(object)["y2"] = object{"field": "high"}
	view := object{"width": vegaWidth, "height": vegaHeight, "data": data, "layer": []object{bars, whiskers}}
	return v.titled(view, c.Title, clean(c.Note), counted(g.count, len(c.Groups), "groups"))
}
