package viz

import (
	"cmp"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// maxSteps is the largest number of weights of an interactive path.
const maxSteps = 60

// curveView is the size of a view of curves.
func curveView(layers ...object) object {
	return object{"width": vegaWidth, "height": vegaHeight, "layer": layers}
}

func (v *vega) lines(c report.Lines) object {
	largest := func(l Line) float64 {
		top := 0.0
		for _, u := range l.Norms {
			if drawable(u) {
				top = max(top, u)
			}
		}
		return top
	}
	lines := slices.Clone(c.Lines)
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(largest(b), largest(a)) })
	lines = lines[:min(maxBars, len(lines))]
	var at []int
	for _, i := range report.Evenly(len(c.Weights), maxSteps) {
		if c.Weights[i] > 0 {
			at = append(at, i)
		}
	}

	data := v.rows(len(lines)*len(at), func(k int) object {
		l, i := lines[k/len(at)], at[k%len(at)]
		u := l.Norms[i]
		if top := largest(l); c.Scale == report.Relative && top > 0 {
			u /= top
		}
		return object{"input": clean(l.Name), "weight": c.Weights[i], "value": u}
	})
	measure, scale := c.Measure, object{"padding": edge}
	switch c.Scale {
	case report.Relative:
		measure += ", relative to its largest"
	case report.Log:
		scale["type"] = "symlog"
	}
	names := make([]string, len(lines))
	for k, l := range lines {
		names[k] = clean(l.Name)
	}
	param, opacity := v.legend("input")
	layers := []object{{
		"params": []object{param, v.zoom("x", "y")},
		"mark":   object{"type": "line", "point": object{"size": 25}},
		"data":   data,
		"encoding": object{
			"x":       channel("weight", quantitative, c.Weight, "scale", fallingLog()),
			"y":       channel("value", quantitative, measure, "scale", scale),
			"color":   channel("input", nominal, "", "scale", object{"domain": names}),
			"opacity": opacity,
			"tooltip": tooltip([2]string{"input", "input"}, [2]string{"weight", c.Weight}, [2]string{"value", measure}),
		},
	}}
	if c.Chosen > 0 {
		layers = append(layers, v.rule("x", c.Chosen, c.Weight+" = "+number(c.Chosen), fallingLog()))
	}
	return v.titled(curveView(layers...), c.Title, counted(len(lines), len(c.Lines), "inputs"))
}

func (v *vega) errors(c report.Errors) object {
	along := func(i int) bool { return c.Rising || c.Weights[i] > 0 }
	var at []int
	for i := range c.Weights {
		if along(i) {
			at = append(at, i)
		}
	}
	scale := fallingLog()
	if c.Rising {
		scale = byNumber()
	}
	x := channel("weight", quantitative, c.Weight, "scale", scale)
	colour := channel("series", nominal, "")
	tips := [][2]string{{"series", " "}, {"weight", c.Weight}, {"value", c.Error}, {"low", "one standard error below"}, {"high", "and above"}}
	if c.Inputs != nil {
		tips = append(tips, [2]string{"inputs", "inputs in"})
	}

	var layers []object
	param, opacity := v.legend("series")
	for k, s := range c.Series {
		data := v.rows(len(at), func(k int) object {
			i := at[k]
			row := object{"series": clean(s.Name), "weight": c.Weights[i], "value": s.Y[i], "low": s.Y[i], "high": s.Y[i]}
			if s.SE != nil && drawable(s.SE[i]) {
				row["low"], row["high"] = max(0, s.Y[i]-s.SE[i]), s.Y[i]+s.SE[i]
			}
			if c.Inputs != nil {
				row["inputs"] = c.Inputs[i]
			}
			return row
		})
		bars := object{
			"mark": "rule", "data": data,
			"encoding": object{"x": x, "y": channel("low", quantitative, c.Error), "y2": object{"field": "high"}, "color": colour, "tooltip": tooltip(tips...), "opacity": opacity},
		}
		curve := object{
			"mark": object{"type": "line", "point": true}, "data": data,
			"encoding": object{"x": x, "y": channel("value", quantitative, c.Error, "scale", byNumber()), "color": colour, "tooltip": tooltip(tips...), "opacity": opacity},
		}
		if k == 0 {
			curve["params"] = []object{param, v.zoom("x", "y")}
		}
		layers = append(layers, bars, curve)
	}
	if c.Limit != nil {
		layers = append(layers, v.rule("y", c.Limit.Value, c.Limit.Text, nil))
	}
	for _, choice := range c.Choices {
		if along(choice.At) {
			layers = append(layers, v.rule("x", c.Weights[choice.At], choice.Text, scale))
		}
	}
	return v.titled(curveView(layers...), c.Title)
}

func (v *vega) curves(c report.Curves) object {
	panels := make([]object, len(c.Panels))
	for k, p := range c.Panels {
		view := curveView(v.curve(c.Input, p, c.X, nowhere)...)
		view["height"] = vegaHeight / 2
		panels[k] = view
	}
	return v.titled(object{"vconcat": panels, "resolve": object{"scale": object{"x": "shared"}}}, c.Title)
}

// curve returns the layers of a panel: its band, itself, and the function for comparison.
// The vertical axis has the range over, unless that is nowhere.
func (v *vega) curve(input string, p report.Panel, x []float64, over scale) []object {
	scale := object{"zero": p.Zero}
	if over != nowhere {
		scale = over.asDomain()
	}
	at := channel("x", quantitative, input, "scale", byNumber())
	data := v.rows(len(x), func(i int) object {
		row := object{"x": x[i], "y": p.Y[i]}
		if p.Band != nil {
			row["low"], row["high"] = p.Y[i]-p.Band[i], p.Y[i]+p.Band[i]
		}
		return row
	})
	tips := [][2]string{{"x", input}, {"y", p.Label}}
	var layers []object
	if p.Band != nil {
		tips = append(tips, [2]string{"low", "band from"}, [2]string{"high", "to"})
		layers = append(layers, object{"data": data, "mark": object{"type": "area", "opacity": 0.2, "color": bothPages[0]}, "encoding": object{
			"x": at, "y": channel("low", quantitative, p.Label, "scale", scale), "y2": object{"field": "high"}}})
	}
	layers = append(layers, object{
		"data": data, "mark": object{"type": "line", "color": bothPages[0], "point": object{"opacity": 0, "size": 80}},
		"encoding": object{"x": at, "y": channel("y", quantitative, p.Label, "scale", scale), "tooltip": tooltip(tips...)},
	})
	if other := p.Comparison; other != nil {
		layers = append(layers, object{
			"data":     v.rows(len(x), func(i int) object { return object{"x": x[i], "y": other.Y[i], "name": clean(other.Name)} }),
			"mark":     object{"type": "line", "color": bothPages[6], "strokeDash": []int{5, 3}},
			"encoding": object{"x": at, "y": channel("y", quantitative, p.Label, "scale", scale), "tooltip": tooltip([2]string{"name", " "}, [2]string{"x", input}, [2]string{"y", p.Label})},
		})
	}
	return layers
}

func (v *vega) dependences(c report.Dependences) object {
	means, slopes := nowhere, nowhere.with(0)
	for _, p := range c.Panels {
		means = means.with(only(p.Y)...)
		for i, s := range p.Slope {
			if p.SD != nil {
				slopes = slopes.with(only([]float64{s - p.SD[i], s + p.SD[i]})...)
			} else {
				slopes = slopes.with(only([]float64{s})...)
			}
		}
	}
	panels := make([]object, min(maxPanels, len(c.Panels)))
	for k, p := range c.Panels[:len(panels)] {
		mean := object{"width": vegaWidth / 3, "height": vegaHeight / 2, "layer": v.dependence(c, p, means)}
		panels[k] = mean
		if p.Slope != nil {
			slope := v.curve(p.Input, report.Panel{Label: "slope", Y: p.Slope, Band: p.SD}, p.X, slopes)
			panels[k] = object{"vconcat": []object{mean, {"width": vegaWidth / 3, "height": vegaHeight / 4, "layer": slope}}}
		}
	}
	view := object{"concat": panels, "columns": 3}
	return v.titled(view, c.Title, clean(c.Slope), counted(len(panels), len(c.Panels)+c.More, "inputs"))
}

// dependence returns the layers of a function of one input: the function, and where there are
// data.
func (v *vega) dependence(c report.Dependences, p report.DependencePanel, means scale) []object {
	if p.Levels != nil {
		return []object{{
			"data": v.rows(len(p.Levels), func(i int) object { return object{"level": clean(p.Levels[i]), "y": p.Y[i]} }),
			"mark": object{"type": "point", "color": bothPages[0]},
			"encoding": object{"x": channel("level", nominal, p.Input, "sort", nil), "y": channel("y", quantitative, c.Value, "scale", means.asDomain()),
				"tooltip": tooltip([2]string{"level", p.Input}, [2]string{"y", c.Value})},
		}}
	}
	shown := report.Evenly(len(p.Rug), maxSteps)
	return append(v.curve(p.Input, report.Panel{Label: c.Value, Y: p.Y}, p.X, means), object{
		"data":     v.rows(len(shown), func(i int) object { return object{"x": p.Rug[shown[i]]} }),
		"mark":     object{"type": "rule", "opacity": 0.6},
		"encoding": object{"x": channel("x", quantitative, p.Input), "y": object{"value": vegaHeight/2 - 7}, "y2": object{"value": vegaHeight / 2}},
	})
}

// asDomain returns a scale of Vega-Lite from end to end of this one.
func (s scale) asDomain() object {
	return object{"domain": []float64{rounded(s.lo), rounded(s.hi)}, "nice": true, "zero": false}
}

func (v *vega) convergence(c report.Convergence) object {
	steps := channel("step", quantitative, "iteration", "scale", byNumber())
	measure := channel("value", quantitative, c.Measure, "scale", object{"type": "log", "nice": false, "padding": edge})
	falling := []object{{
		"data": v.rows(len(c.Iterations), func(i int) object {
			if c.Falls[i] <= 0 { // which has no place on the axis
				return object{"value": math.NaN()}
			}
			return object{"step": c.Iterations[i], "value": c.Falls[i]}
		}),
		"mark":     object{"type": "line", "point": true, "color": bothPages[0]},
		"encoding": object{"x": steps, "y": measure, "tooltip": tooltip([2]string{"step", "iteration"}, [2]string{"value", c.Measure})},
	}}
	if c.Level != nil && c.Level.Value > 0 {
		falling = append(falling, v.rule("y", c.Level.Value, c.Level.Text, measure["scale"].(object)))
	}
	values := func(name string, y []float64, colour string) object {
		var known []int // a bound that is not yet known is no omission
		for i, b := range y {
			if !math.IsNaN(b) {
				known = append(known, i)
			}
		}
		return object{
			"data": v.rows(len(known), func(k int) object {
				return object{"step": c.Iterations[known[k]], "value": y[known[k]], "name": name}
			}),
			"mark":     object{"type": "line", "point": object{"color": colour}, "color": colour},
			"encoding": object{"x": steps, "y": channel("value", quantitative, "objective", "scale", byNumber()), "tooltip": tooltip([2]string{"name", " "}, [2]string{"step", "iteration"}, [2]string{"value", "value"})},
		}
	}
	objective := curveView(values("objective", c.Objective, bothPages[0]), values("lower bound", c.Bound, bothPages[1]))
	objective["height"] = vegaHeight / 2
	return v.titled(object{"vconcat": []object{curveView(falling...), objective}}, c.Title)
}
