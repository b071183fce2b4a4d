package display

import (
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
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
