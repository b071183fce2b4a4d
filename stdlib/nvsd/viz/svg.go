package viz

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// SVG returns the figure as an <svg> element, which can be a file of its own too.
func (f *Figure) SVG() string {
	c := &measuring{Canvas: vgsvg.New(f.width, f.total())}
	f.paint(c)
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		panic(err) // writing to a bytes.Buffer does not fail
	}
	return f.finish(buf.String(), c.widths)
}

// WriteSVG writes the figure as SVG.
func (f *Figure) WriteSVG(w io.Writer) error {
	if _, err := io.WriteString(w, f.SVG()); err != nil {
		return fmt.Errorf("viz: writing the SVG: %w", err)
	}
	return nil
}

// measuring is an SVG canvas that records the width of every text.
type measuring struct {
	*vgsvg.Canvas
	widths []vg.Length
}

func (m *measuring) FillString(face font.Face, at vg.Point, s string) {
	m.widths = append(m.widths, face.Width(s))
	m.Canvas.FillString(face, at, s)
}

// families maps a font of the layout to fonts of readers that are the same or have the same
// widths.
var families = strings.NewReplacer(
	"font-family:Liberation Sans", "font-family:'Liberation Sans',Arimo,Helvetica,Arial,sans-serif",
	"font-family:Liberation Serif", "font-family:'Liberation Serif',Tinos,'Times New Roman',Times,serif",
	"font-family:Liberation Mono", "font-family:'Liberation Mono',Cousine,'Courier New',Courier,monospace",
	"font-variant:normal;", "",
	"font-variant:none;", "",
	"font-style:normal;", "",
)

// finish returns the document of a canvas in a form that all browsers show alike. The root
// describes the drawing in words. A text has fallback fonts and the width of the layout,
// whatever font the reader has. A shortened text carries the complete one.
func (f *Figure) finish(doc string, widths []vg.Length) string {
	doc = doc[strings.Index(doc, "<svg"):]
	i := 0
	doc = textElement.ReplaceAllStringFunc(doc, func(el string) string {
		width := widths[i]
		i++
		m := textElement.FindStringSubmatch(el)
		attrs, content := m[1], m[2]
		if whole, ok := f.full[html.UnescapeString(content)]; ok {
			content = "<title>" + html.EscapeString(whole) + "</title>" + content
		}
		return fmt.Sprintf(`<text textLength="%.5g" lengthAdjust="spacingAndGlyphs"%s>%s</text>`,
			width.Points(), families.Replace(attrs), content)
	})

	open := strings.Index(doc, ">")
	return doc[:open] + ` role="img" aria-label="` + html.EscapeString(f.title) + `">` +
		"\n<title>" + html.EscapeString(f.title) + "</title>\n<desc>" + html.EscapeString(sentences(f.desc, clean(f.caption))) + "</desc>" +
		doc[open+1:]
}

var textElement = regexp.MustCompile(`(?s)<text([^>]*)>([^<]*)</text>`)
