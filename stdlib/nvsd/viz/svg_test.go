package viz

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// fatal is what the helpers need of a test.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// svgText is a text of a drawing, from the left end of its base line.
type svgText struct {
	content, title     string
	x, y, length, size float64
	angle              float64 // in degrees, clockwise
}

// texts returns the texts of the figure's SVG, which is well-formed.
func texts(t fatal, f *Figure) []svgText {
	t.Helper()
	var out []svgText
	var open *svgText
	usual := "" // the size of a text that has none of its own
	inTitle := false
	dec := xml.NewDecoder(strings.NewReader(f.SVG()))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			attr := map[string]string{}
			for _, a := range tok.Attr {
				attr[a.Name.Local] = a.Value
			}
			switch tok.Name.Local {
			case "svg":
				usual = attr["font-size"]
			case "text":
				open = &svgText{
					x: parse(t, attr["x"]), y: parse(t, attr["y"]),
					length: parse(t, attr["textLength"]), size: parse(t, cmp.Or(attr["font-size"], usual)),
				}
				if turn, ok := strings.CutPrefix(attr["transform"], "rotate("); ok {
					open.angle = parse(t, strings.Fields(turn)[0])
				}
			case "title":
				inTitle = true
			}
		case xml.CharData:
			switch {
			case open == nil:
			case inTitle:
				open.title += string(tok)
			default:
				open.content += string(tok)
			}
		case xml.EndElement:
			switch tok.Name.Local {
			case "text":
				out = append(out, *open)
				open = nil
			case "title":
				inTitle = false
			}
		}
	}
}

func parse(t fatal, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func hasText(t fatal, f *Figure, s string) bool {
	t.Helper()
	for _, e := range texts(t, f) {
		if e.content == s {
			return true
		}
	}
	return false
}

func TestSVGSpeaks(t *testing.T) {
	long := strings.Repeat("long ", 30) + "name"
	f, err := Norms(`norms of <a> & "b"`, NormsAxis, []Bar{{Name: long, Norm: 1, Selected: true}, {Name: "<&>", Norm: 0, Selected: false}})
	if err != nil {
		t.Fatal(err)
	}
	svg := f.SVG()
	for _, want := range []string{
		`<svg `, `role="img"`, `aria-label="norms of &lt;a&gt; &amp; &#34;b&#34;"`,
		"<title>norms of &lt;a&gt; &amp; &#34;b&#34;</title>", "2 inputs, 1 of them selected", "sans-serif",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the SVG has no %s", want)
		}
	}
	var whole []string
	for _, e := range texts(t, f) {
		if e.title != "" {
			whole = append(whole, e.title)
		}
	}
	if len(whole) != 1 || whole[0] != long {
		t.Errorf("shortened texts carry %q, want the whole name", whole)
	}
}

// must returns what a drawing function returns, and ends the test at an error.
func must(t fatal) func(*Figure, error) *Figure {
	return func(f *Figure, err error) *Figure {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}
