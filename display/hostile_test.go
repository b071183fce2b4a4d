package display

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// hostile draws names that mean something in HTML.
var hostile = rapid.OneOf(
	rapid.StringN(1, 20, -1),
	rapid.StringMatching(`[<>"'&;=/ a-z!-]{1,30}`),
	rapid.SampledFrom([]string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='x`, `</td></table><b>`, `<!--`, `]]>`, `&lt;script&gt;`, `&amp`, "a\x00b", "\u2028", "javascript:x",
	}),
)

// hostileValues draws a value of each kind that shows names and texts in tables.
func hostileValues(t *rapid.T) []any {
	text := func(what string) string { return hostile.Draw(t, what) }
	a, b := text("a"), text("b")
	name := strings.TrimSpace(a) + "x" // a column must have a name
	frame, err := data.New(mat.NewDense(2, 1, nil), []float64{1, 2}, name, "y"+name)
	if err != nil {
		t.Fatal(err)
	}
	type record struct{ Text, Other string }
	return []any{
		Table{Caption: a, Columns: []string{a, b}, Rows: [][]any{{b, 1}}, Notes: []string{a}},
		report.Table{
			Title: a, Columns: []report.Column{{Name: a, Unit: b}}, Rows: [][]any{{report.Mark{Sign: report.Tick, Word: b}}},
			Notes: []string{b}, Facts: []report.Fact{{Name: a, Text: b}}, Warnings: []string{a},
		},
		frame, []record{{a, b}}, record{a, b}, map[string]string{a: b}, map[string]record{a: {a, b}}, []map[string]any{{a: b}},
		[][]string{{a, b}}, fmt.Errorf("%s: %w", a, fmt.Errorf("%s", b)), panicsWith{a},
	}
}

// panicsWith panics with a text while it is shown.
type panicsWith struct{ Text string }

func (p panicsWith) Report() report.Report { panic(p.Text) }

// tags are the elements and attributes of which tables are made.
var tags = map[string]bool{"p": true, "table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true, "pre": true, "strong": true}

var attributes = map[string]bool{"style": true, "scope": true, "aria-label": true}

// The HTML of a value has no element and no attribute of its texts, and its elements nest.
func TestTextsAreNoHTML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, v := range hostileValues(t) {
			b, err := Render(v)
			if err != nil {
				t.Fatal(err)
			}
			markup := b.Data[MIMEHTML].(string)
			if err := checkMarkup(markup); err != nil {
				t.Fatalf("%T: %v in\n%s", v, err, markup)
			}
		}
	})
}

// The names in a chart make no element of its page, and none of the fields and expressions of
// its interactive form.
func TestNamesAreNoCode(t *testing.T) {
	charts := func(a, b string) []report.Part {
		return []report.Part{
			report.Bars{Title: a, Axis: b, Bars: []report.Bar{{Name: a, Norm: 2, Selected: true}, {Name: b + "2", Norm: 1}}},
			report.Lines{Title: b, Measure: a, Weight: b, Weights: []float64{2, 1}, Lines: []report.Line{{Name: a, Norms: []float64{0, 1}, Selected: true}, {Name: b + "2", Norms: []float64{0, 2}}}},
			report.Points{Title: a, Axis: b, Points: []report.Point{{Name: a, Value: -1}, {Name: b + "2", Value: 1}}},
		}
	}
	harmless := codeOf(t, charts("a", "b"))
	if len(harmless) == 0 {
		t.Fatal("the interactive form has no fields")
	}
	rapid.Check(t, func(t *rapid.T) {
		drawn := charts(hostile.Draw(t, "a"), hostile.Draw(t, "b"))
		if got := codeOf(t, drawn); !slices.Equal(got, harmless) {
			t.Fatalf("its code is %q, and with harmless names %q", got, harmless)
		}
		b, err := Render(report.Report(drawn))
		if err != nil {
			t.Fatal(err)
		}
		markup := b.Data[MIMEHTML].(string)
		for _, element := range regexp.MustCompile(`<([a-zA-Z]+)`).FindAllStringSubmatch(markup, -1) {
			if !drawing[element[1]] {
				t.Fatalf("the element %s in\n%s", element[1], markup)
			}
		}
	})
}

// drawing are the elements of which pictures are made.
var drawing = map[string]bool{
	"div": true, "style": true, "svg": true, "title": true, "desc": true, "defs": true, "clipPath": true, "g": true, "path": true, "rect": true,
	"text": true, "tspan": true, "polyline": true, "line": true, "circle": true, "img": true, "p": true, "figure": true, "figcaption": true,
}

// codeOf returns what the interactive form of charts computes with: the fields of its data and
// its expressions.
func codeOf(t rapid.TB, charts []report.Part) []string {
	spec, err := viz.VegaLite(charts...)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(spec, &tree); err != nil {
		t.Fatal(err)
	}
	var code []string
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if key != "values" && key != "datasets" {
					walk(k, v[k])
				}
			}
		case []any:
			for _, e := range v {
				walk(key, e)
			}
		case string:
			switch key {
			case "field", "expr", "calculate", "filter", "test", "groupby", "signal", "as", "url", "href", "param", "name":
				code = append(code, key+" "+v)
			}
		}
	}
	walk("", tree)
	return code
}

// checkMarkup reports an element or an attribute in HTML that is none of a table, and elements
// that do not nest.
func checkMarkup(markup string) error {
	printable := strings.Map(func(r rune) rune { // XML refuses some characters that HTML shows
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(markup, ""))
	d := xml.NewDecoder(strings.NewReader("<page>" + strings.ReplaceAll(printable, "&#34;", "&quot;") + "</page>"))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local != "page" && !tags[token.Name.Local] {
				return fmt.Errorf("the element %s", token.Name.Local)
			}
			for _, a := range token.Attr {
				if !attributes[a.Name.Local] {
					return fmt.Errorf("the attribute %s", a.Name.Local)
				}
				if a.Name.Local == "style" && strings.ContainsAny(html.UnescapeString(a.Value), "<>\"'&") {
					return fmt.Errorf("the style %s", a.Value)
				}
			}
		case xml.Comment, xml.ProcInst, xml.Directive:
			return fmt.Errorf("a %T", token)
		}
	}
}
