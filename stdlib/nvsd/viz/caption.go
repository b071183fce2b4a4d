package viz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// maxMarks is the largest number of points, or lines of a rug, in one chart. A point is
// about 40 bytes, and what shows a value holds each drawing in four forms.
const maxMarks = 600

// lineHeight is the distance of two lines of a caption.
const lineHeight = vg.Length(13)

func captionStyle() text.Style { return sans(smallSize, muted) }

// sampled returns the indices of the marks that are drawn of n, rising: all, or most of them. The
// kept ones, which rise and are fewer, are among them. From each of as many ranges as are wanted of
// the others it takes one by a fixed sequence of random numbers, so that the same marks are
// drawn every time, and so that data with a period look as they are.
func sampled(n, most int, kept ...int) []int {
	if n <= most {
		kept = nil
	}
	others := n - len(kept)
	drawn := make([]int, min(others, most-len(kept)))
	random := rand.New(rand.NewPCG(1, 2))
	before := 0 // how many are kept before the next one
	for k := range drawn {
		low, high := k*others/len(drawn), (k+1)*others/len(drawn)
		drawn[k] = low + random.IntN(high-low)
		for before < len(kept) && kept[before] <= drawn[k]+before {
			before++
		}
		drawn[k] += before
	}
	drawn = append(drawn, kept...)
	slices.Sort(drawn)
	return drawn
}

// sampledNote returns a sentence for the caption, that at most so many of n marks are drawn. It
// returns "" if all are. noun is what several of them are called.
func sampledNote(n, most int, noun string) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf("%d of the %d %s are drawn.", most, n, noun)
}

// leftOutNote returns a sentence for the caption, that n marks are left out because a
// number of theirs is not drawable. It returns "" if n is 0. one and several are what a
// mark is called.
func leftOutNote(n int, one, several string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("1 %s is left out: NaN, infinite or above %g.", one, float64(largest))
	}
	return fmt.Sprintf("%d %s are left out: NaN, infinite or above %g.", n, several, float64(largest))
}

// sentences joins the notes that are not empty.
func sentences(notes ...string) string {
	var said []string
	for _, n := range notes {
		if n != "" {
			said = append(said, n)
		}
	}
	return strings.Join(said, " ")
}

// wrapped returns the lines of s, none wider than width.
func wrapped(s string, style text.Style, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && style.Width(longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = elide(longer, style, width)
	}
	if line == "" {
		return nil
	}
	return append(lines, line)
}

// captionLines returns the lines of the figure's caption.
func (f *Figure) captionLines() []string {
	return wrapped(clean(f.caption), captionStyle(), f.width-2*margin)
}

// captionHeight returns the height of the caption.
func (f *Figure) captionHeight() vg.Length {
	n := len(f.captionLines())
	if n == 0 {
		return 0
	}
	return margin/2 + vg.Length(n)*lineHeight
}

// drawCaption draws the caption at the bottom of c and returns the rest.
func (f *Figure) drawCaption(c draw.Canvas) draw.Canvas {
	lines := f.captionLines()
	for k, line := range lines {
		mid := c.Min.Y + (vg.Length(len(lines)-k)-0.5)*lineHeight
		c.FillText(captionStyle(), vg.Point{X: c.Min.X, Y: mid}, line)
	}
	return draw.Crop(c, 0, 0, f.captionHeight(), 0)
}
