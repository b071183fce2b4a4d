package display

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

type point struct{ X, Y int }

type named struct{ name string }

func (n *named) String() string { return "named " + n.name }

type ownHTML struct{}

func (ownHTML) HTML() string { return "<i>own</i>" }

type ownMarkdown struct{}

func (ownMarkdown) Markdown() string { return "*own*" }

type ownSVG struct{}

func (ownSVG) SVG() string { return "<svg/>" }

func TestRender(t *testing.T) {
	var none *named
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	const tables = MIMEHTML + " " + MIMELatex + " " + MIMEMarkdown
	for _, tc := range []struct {
		name  string
		value any
		types string // beside text/plain
		text  string
	}{
		{"nil", nil, "", "<nil>"},
		{"nil pointer with methods", none, "", "<nil>"},
		{"string", "a\nb", "", "a\nb"},
		{"number", 1.5, "", "1.5"},
		{"struct", point{1, 2}, tables, "{X:1 Y:2}"},
		{"pointer to struct", &point{1, 2}, tables, "&{X:1 Y:2}"},
		{"Stringer", &named{"x"}, "", "named x"},
		{"error", errors.New("went wrong"), "", "went wrong"},
		{"map", map[string]int{"b": 1, "a": 2}, tables, "map[a:2 b:1]"},
		{"slice", []float64{1, 2}, "", "[1 2]"},
		{"function", func(int, ...string) error { return nil }, "", "func(int, ...string) error"},
		{"channel", make(chan bool), "", "chan bool"},
		{"structs", []point{{1, 2}}, tables, "[{X:1 Y:2}]"},
		{"structs that print", []time.Time{}, "", "[]"},
		{"HTML", HTML("<b>x</b>"), MIMEHTML, "<b>x</b>"},
		{"Markdown", Markdown("*x*"), MIMEMarkdown, "*x*"},
		{"Math", Math(`\tau`), MIMELatex, `\tau`},
		{"SVG", SVG("<svg/>"), MIMESVG, "SVG drawing (6 bytes)"},
		{"PNG", PNG(picture.Bytes()), MIMEPNG, "PNG picture, 3 x 2"},
		{"own HTML", ownHTML{}, MIMEHTML, "{}"},
		{"own Markdown", ownMarkdown{}, MIMEMarkdown, "{}"},
		{"own SVG", ownSVG{}, MIMESVG, "{}"},
		{"image", image.NewGray(image.Rect(0, 0, 3, 2)), MIMEPNG, "picture, 3 x 2"},
		{"empty image", image.NewGray(image.Rectangle{}), "", "picture without a pixel"},
		{"matrix", mat.NewDense(1, 2, []float64{1, 2}), tables, "[1  2]"},
		{"empty matrix", &mat.Dense{}, tables, "0 × 0 matrix"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := render(t, tc.value)
			if got := b.Data[MIMEText]; got != tc.text {
				t.Errorf("its text is %q, want %q", got, tc.text)
			}
			delete(b.Data, MIMEText)
			if got := strings.Join(slices.Sorted(maps.Keys(b.Data)), " "); got != tc.types {
				t.Errorf("it is rendered as %q as well, want %q", got, tc.types)
			}
		})
	}
}

type panics struct{ N int }

func (panics) HTML() string { panic("no <page>") }

type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

func TestRenderTellsOfAPanic(t *testing.T) {
	for _, c := range []struct {
		value any
		note  string
	}{
		{panics{3}, "the method HTML of display.panics panicked: no <page>"},
		{mat.Transpose{}, "a method of mat.Transpose panicked: runtime error: invalid memory address or nil pointer dereference"},
	} {
		data := render(t, c.value).Data
		if got := data[MIMEText].(string); !strings.HasPrefix(got, "{") || !strings.HasSuffix(got, "}\n"+c.note) {
			t.Errorf("its text is %q", got)
		}
		if got := data[MIMEHTML].(string); !strings.HasPrefix(got, "<pre>{") || !strings.Contains(got, html.EscapeString(c.note)) {
			t.Errorf("its HTML is %s", got)
		}
	}
	if got := render(t, fmt.Errorf("outer: %w", (*nilError)(nil))).Data[MIMEMarkdown].(string); !strings.Contains(got, "| \\<nil\\> |") {
		t.Errorf("an error that wraps a nil pointer is shown as\n%s", got)
	}
}

func TestRenderCutsWhatNobodyReads(t *testing.T) {
	text := func(v any) string { return render(t, v).Data[MIMEText].(string) }
	if got := text(make([]int, 1e6)); got != "[0 0 0 0 0 0 … 0 0 0 0 0 0] (1000000)\nmin 0, median about 0, mean 0, max 0" {
		t.Errorf("a million numbers are shown as %s", got)
	}
	if got := text(strings.Repeat("ä", 1e6)); len(got) > maxText+100 || !strings.Contains(got, "of 2000000 bytes") {
		t.Errorf("two million bytes give %d, ending in %q", len(got), got[len(got)-50:])
	}
}

func TestRenderRefusesWhatIsNoPNG(t *testing.T) {
	if _, err := Render(PNG("nonsense")); err == nil || !strings.Contains(err.Error(), "8 bytes") {
		t.Errorf("error %v", err)
	}
}

func TestTuple(t *testing.T) {
	b := render(t, Tuple{1, nil, "<x>"})
	if got := b.Data[MIMEText]; got != "1\n<nil>\n<x>" || b.Data[MIMEHTML] != nil {
		t.Errorf("plain values are shown as %v", b.Data)
	}
	b = render(t, Tuple{1, ownHTML{}, ownSVG{}})
	html, _ := b.Data[MIMEHTML].(string)
	for _, want := range []string{"<pre>1</pre>", "<i>own</i>", "data:image/svg+xml;base64,PHN2Zy8+"} {
		if !strings.Contains(html, want) {
			t.Errorf("%s has no %s", html, want)
		}
	}
	if _, err := Render(Tuple{1, broken{}}); err == nil {
		t.Error("what cannot be rendered is hidden")
	}
}

func TestBundleJSON(t *testing.T) {
	data, meta, err := Bundle{
		Data:     map[string]any{MIMEHTML: "<b>&</b>", MIMEPNG: []byte("ABC")},
		Metadata: map[string]any{MIMEPNG: map[string]int{"width": 3}},
	}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data[MIMEHTML]); got != `"<b>&</b>"` {
		t.Errorf("HTML is %s", got)
	}
	if got := string(data[MIMEPNG]); got != `"QUJD"` {
		t.Errorf("PNG is %s", got)
	}
	if got := string(meta[MIMEPNG]); got != `{"width":3}` {
		t.Errorf("metadata is %s", got)
	}
	if _, _, err := (Bundle{Data: map[string]any{"x/y": func() {}}}).JSON(); err == nil || !strings.Contains(err.Error(), "x/y") {
		t.Errorf("a function as data: error %v", err)
	}
}
