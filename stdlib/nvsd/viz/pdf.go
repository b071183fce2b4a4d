package viz

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// WritePDF writes the figure as a PDF of one page of its size. Its texts can be searched, and it
// holds those characters of the fonts that it uses. The same figure has the same bytes.
func (f *Figure) WritePDF(w io.Writer) error {
	p := newPDF(f)
	for _, s := range f.shapes(true) {
		p.write(s)
	}
	if err := p.doc.Output(w); err != nil {
		return fmt.Errorf("viz: writing the PDF: %w", err)
	}
	return nil
}

// A pdfWriter writes shapes on the page of a document.
type pdfWriter struct {
	doc    *fpdf.Fpdf
	height vg.Length
	fonts  map[string]bool // by the names that they have in the document
	opaque float64
}

func newPDF(f *Figure) *pdfWriter {
	width, height := f.Size()
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCatalogSort(true)
	doc.SetTitle(f.title, true)
	doc.SetSubject(f.String(), true)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	return &pdfWriter{doc: doc, height: f.total(), fonts: map[string]bool{}, opaque: 1}
}

func (p *pdfWriter) write(s shape) {
	t, opacity := toneOf(s.colour, s.kind == area)
	if opacity != p.opaque {
		p.doc.SetAlpha(opacity, "Normal")
		p.opaque = opacity
	}
	r, g, b := int(t.light>>16), int(t.light>>8&0xff), int(t.light&0xff)
	switch s.kind {
	case area:
		p.doc.SetFillColor(r, g, b)
		p.path(s.path, "F")
	case line:
		p.doc.SetDrawColor(r, g, b)
		p.doc.SetLineWidth(s.width.Points())
		dashes := make([]float64, len(s.dashes))
		for i, d := range s.dashes {
			dashes[i] = d.Points()
		}
		p.doc.SetDashPattern(dashes, s.offset.Points())
		p.line(s.path)
	case disc:
		p.doc.SetFillColor(r, g, b)
		p.circle(s.at, s.radius, "f")
	case words:
		p.doc.SetTextColor(r, g, b)
		p.words(s)
	case picture:
		p.picture(s)
	}
}

// line strokes a path. The rings of points are many, and each is drawn as a circle.
func (p *pdfWriter) line(path vg.Path) {
	rings := len(path) >= 3
	for i, comp := range path {
		rings = rings && comp.Type == [3]int{vg.MoveComp, vg.ArcComp, vg.CloseComp}[i%3]
	}
	if !rings {
		p.path(path, "D")
		return
	}
	for i := 1; i < len(path); i += 3 {
		p.circle(path[i].Pos, path[i].Radius, "S")
	}
}

// circle fills (f) or strokes (S) a circle. The commands are the same for all circles of one size but for
// their centres, so that a document of thousands is compressed well.
func (p *pdfWriter) circle(at vg.Point, radius vg.Length, paint string) {
	const k = 0.5523 // how far the controls of a quarter are from its ends, for a radius of 1
	r, c := short(radius), short(k*radius)
	p.doc.RawWriteStr(fmt.Sprintf("q 1 0 0 1 %s %s cm %[3]s 0 m %[3]s %[4]s %[4]s %[3]s 0 %[3]s c -%[4]s %[3]s -%[3]s %[4]s -%[3]s 0 c "+
		"-%[3]s -%[4]s -%[4]s -%[3]s 0 -%[3]s c %[4]s -%[3]s %[3]s -%[4]s %[3]s 0 c h %[5]s Q", short(at.X), short(at.Y), r, c, paint))
}

func (p *pdfWriter) path(path vg.Path, style string) {
	for _, comp := range asCurves(path) {
		x, y := p.point(comp.Pos)
		switch comp.Type {
		case vg.MoveComp:
			p.doc.MoveTo(x, y)
		case vg.LineComp:
			p.doc.LineTo(x, y)
		case vg.CurveComp:
			x1, y1 := p.point(comp.Control[0])
			x2, y2 := p.point(comp.Control[1])
			p.doc.CurveBezierCubicTo(x1, y1, x2, y2, x, y)
		case vg.CloseComp:
			p.doc.ClosePath()
		}
	}
	p.doc.DrawPath(style)
}

// words writes a text as wide as in the layout, which moves some pairs of letters nearer to each
// other. Characters that the format of the fonts does not reach are replaced.
func (p *pdfWriter) words(s shape) {
	text := strings.Map(func(r rune) rune {
		if r > 0xffff {
			return unicode.ReplacementChar
		}
		return r
	}, s.text)
	p.font(s.face)
	p.doc.SetFontSize(s.face.Font.Size.Points())
	stretch := 1.0
	if natural := p.doc.GetStringWidth(text); natural > 0 {
		stretch = s.face.Width(s.text).Points() / natural
	}
	x, y := p.point(s.at)
	if s.turn != 0 {
		p.doc.TransformBegin()
		p.doc.TransformRotate(s.turn*180/math.Pi, x, y)
	}
	p.doc.RawWriteStr(fmt.Sprintf("%.2f Tz", 100*stretch))
	p.doc.Text(x, y, text)
	if s.turn != 0 {
		p.doc.TransformEnd()
	}
}

// font sets the font of the texts to come.
func (p *pdfWriter) font(face font.Face) {
	style := ""
	if face.Font.Weight >= xfont.WeightSemiBold {
		style += "B"
	}
	if face.Font.Style != xfont.StyleNormal {
		style += "I"
	}
	family := strings.ReplaceAll(string(face.Font.Typeface)+string(face.Font.Variant), " ", "")
	if name := family + style; !p.fonts[name] {
		p.fonts[name] = true
		var raw bytes.Buffer
		if _, err := face.Face.WriteSourceTo(nil, &raw); err != nil {
			p.doc.SetErrorf("the font %s: %w", name, err)
			return
		}
		p.doc.AddUTF8FontFromBytes(family, style, raw.Bytes())
	}
	p.doc.SetFont(family, style, face.Font.Size.Points())
}

func (p *pdfWriter) picture(s shape) {
	name := fmt.Sprintf("%p", s.image)
	options := fpdf.ImageOptions{ImageType: "png"}
	p.doc.RegisterImageOptionsReader(name, options, bytes.NewReader(pngOf(s.image)))
	x, y := p.point(vg.Point{X: s.box.Min.X, Y: s.box.Max.Y})
	p.doc.ImageOptions(name, x, y, s.box.Size().X.Points(), s.box.Size().Y.Points(), false, options, 0, "")
}

// point returns a point in the coordinates of the document, whose origin is at the top.
func (p *pdfWriter) point(pt vg.Point) (x, y float64) {
	return pt.X.Points(), (p.height - pt.Y).Points()
}
