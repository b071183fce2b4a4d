package display

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // image.DecodeConfig reads the dimensions
)

// HTML is a text in HTML, shown unchanged.
type HTML string

// Markdown is text in Markdown, which the front end formats.
type Markdown string

// Math is a formula in TeX without delimiters, shown on a line of its own.
type Math string

// SVG is a drawing.
type SVG string

// PNG is a picture in the PNG format.
type PNG []byte

// MIMEBundle renders h as text/html; its text is the source.
func (h HTML) MIMEBundle() (map[string]any, error) {
	return map[string]any{MIMEHTML: string(h), MIMEText: string(h)}, nil
}

// MIMEBundle renders m as text/markdown; its text is the source.
func (m Markdown) MIMEBundle() (map[string]any, error) {
	return map[string]any{MIMEMarkdown: string(m), MIMEText: string(m)}, nil
}

// MIMEBundle renders m as text/latex; its text is the source.
func (m Math) MIMEBundle() (map[string]any, error) {
	return map[string]any{MIMELatex: "$$" + string(m) + "$$", MIMEText: string(m)}, nil
}

// MIMEBundle renders s as image/svg+xml.
func (s SVG) MIMEBundle() (map[string]any, error) {
	return map[string]any{
		MIMESVG:  string(s),
		MIMEText: fmt.Sprintf("SVG drawing (%d bytes)", len(s)),
	}, nil
}

// MIMEBundle renders p as image/png.
func (p PNG) MIMEBundle() (map[string]any, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(p))
	if err != nil || format != "png" {
		return nil, fmt.Errorf("display: the %d bytes given as PNG are not a PNG picture", len(p))
	}
	return map[string]any{
		MIMEPNG:  []byte(p),
		MIMEText: fmt.Sprintf("PNG picture, %d x %d", c.Width, c.Height),
	}, nil
}
