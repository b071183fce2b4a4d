package viz

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shades is a scale of colours for numbers: a colour for each interval between two round
// numbers.
type shades struct {
	limits []plot.Tick             // between the intervals, rising
	ramp   func(part float64) tone // the colours, from 0 to 1; nil for viridis
}

// maxLimits is the largest number of limits. More colours are not told apart.
const maxLimits = 9

// newShades returns the shades of numbers from lo to hi.
func newShades(lo, hi float64) shades {
	var s shades
	power := int(math.Floor(math.Log10((hi - lo) / maxLimits)))
	for _, round := range []struct {
		factor float64
		digits int // behind that of the power of ten
	}{{1, 0}, {2, 0}, {2.5, 1}, {5, 0}, {10, -1}, {20, -1}} {
		step := round.factor * math.Pow10(power)
		if !(step > 0) || (hi-lo)/step > maxLimits {
			continue
		}
		for k := math.Floor(lo/step) + 1; k*step < hi; k++ {
			if k*step > lo { // and not rounded to it
				s.limits = append(s.limits, plot.Tick{Value: k * step, Label: limitLabel(k*step, power-round.digits)})
			}
		}
		return s
	}
	return s // all numbers are the same
}

// newLogShades returns the shades of positive numbers from lo to hi, with limits that grow by
// a factor. What is below a ten thousandth of hi has the first colour.
func newLogShades(lo, hi float64) shades {
	lo = max(lo, hi/1e4)
	for _, mantissas := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		var s shades
		for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
			for _, m := range mantissas {
				if v := m * math.Pow(10, e); v > lo && v < hi {
					s.limits = append(s.limits, plot.Tick{Value: v, Label: number(v)})
				}
			}
		}
		if n := len(s.limits); n > 0 && n <= maxLimits {
			return s
		}
	}
	return newShades(lo, hi)
}

// limitLabel returns v with all digits down to the one of a power of ten.
func limitLabel(v float64, power int) string {
	switch a := math.Abs(v); {
	case a < 0.5*math.Pow10(power):
		return "0"
	case a >= 1e-4 && a < 1e6:
		return strconv.FormatFloat(v, 'f', max(0, -power), 64)
	default:
		return strconv.FormatFloat(v, 'e', max(0, int(math.Floor(math.Log10(a)+1e-9))-power), 64)
	}
}

// band returns the number of the interval that v is in, from 0.
func (s shades) band(v float64) int {
	k, _ := slices.BinarySearchFunc(s.limits, v, func(t plot.Tick, v float64) int {
		if t.Value <= v {
			return -1
		}
		return 1
	})
	return k
}

// colour returns the colour of an interval.
func (s shades) colour(band int) tone {
	colours := s.ramp
	if colours == nil {
		colours = viridis
	}
	if len(s.limits) == 0 {
		return colours(0.5)
	}
	return colours(float64(band) / float64(len(s.limits)))
}

// viridis returns a colour of the scale of that name (van der Walt and Smith 2015): equal steps
// look equal, also in grey and to readers who do not tell red from green. part is from 0, dark,
// to 1, light.
func viridis(part float64) tone {
	return between(part, 0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725)
}

// diverging returns a colour of RdBu of ColorBrewer (Brewer 2003), which colour-blind readers tell
// apart: red at 0, near white in the middle, blue at 1.
func diverging(part float64) tone {
	return between(part, 0x67001f, 0xb2182b, 0xd6604d, 0xf4a582, 0xfddbc7, 0xf7f7f7, 0xd1e5f0, 0x92c5de, 0x4393c3, 0x2166ac, 0x053061)
}

// pointRamp returns the part of viridis that is seen as a point on the page: its darker colours on a
// light page, and its lighter ones on a dark page.
func pointRamp(part float64) tone {
	const seen = 0.6 // of viridis
	light, dark := viridis(seen*part).light, viridis(1-seen+seen*part).dark
	return tone{fmt.Sprintf("%06x-%06x", light, dark), light, dark}
}

// pointShades returns the shades of points by numbers, or by dates.
func pointShades(r scale, dates bool) shades {
	s := newShades(r.lo, r.hi)
	r.dates = dates
	if dates && r.lo < r.hi {
		s.limits = r.ticks()
	}
	s.ramp = pointRamp
	return s
}

// correlationShades returns the shades of numbers from -1 to 1, of which those about 0 have no hue.
func correlationShades() shades {
	s := shades{ramp: diverging}
	for k := -9; k <= 9; k += 2 {
		s.limits = append(s.limits, plot.Tick{Value: float64(k) / 10, Label: number(float64(k) / 10)})
	}
	return s
}

// between returns a colour of a scale from its anchors, which are evenly spread.
func between(part float64, anchors ...uint32) tone {
	at := part * float64(len(anchors)-1)
	k := min(int(at), len(anchors)-2)
	var hex uint32
	for shift := 0; shift <= 16; shift += 8 {
		from, to := float64(anchors[k]>>shift&0xff), float64(anchors[k+1]>>shift&0xff)
		hex |= uint32(math.Round(from+(at-float64(k))*(to-from))) << shift
	}
	return tone{fmt.Sprintf("%06x", hex), hex, hex}
}

// upon returns the colour of a text upon a colour: near white or near black.
func upon(ground tone) tone {
	if contrast(ground.light, uponDark.light) > contrast(ground.light, uponLight.light) {
		return uponDark
	}
	return uponLight
}

// Lengths of the bar that is the key to the colours.
const (
	barWidth = vg.Length(14)
	barGap   = vg.Length(12) // from the drawing to the bar
)

// barRoom returns the width that the bar needs right of a drawing.
func (s shades) barRoom(title string) vg.Length {
	room := barGap + barWidth
	for _, t := range s.limits {
		room = max(room, barGap+barWidth+numbersAway+tickStyle().Width(t.Label))
	}
	if title != "" {
		room += titleLine
	}
	return room
}

// drawBar draws the bar right of a drawing, as high as that: the colours with the numbers
// between them, and the title.
func (s shades) drawBar(c draw.Canvas, beside vg.Rectangle, title string) {
	x := beside.Max.X + barGap
	n := vg.Length(len(s.limits) + 1)
	height := beside.Size().Y / n
	for band := range len(s.limits) + 1 {
		low := beside.Min.Y + vg.Length(band)*height
		c.SetColor(s.colour(band))
		c.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: low}, Max: vg.Point{X: x + barWidth, Y: low + height}}.Path())
	}
	c.SetLineStyle(axisStyle)
	c.Stroke(vg.Rectangle{Min: vg.Point{X: x, Y: beside.Min.Y}, Max: vg.Point{X: x + barWidth, Y: beside.Max.Y}}.Path())
	index := func(t plot.Tick) vg.Length { return vg.Length(s.band(t.Value)) * height }
	for _, t := range apart(s.limits, 0, index, func(plot.Tick) vg.Length { return tickLine }) {
		at := beside.Min.Y + index(t)
		c.StrokeLine2(axisStyle, x+barWidth, at, x+barWidth+2, at)
		c.FillText(tickStyle(), vg.Point{X: x + barWidth + numbersAway, Y: at + optical}, t.Label)
	}
	if title == "" {
		return
	}
	label := sans(textSize, ink)
	title = elide(title, label, beside.Size().Y)
	label.Rotation, label.XAlign = math.Pi/2, text.XCenter
	c.FillText(label, vg.Point{X: x - barGap + s.barRoom(title) - titleLine/2, Y: (beside.Min.Y + beside.Max.Y) / 2}, title)
}
