package viz

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"slices"
	"sync"
	"testing"
)

// The pixels of a PNG are what was drawn: bars as long as their norms, on a white ground, within
// the margins.
func TestPixelsOfPNG(t *testing.T) {
	f, err := Norms("t", "x", []Bar{{Name: "a", Norm: 4, Selected: true}, {Name: "b", Norm: 1, Selected: true}})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := f.WritePNG(&buf, 144); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	same := func(x, y int, c color.Color) bool {
		r, g, b, _ := img.At(x, y).RGBA()
		wr, wg, wb, _ := c.RGBA()
		return r>>8 == wr>>8 && g>>8 == wg>>8 && b>>8 == wb>>8
	}
	rows := map[int]int{} // how many rows of pixels have so many of the colour of bars
	for y := range img.Bounds().Dy() {
		n := 0
		for x := range img.Bounds().Dx() {
			if same(x, y, accent) {
				n++
			}
			if edge := x < 20 || y < 20 || x >= img.Bounds().Dx()-20 || y >= img.Bounds().Dy()-20; edge && !same(x, y, paper) {
				t.Fatalf("there is something in the margin, at (%d, %d)", x, y)
			}
		}
		rows[n]++
	}
	var lengths []int
	for n, times := range rows {
		if n > 50 && times > 10 { // not the key
			lengths = append(lengths, n)
		}
	}
	slices.Sort(lengths)
	if len(lengths) != 2 || math.Abs(float64(lengths[1])/float64(lengths[0])-4) > 0.05 {
		t.Errorf("the bars have %v pixels, want one four times as long as the other", lengths)
	}
}

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
