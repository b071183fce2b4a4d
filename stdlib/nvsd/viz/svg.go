package viz

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// SVG returns the figure as an <svg> element with a white ground, which can be a file of its own
// too.
func (f *Figure) SVG() string {
	w := svgWriter{height: f.total(), full: f.full}
	w.write(f.shapes(true))
	title, words := html.EscapeString(f.title), html.EscapeString(sentences(f.desc, clean(f.caption)))
	return f.svgRoot(` role="img" aria-label="`+title+`"`, "<title>"+title+"</title>\n<desc>"+words+"</desc>\n"+w.out.String())
}

// ThemedSVG returns the figure as an <svg> element for a page that is light or dark. It has no
// ground, and its colours are variables such as --nvsd-ink. The declarations, for a style sheet,
// give these variables their values: light, and where the page has a dark color-scheme dark.
// Browsers that do not know light-dark() show the light ones. On a narrow page the figure
// shrinks as far as its smallest text can be read.
func (f *Figure) ThemedSVG() (svg, declarations string) {
	w := svgWriter{height: f.total(), full: f.full, themed: map[string]tone{}}
	shapes := f.shapes(false)
	w.write(shapes)
	var light, both strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w.themed)) {
		t := w.themed[name]
		fmt.Fprintf(&light, "--nvsd-%s:#%06x;", name, t.light)
		fmt.Fprintf(&both, "--nvsd-%s:light-dark(#%06x,#%06x);", name, t.light, t.dark)
	}
	declarations = light.String() + "@supports(color:light-dark(#000,#fff)){&{" + both.String() + "}}"
	style := fmt.Sprintf(` style="display:block;max-width:100%%;height:auto;min-width:%.0fpx"`, f.leastWidth(shapes))
	return f.svgRoot(style+` role="img" aria-label="`+html.EscapeString(f.String())+`"`, w.out.String()), declarations
}

// leastWidth returns the width, in pixels of a page, at which the smallest text is 11 pixels
// high, or the width of the figure if it is smaller.
func (f *Figure) leastWidth(shapes []shape) float64 {
	const readable, perPoint = 11, 96. / 72
	smallest := vg.Length(math.Inf(1))
	for _, s := range shapes {
		if s.kind == words {
			smallest = min(smallest, s.face.Font.Size)
		}
	}
	return f.width.Points() * min(perPoint, readable/smallest.Points())
}

// WriteSVG writes the figure as SVG.
func (f *Figure) WriteSVG(w io.Writer) error {
	if _, err := io.WriteString(w, f.SVG()); err != nil {
		return fmt.Errorf("viz: writing the SVG: %w", err)
	}
	return nil
}

func (f *Figure) svgRoot(attributes, content string) string {
	w, h := f.Size()
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%[2]gpt" viewBox="0 0 %[1]g %[2]g" font-family="%[3]s" font-size="%[4]d"%[5]s>`+"\n%[6]s</svg>\n",
		round2(w), round2(h), families["Liberation Sans"], smallSize, attributes, content)
}

// families maps a font of the layout to fonts of readers that are the same or have the same
// widths. DejaVu Sans Condensed is 3 % wider, and stands before DejaVu Sans, which many systems have as
// their sans-serif font and which would be squeezed by 13 %.
var families = map[string]string{
	"Liberation Sans":  "Liberation Sans,Arimo,Helvetica,Arial,Nimbus Sans,DejaVu Sans Condensed,sans-serif",
	"Liberation Serif": "Liberation Serif,Tinos,Times New Roman,Times,serif",
	"Liberation Mono":  "Liberation Mono,Cousine,Courier New,Courier,monospace",
}

// An svgWriter writes shapes as elements of an SVG.
type svgWriter struct {
	out    strings.Builder
	height vg.Length
	full   map[string]string
	themed map[string]tone // the colours by their names; nil where they are written as they are
}

func (w *svgWriter) write(shapes []shape) {
	for len(shapes) > 0 {
		s, n := shapes[0], 1
		switch s.kind {
		case area:
			fmt.Fprintf(&w.out, "<path d=\"%s\"%s/>\n", w.path(s), w.paint("fill", s.colour, true))
		case line:
			n = alike(shapes)
			w.line(shapes[:n])
		case disc:
			n = alike(shapes)
			w.discs(shapes[:n])
		case words:
			w.words(s)
		case picture:
			w.picture(s)
		}
		shapes = shapes[n:]
	}
}

// alike returns the number of shapes at the beginning that are lines or discs of one style, which
// can be written together. A line that is not opaque is alone, since two of them are seen where
// they cross.
func alike(shapes []shape) int {
	first := shapes[0]
	t, opacity := toneOf(first.colour, false)
	n := 1
	for n < len(shapes) && (opacity == 1 || first.kind == disc) {
		s := shapes[n]
		u, o := toneOf(s.colour, false)
		if s.kind != first.kind || u != t || o != opacity || s.width != first.width || s.radius != first.radius || s.offset != first.offset || !slices.Equal(s.dashes, first.dashes) {
			break
		}
		n++
	}
	return n
}

func (w *svgWriter) line(lines []shape) {
	fmt.Fprintf(&w.out, `<path d="%s" fill="none"%s stroke-width="%s"`, w.path(lines...), w.paint("stroke", lines[0].colour, false), short(lines[0].width))
	if dashes := lines[0].dashes; len(dashes) > 0 {
		lengths := make([]string, len(dashes))
		for i, d := range dashes {
			lengths[i] = short(d)
		}
		fmt.Fprintf(&w.out, ` stroke-dasharray="%s"`, strings.Join(lengths, " "))
		if lines[0].offset != 0 {
			fmt.Fprintf(&w.out, ` stroke-dashoffset="%s"`, short(lines[0].offset))
		}
	}
	w.out.WriteString("/>\n")
}

// discs writes discs as very short lines with round ends, which takes a few bytes for each. They are
// one path where they are opaque, and else a path each, so that one is seen through another.
func (w *svgWriter) discs(discs []shape) {
	style := fmt.Sprintf(` fill="none"%s stroke-width="%s" stroke-linecap="round"`, w.paint("stroke", discs[0].colour, false), short(2*discs[0].radius))
	if _, opacity := toneOf(discs[0].colour, false); opacity == 1 {
		path := svgPath{height: w.height}
		for _, s := range discs {
			path.dot(s.at)
		}
		fmt.Fprintf(&w.out, "<path d=\"%s\"%s/>\n", &path.out, style)
		return
	}
	fmt.Fprintf(&w.out, "<g%s>", style)
	for _, s := range discs {
		path := svgPath{height: w.height}
		path.dot(s.at)
		fmt.Fprintf(&w.out, `<path d="%s"/>`, &path.out)
	}
	w.out.WriteString("</g>\n")
}

// words writes a text. Whatever font the reader has, it is as wide as in the layout. A shortened
// text carries the complete one.
func (w *svgWriter) words(s shape) {
	at := w.point(s.at)
	x, y, _ := strings.Cut(at, " ")
	fmt.Fprintf(&w.out, `<text x="%s" y="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s%s`,
		x, y, short(s.face.Width(s.text)), fontAttributes(s.face), w.paint("fill", s.colour, false))
	if s.turn != 0 {
		fmt.Fprintf(&w.out, ` transform="rotate(%s %s)"`, short(vg.Length(-s.turn*180/math.Pi)), at)
	}
	w.out.WriteString(">")
	if whole, ok := w.full[s.text]; ok {
		fmt.Fprintf(&w.out, "<title>%s</title>", html.EscapeString(whole))
	}
	fmt.Fprintf(&w.out, "%s</text>\n", html.EscapeString(s.text))
}

// fontAttributes returns the attributes in which a font differs from the usual one, of which a
// figure has nearly all of its texts.
func fontAttributes(face font.Face) string {
	out := ""
	family, err := face.Face.Name(nil, sfnt.NameIDFamily)
	if err == nil && family != "Liberation Sans" {
		if like, ok := families[family]; ok {
			family = like
		}
		out += ` font-family="` + html.EscapeString(family) + `"`
	}
	if face.Font.Size != smallSize {
		out += ` font-size="` + short(face.Font.Size) + `"`
	}
	if face.Font.Weight >= xfont.WeightSemiBold {
		out += ` font-weight="bold"`
	}
	if face.Font.Style != xfont.StyleNormal {
		out += ` font-style="italic"`
	}
	return out
}

func (w *svgWriter) picture(s shape) {
	size := s.box.Size()
	x, y, _ := strings.Cut(w.point(vg.Point{X: s.box.Min.X, Y: s.box.Max.Y}), " ")
	fmt.Fprintf(&w.out, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`+"\n",
		x, y, short(size.X), short(size.Y), base64.StdEncoding.EncodeToString(pngOf(s.image)))
}

func pngOf(img image.Image) []byte {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil // a picture of no pixels is not drawn
	}
	return buf.Bytes()
}

// paint returns the attribute that colours a shape.
func (w *svgWriter) paint(attribute string, c color.Color, area bool) string {
	t, opacity := toneOf(c, area)
	value := fmt.Sprintf("#%06x", t.light)
	if w.themed != nil && t.light != t.dark {
		w.themed[t.name] = t
		value = "var(--nvsd-" + t.name + ")"
	}
	out := fmt.Sprintf(` %s="%s"`, attribute, value)
	if opacity < 1 {
		out += fmt.Sprintf(` %s-opacity="%s"`, attribute, short(vg.Length(opacity)))
	}
	return out
}

// path returns the d of the paths of shapes.
func (w *svgWriter) path(shapes ...shape) string {
	path := svgPath{height: w.height}
	for _, s := range shapes {
		path.add(s.path)
	}
	return path.out.String()
}

// point returns the coordinates of a point in an SVG, which has its origin at the top.
func (w *svgWriter) point(pt vg.Point) string { return short(pt.X) + " " + short(w.height-pt.Y) }

// short returns a number to two decimals.
func short(v vg.Length) string {
	return strconv.FormatFloat(math.Round(100*v.Points())/100+0, 'f', -1, 64)
}
