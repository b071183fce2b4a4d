// Package viz draws the charts of package report, such as the derivative norms of a model,
// a path, the errors of a selection and the predictions over two inputs. It gives the plots
// of users the same style.
//
// A drawing is a [Figure], which can be written as SVG, PDF, PNG or PGF; the package knows nothing of
// MIME types or notebooks. No figure uses colour alone to say something, and every name is
// completely inside the figure.
package viz

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A Figure is a finished drawing of a fixed size.
type Figure struct {
	width, height vg.Length // without the caption
	draw          func(draw.Canvas)

	once  sync.Once
	drawn []shape // by the first form that is written; the ground comes first

	caption     string            // small print below the drawing: what it leaves out
	title, desc string            // for screen readers
	full        map[string]string // the complete text of each shortened one
}

// Size returns width and height in points, 72 to the inch.
func (f *Figure) Size() (width, height float64) {
	return f.width.Points(), f.total().Points()
}

// total returns the height of the drawing and its caption.
func (f *Figure) total() vg.Length { return f.height + f.captionHeight() }

// String describes the figure in words, for people who cannot see it. It ends with the
// caption, which counts what the drawing leaves out.
func (f *Figure) String() string {
	words := sentences(f.desc, clean(f.caption))
	if words == "" {
		return f.title
	}
	return f.title + ". " + words
}

// maxPixels bounds the size of a PNG, which is made in memory.
const maxPixels = 100e6

// WritePNG writes the figure as a PNG of dpi dots per inch. Usual numbers are 96 for a
// screen, 192 for a screen of high resolution, and 300 for print.
func (f *Figure) WritePNG(w io.Writer, dpi int) error {
	if dpi < 1 || f.width.Dots(float64(dpi))*f.total().Dots(float64(dpi)) > maxPixels {
		return fmt.Errorf("viz: a PNG at %d dots per inch cannot be made: choose between 1 and, at this size, about %.0f",
			dpi, f.maxDPI())
	}
	c := vgimg.NewWith(vgimg.UseWH(f.width, f.total()), vgimg.UseDPI(dpi))
	paintShapes(c, f.shapes(true))
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	if err != nil {
		return fmt.Errorf("viz: writing the PNG: %w", err)
	}
	return nil
}

func (f *Figure) maxDPI() float64 {
	dpi := 1.0
	for f.width.Dots(2*dpi)*f.total().Dots(2*dpi) <= maxPixels {
		dpi *= 2
	}
	return dpi
}

// shapes returns the shapes of the figure, on a white ground where it is opaque. It is drawn once for
// all forms.
func (f *Figure) shapes(opaque bool) []shape {
	f.once.Do(func() {
		s := newSheet(f.width, f.total())
		c := draw.New(s)
		s.SetColor(paper)
		s.Fill(c.Rectangle.Path())
		f.drawIn(c)
		f.drawn = s.shapes
	})
	if opaque {
		return f.drawn
	}
	return f.drawn[1:]
}

// drawIn draws the figure in its whole area.
func (f *Figure) drawIn(c draw.Canvas) {
	f.draw(f.drawCaption(draw.Crop(c, margin, -margin, margin, -margin)))
}

var errEmpty = errors.New("viz: there is no input to draw: give at least one")

// errNoNumber is the error of n values that are all left out.
func errNoNumber(n int) error {
	return fmt.Errorf("viz: there is nothing to draw: of %s none has finite numbers", inputs(n))
}
