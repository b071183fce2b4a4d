package viz

import (
	"bytes"
	"image/png"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot"
)

func TestWritePNG(t *testing.T) {
	f, err := Norms("t", NormsAxis, diabetes)
	if err != nil {
		t.Fatal(err)
	}
	w, h := f.Size()
	var buf bytes.Buffer
	if err := f.WritePNG(&buf, 144); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Dx(); got != int(2*w) {
		t.Errorf("%v points at 144 dots per inch are %d pixels wide", w, got)
	}
	if got := img.Bounds().Dy(); got < int(2*h)-1 || got > int(2*h)+1 {
		t.Errorf("%v points at 144 dots per inch are %d pixels high", h, got)
	}
	for _, dpi := range []int{0, -1, 100000} {
		if f.WritePNG(&buf, dpi) == nil {
			t.Errorf("%d dots per inch were taken", dpi)
		}
	}
}

func TestWriteSVG(t *testing.T) {
	f, err := Norms("t", NormsAxis, diabetes)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := f.WriteSVG(&buf); err != nil || buf.String() != f.SVG() {
		t.Errorf("%d bytes are written, error %v", buf.Len(), err)
	}
}

func TestFromPlot(t *testing.T) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "A <plot>", "x", "y"
	f := FromPlot(p, 300, 200)
	if got := f.String(); got != "A <plot>. y over x." {
		t.Errorf("it is described as %q", got)
	}
	if !hasText(t, f, "A <plot>") || !strings.Contains(f.SVG(), "Times New Roman,Times,serif") {
		t.Error("the title is not drawn, or without a font that readers have")
	}
	inside(t, f)
}

// Charts share the fonts, and nothing else.
func TestFiguresAreDrawnInParallel(t *testing.T) {
	var all sync.WaitGroup
	drawings := make([]string, 4)
	for i := range drawings {
		all.Go(func() {
			f, err := Norms("t", NormsAxis, diabetes)
			if err != nil {
				t.Error(err)
				return
			}
			drawings[i] = f.SVG()
		})
	}
	all.Wait()
	for _, d := range drawings {
		if d != drawings[0] {
			t.Fatal("the same figure is drawn in two ways")
		}
	}
}
