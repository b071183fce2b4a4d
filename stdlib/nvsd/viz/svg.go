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

// SVG returns the figure as an <svg> element, which stands as a file of its own
// as well.
func (f *Figure) SVG() string {
	c := &measuring{Canvas: vgsvg.New(f.width, f.height)}
	f.paint(c)
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		panic(err) // a bytes.Buffer takes everything
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

// measuring is an SVG canvas that notes the width of every text drawn on it.
type measuring struct {
	*vgsvg.Canvas
	widths []vg.Length
}

func (m *measuring) FillString(face font.Face, at vg.Point, s string) {
	m.widths = append(m.widths, face.Width(s))
	m.Canvas.FillString(face, at, s)
}

// families are, for a font that a layout was measured with, those that readers
// have: the same, or of the same widths.
var families = strings.NewReplacer(
	"font-family:Liberation Sans", "font-family:'Liberation Sans',Arimo,Helvetica,Arial,sans-serif",
	"font-family:Liberation Serif", "font-family:'Liberation Serif',Tinos,'Times New Roman',Times,serif",
	"font-family:Liberation Mono", "font-family:'Liberation Mono',Cousine,'Courier New',Courier,monospace",
	"font-variant:normal;", "",
	"font-variant:none;", "",
	"font-style:normal;", "",
)

// finish makes of a canvas's document what browsers show alike: the root says
// in words what is drawn; a text has its fallback fonts and the width it was
// laid out with, whatever font the reader has; one that was shortened carries
// the whole.
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
		"\n<title>" + html.EscapeString(f.title) + "</title>\n<desc>" + html.EscapeString(f.desc) + "</desc>" +
		doc[open+1:]
}

var textElement = regexp.MustCompile(`(?s)<text([^>]*)>([^<]*)</text>`)
