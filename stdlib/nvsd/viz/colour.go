package viz

import (
	"fmt"
	"image/color"
	"math"
)

// A tone is a colour that every figure may use. On a white page it is light, on a dark one dark.
// As a color.Color it is the colour on a white page.
type tone struct {
	name        string // of the variable in a style sheet
	light, dark uint32 // 0xrrggbb
}

// RGBA returns the colour on a white page.
func (t tone) RGBA() (r, g, b, a uint32) { return rgb(t.light).RGBA() }

// The colours of the figures. Texts have at least 4.5 times the contrast of their ground, and marks
// three times, on both pages. Grids and bands lie below marks and need less.
var (
	paper    = tone{"paper", 0xffffff, 0x1e1e1e}
	ink      = tone{"ink", 0x222222, 0xe6e6e6}
	muted    = tone{"muted", 0x5c5c5c, 0xb0b0b0}
	gridline = tone{"grid", 0xe4e4e4, 0x3a3a3a}
	axisline = tone{"axis", 0x8a8a8a, 0x8a8a8a}
	faint    = tone{"faint", 0x909090, 0x7c7c7c} // lines that are there but not named
	band     = tone{"band", 0xd6e7f2, 0x1f3f54}  // a range about a line of the accent
	accent   = palette(0)
)

// A fadedTone is a tone with transparency, so that marks upon one another are told from
// one.
type fadedTone struct {
	tone
	opacity float64 // above 0, at most 1
}

// RGBA returns the colour on a white page.
func (f fadedTone) RGBA() (r, g, b, a uint32) {
	c := rgb(f.light)
	c.A = uint8(math.Round(255 * f.opacity))
	return c.RGBA()
}

// The colours upon the colours of a scale, which are the same on every page.
var (
	uponDark  = tone{"upon-dark", 0xffffff, 0xffffff}
	uponLight = tone{"upon-light", 0x0a0a0a, 0x0a0a0a}
	veil      = color.NRGBA{0x9a, 0x9a, 0x9a, 0xb0}
)

// palette returns one of seven colours that are told apart by people who are colour-blind, as
// a line and as text. The last differs least from the colour of the text.
func palette(i int) tone {
	colours := [...]tone{
		{"blue", 0x0072b2, 0x3fbcff},
		{"red", 0xb22a00, 0xe8743b},
		{"green", 0x007f66, 0x5fe39a},
		{"purple", 0x7c1e70, 0xe46ab8},
		{"ochre", 0x8a6a35, 0xeedd55},
		{"violet", 0x5a48da, 0xa880ff},
		{"slate", 0x333333, 0xd8d8d8},
	}
	return colours[i%len(colours)]
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// toneOf returns a colour with its counterpart on a dark page, and its opacity, from 0 to 1. The
// colours of users' plots are not the figures' own: white becomes the ground of the page and
// black its ink. A line or a text, which fills no area, becomes lighter until it can be seen on
// the dark page. An area keeps its colour, which may be one of a scale.
func toneOf(c color.Color, area bool) (t tone, opacity float64) {
	if c == nil {
		c = color.Black
	}
	switch c := c.(type) {
	case tone:
		return c, 1
	case fadedTone:
		return c.tone, c.opacity
	}
	v := color.NRGBAModel.Convert(c).(color.NRGBA)
	opacity = float64(v.A) / 255
	hex := uint32(v.R)<<16 | uint32(v.G)<<8 | uint32(v.B)
	t = tone{fmt.Sprintf("%06x", hex), hex, hex}
	switch {
	case hex == paper.light:
		t = paper
	case hex == 0:
		t.dark = 0xffffff
	case !area:
		for t.dark != 0xffffff && contrast(t.dark, paper.dark) < 3 {
			t.dark = lighter(t.dark)
		}
	}
	return t, opacity
}

// lighter moves a colour a sixteenth of the way to white, or at least a step.
func lighter(hex uint32) uint32 {
	var out uint32
	for shift := 0; shift <= 16; shift += 8 {
		part := hex >> shift & 0xff
		out |= min(0xff, part+(0xff-part+15)/16) << shift
	}
	return out
}

// contrast returns the ratio of the luminances of two colours, from 1 to 21, as the Web Content
// Accessibility Guidelines define it.
func contrast(a, b uint32) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(hex uint32) float64 {
	linear := func(shift int) float64 {
		v := float64(hex>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}
