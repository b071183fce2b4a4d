package viz

import (
	"fmt"
	"image/color"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths in points.
const (
	defaultWidth = vg.Length(540)
	margin       = vg.Length(12)
	textSize     = 10
	smallSize    = 9
	titleSize    = 12
)

// sans returns the text style of a size and a colour. Its anchor is at the left, at half the
// height of the line.
func sans(size float64, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)},
		YAlign:  text.YCenter,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

func right(s text.Style) text.Style {
	s.XAlign = text.XRight
	return s
}

// newPlot returns an empty plot in the style of the package: a line below, no line at the
// left, text without serifs.
func newPlot(xlabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		style := func(s *text.Style, size float64, c color.Color) {
			s.Font = sans(size, c).Font
			s.Color = c
		}
		style(&a.Label.TextStyle, textSize, ink)
		style(&a.Tick.Label, smallSize, muted)
		a.LineStyle = draw.LineStyle{Color: axisline, Width: 0.75}
		a.Tick.LineStyle = a.LineStyle
		a.Tick.Length = 5
		a.Padding = 0
	}
	p.X.Label.Text = clean(xlabel)
	p.X.Label.Padding = 3
	return p
}

// largest is the largest size of a number that is drawn, so that the length of an axis does
// not overflow.
const largest = 1e300

// drawable reports whether v is a finite number of at most that size.
func drawable(v float64) bool { return math.Abs(v) <= largest }

// steps are the ticks of a linear axis: at most six multiples of 1, 2 or 5 times a power of
// ten.
type steps struct{}

func (steps) Ticks(lo, hi float64) []plot.Tick {
	rough := (hi - lo) / 5
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	step := 10 * power
	for _, s := range []float64{1, 2, 5} {
		if s*power >= rough {
			step = s * power
			break
		}
	}
	var ticks []plot.Tick
	// Ceil gives -0 below 0, and + 0 takes its sign.
	for k := math.Ceil(lo/step) + 0; k*step <= hi+1e-6*step; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: tickLabel(k*step, step)})
	}
	return ticks
}

// tickLabel returns v with as many digits as are needed to tell ticks apart that are a step
// away from each other.
func tickLabel(v, step float64) string {
	decimals := -int(math.Floor(math.Log10(step)))
	if a := math.Abs(v); a < 1 || a >= 1e6 || math.Log10(a)+float64(decimals) < 3 {
		return number(v)
	}
	return strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
}

// number returns v to three significant digits, without trailing zeros.
func number(v float64) string {
	if a := math.Abs(v); a >= 1000 && a < 1e6 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// measured returns v to three significant digits, with trailing zeros, for a column of
// measurements.
func measured(v float64) string {
	if a := math.Abs(v); a == 0 || a >= 1000 {
		return number(v)
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", v), ".")
}

// clean returns a name as one line of printable text.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == 0xfffe, r == 0xffff: // XML cannot contain them
			return unicode.ReplacementChar
		}
		return r
	}, name)
}

// elide shortens s in its middle until it is no wider than w. Names of one family differ in
// their beginning or their end.
func elide(s string, style text.Style, w vg.Length) string {
	if style.Width(s) <= w {
		return s
	}
	runes := []rune(s)
	shortened := func(keep int) string {
		head := (keep + 1) / 2
		return string(runes[:head]) + "…" + string(runes[len(runes)-(keep-head):])
	}
	keep := sort.Search(len(runes), func(keep int) bool { return style.Width(shortened(keep)) > w }) - 1
	if keep > 1 {
		return shortened(keep)
	}
	return "…"
}
