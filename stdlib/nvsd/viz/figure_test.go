package viz

import (
	"bytes"
	"image/png"
	"sync"
	"testing"
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
