package viz

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A PDF is small, for it has few characters of its fonts, and the same every time.
func TestWritePDF(t *testing.T) {
	f, err := Norms("Norms of naïve αβγ 😀", NormsAxis, diabetes)
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := f.WritePDF(&first); err != nil {
		t.Fatal(err)
	}
	if err := f.WritePDF(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(first.Bytes(), []byte("%PDF-")) || first.Len() > 40_000 {
		t.Errorf("it has %d bytes and begins with %q", first.Len(), first.Bytes()[:8])
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same figure has two PDFs")
	}
	for _, want := range []string{"/MediaBox [0 0 540.00 ", "/FontName /utf8liberationsans", "/FontName /utf8liberationsansB"} {
		if !strings.Contains(first.String(), want) {
			t.Errorf("the PDF has no %s", want)
		}
	}
}

// Everything that a canvas can draw is written in every form.
func TestEveryShapeIsWritten(t *testing.T) {
	f := &Figure{width: 100, height: 100, title: "t", draw: func(c draw.Canvas) {
		c.SetColor(palette(0))
		c.Fill(c.Rectangle.Path())
		c.SetLineWidth(2)
		c.SetLineDash([]vg.Length{1}, 1)
		var p vg.Path
		p.Move(vg.Point{X: 20, Y: 20})
		p.QuadTo(vg.Point{X: 30, Y: 40}, vg.Point{X: 40, Y: 20})
		p.Arc(vg.Point{X: 40, Y: 30}, 10, 0, 2)
		c.Stroke(p)
		dot(c, 50, 50)
		c.Push()
		c.Rotate(0.5)
		c.Scale(2, 2)
		c.FillText(sans(9, ink), vg.Point{X: 20, Y: 20}, "50 % & more")
		c.Pop()
		c.DrawImage(vg.Rectangle{Min: vg.Point{X: 60, Y: 60}, Max: vg.Point{X: 80, Y: 80}}, image.NewNRGBA(image.Rect(0, 0, 2, 2)))
	}}
	svg := f.SVG()
	for _, want := range []string{"C", "a10 10 0 0 0-", "h.01", `stroke-dashoffset="1"`, "rotate(-28.65 ", `font-size="18"`, "data:image/png;base64,", "50 % &amp; more"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the SVG has no %s:\n%s", want, svg)
		}
	}
	var pdf bytes.Buffer
	if err := f.WritePDF(&pdf); err != nil || !strings.Contains(pdf.String(), "/Subtype /Image") {
		t.Errorf("the PDF has no picture: %v", err)
	}
}
