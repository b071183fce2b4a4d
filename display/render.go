package display

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A value decides how it looks by implementing one of these interfaces. If it implements
// several, the first in this order counts. If the value gives no text/plain, its text is
// what fmt prints.
type (
	// MIMEBundler gives every rendering: text as a string, binary as a
	// []byte, a JSON type as a json.RawMessage.
	MIMEBundler interface {
		MIMEBundle() (map[string]any, error)
	}
	HTMLer     interface{ HTML() string }
	Markdowner interface{ Markdown() string }
	SVGer      interface{ SVG() string }

	// Reporter gives tables and charts, which are shown as text, HTML, SVG and PDF. A value
	// with an empty report is shown as if it had no such method.
	Reporter interface{ Report() report.Report }
)

// Render returns the renderings of a value:
//
//   - what the value gives by a method MIMEBundle() (map[string]any, error), HTML()
//     string, Markdown() string or SVG() string;
//   - the tables and charts of its method Report() report.Report, which the results of
//     nvsd have: models, paths, choices, scores, frames;
//   - a report.Report, and a table or chart of one;
//   - a *viz.Figure and a *plot.Plot: a drawing, as SVG and PDF, and in HTML, where its
//     colours follow the page, light or dark;
//   - a mat.Matrix and a slice of structs: a table; an image.Image: a PNG;
//   - everything else as text: %v where the type has a String, Error or Format
//     method, else %+v, which names the fields of a struct. A string is shown
//     as its text, without quotes; a function and a channel as their type; nil
//     and a nil pointer as <nil>.
//
// Every bundle has text/plain. Methods of v that panic are not caught.
func Render(v any) (Bundle, error) {
	if isNil(v) {
		return Text("<nil>"), nil
	}
	renderings, err := renderOwn(v)
	if renderings == nil && err == nil {
		renderings, err = renderKnown(v)
	}
	if err != nil {
		return Bundle{}, err
	}
	b := Bundle{Data: map[string]any{}}
	maps.Copy(b.Data, renderings)
	if _, ok := b.Data[MIMEText]; !ok {
		b.Data[MIMEText] = plain(v)
	}
	return b, nil
}

// renderOwn returns the renderings that a value gives, and nil if it gives none.
func renderOwn(v any) (map[string]any, error) {
	switch v := v.(type) {
	case MIMEBundler:
		return v.MIMEBundle()
	case *viz.Figure:
		return renderFigure(v)
	case HTMLer:
		return map[string]any{MIMEHTML: v.HTML()}, nil
	case Markdowner:
		return map[string]any{MIMEMarkdown: v.Markdown()}, nil
	case SVGer:
		return map[string]any{MIMESVG: v.SVG()}, nil
	case Reporter:
		if r := v.Report(); len(r) > 0 {
			return renderReport(r)
		}
	}
	return nil, nil
}

// renderKnown returns the renderings of the types that the package knows, and
// nil for others.
func renderKnown(v any) (map[string]any, error) {
	switch v := v.(type) {
	case report.Report:
		return renderReport(v)
	case report.Part:
		return renderReport(report.Report{v})
	case mat.Matrix:
		return map[string]any{MIMEHTML: tableHTML(matrixTable(v).report()), MIMEText: matrixText(v)}, nil
	case *plot.Plot:
		return renderFigure(viz.FromPlot(v, plotWidth, plotHeight))
	case image.Image:
		return renderImage(v)
	}
	if t, ok := structsTable(v); ok {
		return map[string]any{MIMEHTML: tableHTML(t.report())}, nil
	}
	return nil, nil
}

// The size of a gonum plot on a page, in points.
const (
	plotWidth  = 480
	plotHeight = 320
)

func renderImage(img image.Image) (map[string]any, error) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil, fmt.Errorf("display: a picture of %v cannot be written as PNG: %w", img.Bounds(), err)
	}
	return map[string]any{
		MIMEPNG:  buf.Bytes(),
		MIMEText: fmt.Sprintf("picture, %d x %d", img.Bounds().Dx(), img.Bounds().Dy()),
	}, nil
}

// isNil reports whether v is nil or a nil pointer. Methods of a nil pointer may panic.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// Longer values are cut.
const (
	maxElements = 1000
	maxText     = 64 << 10
)

// plain returns what fmt prints for v, cut at a length that can still be read.
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
		s = fmt.Sprintf(verb(v), v)
	}
	if n > 0 {
		s += fmt.Sprintf("\n(the first %d of %d elements)", maxElements, n)
	}
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + fmt.Sprintf("\n(the first %d of %d bytes)", maxText, len(s))
	}
	return s
}

// verb returns the verb of fmt for a value without methods that print it. A function and
// a channel are shown by their type, for fmt knows only their address.
func verb(v any) string {
	switch reflect.TypeOf(v).Kind() {
	case reflect.Func, reflect.Chan:
		return "%T"
	}
	return "%+v"
}
