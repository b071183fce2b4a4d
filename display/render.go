package display

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"reflect"
	"strings"
)

// A value that implements one of these interfaces says itself how it looks.
// The first that it implements counts, in this order; text/plain, where the
// value does not give it, is what fmt prints.
type (
	// mimeBundler gives every rendering: text as a string, binary as a
	// []byte, a JSON type as a json.RawMessage.
	mimeBundler interface {
		MIMEBundle() (map[string]any, error)
	}
	htmler     interface{ HTML() string }
	markdowner interface{ Markdown() string }
	svger      interface{ SVG() string }
)

// Render returns the renderings of a value:
//
//   - what the value says itself, by a method MIMEBundle() (map[string]any,
//     error), HTML() string, Markdown() string or SVG() string;
//   - image.Image: a PNG;
//   - everything else as text: %v where the type has a String, Error or Format
//     method, else %+v, which names the fields of a struct. A string is shown
//     as its text, without quotes; nil and a nil pointer as <nil>.
//
// Every bundle has text/plain. Methods of v that panic are not caught.
func Render(v any) (Bundle, error) {
	if isNil(v) {
		return Text("<nil>"), nil
	}
	data := map[string]any{}
	switch v := v.(type) {
	case mimeBundler:
		own, err := v.MIMEBundle()
		if err != nil {
			return Bundle{}, err
		}
		for mime, rendering := range own {
			data[mime] = rendering
		}
	case htmler:
		data[MIMEHTML] = v.HTML()
	case markdowner:
		data[MIMEMarkdown] = v.Markdown()
	case svger:
		data[MIMESVG] = v.SVG()
	case image.Image:
		var buf bytes.Buffer
		if err := png.Encode(&buf, v); err != nil {
			return Bundle{}, fmt.Errorf("display: a picture of %v cannot be written as PNG: %w", v.Bounds(), err)
		}
		data[MIMEPNG] = buf.Bytes()
		data[MIMEText] = fmt.Sprintf("picture, %d x %d", v.Bounds().Dx(), v.Bounds().Dy())
	}
	if _, ok := data[MIMEText]; !ok {
		data[MIMEText] = plain(v)
	}
	return Bundle{Data: data}, nil
}

// isNil reports whether v is nil or a nil pointer, whose methods cannot be
// trusted to work.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// A value longer than this is cut: a page is for reading.
const (
	maxElements = 1000
	maxText     = 64 << 10
)

// plain returns what fmt prints for v, cut where nobody would read on.
func plain(v any) string {
	n := 0
	if r := reflect.ValueOf(v); r.Kind() == reflect.Slice && r.Len() > maxElements {
		n = r.Len()
		v = r.Slice(0, maxElements).Interface()
	}
	var s string
	switch v.(type) {
	case fmt.Formatter, fmt.Stringer, error:
		s = fmt.Sprintf("%v", v)
	default:
		s = fmt.Sprintf("%+v", v)
	}
	if n > 0 {
		s += fmt.Sprintf("\n(the first %d of %d elements)", maxElements, n)
	}
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + fmt.Sprintf("\n(the first %d of %d bytes)", maxText, len(s))
	}
	return s
}
