package viz

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// VegaLite returns charts of a report, below each other, as a specification of Vega-Lite 5: a page
// that knows it shows each mark's numbers under the pointer, zooms into what is dragged, and tells
// apart what is chosen in a legend. The data are those that [Draw] draws. Marks whose numbers are
// NaN or infinite are left out and counted. It is an error when there is no chart, and for
// what Draw cannot draw.
func VegaLite(charts ...report.Part) (json.RawMessage, error) {
	if len(charts) == 0 {
		return nil, errEmpty
	}
	views, independent := make([]object, len(charts)), object{"color": "independent"}
	for i, chart := range charts {
		if _, err := Draw(chart); err != nil {
			return nil, err
		}
		if _, is := chart.(report.GroupedBars); is {
			independent["xOffset"] = "independent"
		}
		v := &vega{id: strconv.Itoa(i)}
		views[i] = v.chart(chart)
		if views[i] == nil {
			return nil, fmt.Errorf("viz: a %T has no interactive form", chart)
		}
	}
	return json.Marshal(object{
		"$schema": "https://vega.github.io/schema/vega-lite/v5.json",
		"config":  vegaConfig(),
		// As SVG, a text can have the colour of the page that it stands on.
		"usermeta": object{"embedOptions": object{"renderer": "svg"}},
		"vconcat":  views,
		"spacing":  40,
		"resolve":  object{"scale": independent},
	})
}

// An object is a JSON object.
type object = map[string]any

// A vega makes one view of a chart.
type vega struct {
	id      string // of the chart, for names that are its own
	omitted int    // marks with numbers that are not drawable
}

// chart returns the view of a chart, and nil for a kind that it does not know.
func (v *vega) chart(chart report.Part) object {
	switch c := chart.(type) {
	case report.Bars:
		return v.bars(c)
	case report.Lines:
		return v.lines(c)
	case report.Errors:
		return v.errors(c)
	case report.Intervals:
		return v.intervals(c)
	case report.Points:
		return v.points(c)
	case report.Curves:
		return v.curves(c)
	case report.Scatter:
		return v.scatter(c)
	case report.Surface:
		return v.surface(c)
	case report.Dependences:
		return v.dependences(c)
	case report.Convergence:
		return v.convergence(c)
	case report.HeatMap:
		return v.heatMap(c)
	case report.Multiples:
		return v.multiples(c)
	case report.Histogram:
		return v.histogram(c)
	case report.Boxes:
		return v.boxes(c)
	case report.Pairs:
		return v.pairs(c)
	case report.GroupedBars:
		return v.grouped(c)
	}
	return nil
}

// vegaConfig is the style of the house. Its marks can be seen on a light page and on a dark one
// alike, and its texts have the colour of the page's.
func vegaConfig() object {
	const text = "currentColor"
	return object{
		"background": "transparent",
		"font":       families["Liberation Sans"],
		"view":       object{"stroke": nil},
		"title":      object{"anchor": "start", "color": text, "fontSize": 16, "subtitleColor": text, "subtitleFontSize": 12},
		"axis": object{
			"labelColor": text, "titleColor": text, "labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": "normal", "labelLimit": 220, "tickCount": 6,
			"gridColor": "#808080", "gridOpacity": 0.25, "domainColor": "#808080", "tickColor": "#808080",
		},
		"legend": object{"labelColor": text, "titleColor": text, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "symbolLimit": maxBars},
		"header": object{"labelColor": text, "titleColor": text},
		"line":   object{"strokeWidth": 2}, "rule": object{"color": "#808080"}, "point": object{"filled": true, "size": 45, "opacity": 1},
		"text":  object{"color": text, "fontSize": 12},
		"range": object{"category": bothPages[:]},
	}
}

// bothPages are colours with at least three times the contrast of white and of black pages. The last
// is for what is set apart from the others by having no colour.
var bothPages = [...]string{"#1f7fc4", "#b83a10", "#2ca380", "#9c3f8c", "#a98a2e", "#8f80f0", "#7c7c7c"}

// The width and height of a view, in pixels of a page.
const (
	vegaWidth  = 520
	vegaHeight = 300
)

// rows returns n rows of data, without those that have a number that cannot be drawn, which are
// counted. Numbers have six digits, which is more than can be seen.
func (v *vega) rows(n int, row func(i int) object) object {
	values := []object{}
	for i := range n {
		r := row(i)
		drawn := true
		for key, cell := range r {
			if x, ok := cell.(float64); ok {
				drawn = drawn && drawable(x)
				r[key] = rounded(x)
			}
		}
		if drawn {
			values = append(values, r)
		} else {
			v.omitted++
		}
	}
	return object{"values": values}
}

func rounded(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil || math.IsInf(short, 0) {
		return x
	}
	return short
}

// titled gives a view its title, with small print below it.
func (v *vega) titled(view object, title string, notes ...string) object {
	notes = append(notes, leftOutNote(v.omitted, "mark", "marks"))
	t := object{"text": clean(title)}
	if said := sentences(notes...); said != "" {
		t["subtitle"] = said
	}
	view["title"] = t
	return view
}

// A scaleType is a type of the values along an axis.
type scaleType string

const (
	quantitative scaleType = "quantitative"
	nominal      scaleType = "nominal"
	ordinal      scaleType = "ordinal"
	temporal     scaleType = "temporal"
)

// channel returns the encoding of a field of the data. more are further properties, in pairs of a name
// and a value.
func channel(field string, kind scaleType, title string, more ...any) object {
	c := object{"field": field, "type": string(kind), "title": clean(title)}
	for k := 0; k < len(more); k += 2 {
		c[more[k].(string)] = more[k+1]
	}
	return c
}

// tooltip returns the encoding of the text under the pointer. fields has the names in the data and what
// they are called.
func tooltip(fields ...[2]string) []object {
	tips := make([]object, len(fields))
	for i, f := range fields {
		tips[i] = object{"field": f[0], "title": clean(f[1])}
	}
	return tips
}

// zoom lets the pointer zoom and move a view along its axes.
func (v *vega) zoom(axes ...string) object {
	return object{"name": "zoom" + v.id, "bind": "scales", "select": object{"type": "interval", "encodings": axes}}
}

// legend lets a click on the legend choose by a field; others then fade.
func (v *vega) legend(field string) (param, opacity object) {
	name := "shown" + v.id
	return object{"name": name, "bind": "legend", "select": object{"type": "point", "fields": []string{field}}},
		object{"condition": object{"param": name, "value": 1}, "value": 0.15}
}

// edge is the distance of marks from the ends of an axis, in pixels, so that none is cut
// off.
const edge = 8

// fallingLog is the scale of a weight along a path.
func fallingLog() object {
	return object{"type": "log", "reverse": true, "nice": false, "padding": edge}
}

// byNumber is a scale of numbers that need not begin at 0.
func byNumber() object { return object{"zero": false, "nice": false, "padding": edge} }

// axisOf returns the encoding of numbers, or dates, along an axis that need not begin at 0.
func axisOf(field, title string, dates bool) object {
	if dates {
		return channel(field, temporal, title, "scale", object{"type": "utc", "padding": edge})
	}
	return channel(field, quantitative, title, "scale", byNumber())
}

// cell returns a number in the data, or the date that it is.
func cell(v float64, dates bool) any {
	if dates && isDate(v) {
		return moment(v).Format(time.RFC3339)
	}
	return v
}

// rule returns a line across a view, at a place of an axis, with its name.
func (v *vega) rule(axis string, at float64, text string, scale object) object {
	place := channel("at", quantitative, "")
	delete(place, "title")
	if scale != nil {
		place["scale"] = scale
	}
	return object{
		"data":     v.rows(1, func(int) object { return object{"at": at, "text": clean(text)} }),
		"mark":     object{"type": "rule", "strokeDash": []int{5, 3}, "strokeWidth": 1.5, "color": "#808080"},
		"encoding": object{axis: place, "tooltip": object{"field": "text", "title": " "}},
	}
}

// counted returns a note with the number of n things that are in a chart. It returns "" if
// all are.
func counted(drawn, n int, noun string) string {
	if drawn == n {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%d of %d %s are drawn.", drawn, n, noun))
}
