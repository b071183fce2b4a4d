package display

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// The interfaces by which a value sets its renderings. If it implements several, the first
// in this order counts. If the value gives no text/plain, its text is what fmt prints.
type (
	// MIMEBundler gives every rendering: text as a string, binary as a
	// []byte, a JSON type as a json.RawMessage.
	MIMEBundler interface {
		MIMEBundle() (map[string]any, error)
	}
	HTMLer     interface{ HTML() string }
	Markdowner interface{ Markdown() string }
	SVGer      interface{ SVG() string }

	// Reporter gives tables and charts, which are shown as text, HTML and LaTeX, and charts without
	// tables as SVG and PDF too. A value with an empty report is shown as if it had no such method.
	Reporter interface{ Report() report.Report }
)

// Render returns the renderings of a value:
//
//   - what the value gives by a method MIMEBundle() (map[string]any, error), HTML()
//     string, Markdown() string or SVG() string;
//   - the tables and charts of its method Report() report.Report, which the results of
//     nvsd have: models, paths, choices, scores, frames;
//   - a report.Report, and a table or chart of one;
//   - a mat.Matrix, a list of lists, a list or a map of structs: a table; a long list or
//     map: its first and last elements, with a summary; a struct: a table of its fields;
//   - a *viz.Figure and a *plot.Plot: a drawing, as SVG and PDF, and in HTML, where its
//     colours follow the page, light or dark; an image.Image: a PNG;
//   - JSON: a tree; an error: its message, with the errors that it wraps and their fields;
//   - everything else as text: %v where the type has a String, Error or Format
//     method, else %+v, which names the fields of a struct. A string is shown
//     as its text, without quotes; a function and a channel as their type; nil
//     and a nil pointer as <nil>.
//
// The text of a value is what fmt prints where that is short. Tables are text/html,
// text/markdown and text/latex.
//
// Every bundle has text/plain, and that of a [Prover] its proof, or a warning that says why it could
// not be made. A value with a method that panics is shown as text, with what has happened.
func Render(v any) (Bundle, error) {
	if isNil(v) {
		return Text("<nil>"), nil
	}
	v = withMethods(v)
	renderings, err := renderOwn(v)
	if renderings == nil && err == nil {
		renderings, err = renderKnown(v)
	}
	if err != nil {
		return Bundle{}, err
	}
	b := Bundle{Data: map[string]any{}, Metadata: provenanceOf(v)}
	maps.Copy(b.Data, renderings)
	if _, ok := b.Data[MIMEText]; !ok {
		b.Data[MIMEText] = plain(v)
	}
	if text, ok := b.Data[MIMEText].(string); ok {
		b.Data[MIMEText] = cut(text)
	}
	addProof(b.Data, v)
	return b, nil
}

// renderOwn returns the renderings that a value gives, and nil if it gives none.
func renderOwn(v any) (renderings map[string]any, err error) {
	method := "Report"
	defer func() {
		if cause := recover(); cause != nil {
			renderings, err = renderPanic(v, "the method "+method, cause), nil
		}
	}()
	switch v := v.(type) {
	case report.Report:
		return renderReport(v)
	case report.Part:
		return renderReport(report.Report{v})
	case MIMEBundler:
		method = "MIMEBundle"
		return v.MIMEBundle()
	case *viz.Figure:
		return renderFigure(v)
	case HTMLer:
		method = "HTML"
		return map[string]any{MIMEHTML: v.HTML()}, nil
	case Markdowner:
		method = "Markdown"
		return map[string]any{MIMEMarkdown: v.Markdown()}, nil
	case SVGer:
		method = "SVG"
		return map[string]any{MIMESVG: v.SVG()}, nil
	case Reporter:
		if r := v.Report(); len(r) > 0 {
			return renderReport(r)
		}
	}
	return nil, nil
}

// renderPanic renders a value whose method has panicked as text, with the panic.
func renderPanic(v any, method string, cause any) map[string]any {
	text := plain(v)
	why := fmt.Sprint(cause)
	if p, ok := v.(interface{ Panicked(cause any) string }); ok { // of a type that a cell has declared
		why = p.Panicked(cause)
	}
	note := fmt.Sprintf("%s of %s panicked: %s", method, typeTitle(typeName(v)), why)
	return map[string]any{
		MIMEText: text + "\n" + note,
		MIMEHTML: "<pre>" + html.EscapeString(text) + "</pre>\n" + warningHTML(note),
	}
}

// typeName returns the name of the type of a value, as %T prints it.
func typeName(v any) string {
	if named, ok := v.(interface{ TypeName() string }); ok { // of a type that a cell has declared
		return named.TypeName()
	}
	return fmt.Sprintf("%T", v)
}

// renderKnown returns the renderings of the types that the package knows, and
// nil for others.
func renderKnown(v any) (renderings map[string]any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			renderings, err = renderPanic(v, "a method", cause), nil
		}
	}()
	switch v := v.(type) {
	case mat.Matrix:
		data := renderTable(matrixTable(v))
		data[MIMEText] = matrixText(v)
		return data, nil
	case *plot.Plot:
		return renderFigure(viz.FromPlot(v, 0, 0))
	case image.Image:
		return renderImage(v)
	case json.RawMessage:
		if json.Valid(v) {
			return renderJSON(v), nil
		}
		return renderBytes(v), nil
	case []byte:
		return renderBytes(v), nil
	case *url.URL:
		return renderLink(v), nil
	case error:
		return renderError(v), nil
	case declaredError:
		return renderError(v.Failure()), nil
	}
	if in, ok := insideOf(v); ok {
		return renderInside(v, in), nil
	}
	return nil, nil
}

// renderLink renders an address of the web as a link, and nothing else as one: a link may
// also run code.
func renderLink(u *url.URL) map[string]any {
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	address := html.EscapeString(u.String())
	return map[string]any{MIMEHTML: fmt.Sprintf(`<a href="%s" rel="noopener noreferrer">%s</a>`, address, address)}
}

func renderImage(img image.Image) (map[string]any, error) {
	if img.Bounds().Empty() { // which PNG cannot write
		return map[string]any{MIMEText: "picture without a pixel"}, nil
	}
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil, fmt.Errorf("display: a picture of %v cannot be written as PNG: %w", img.Bounds(), err)
	}
	return map[string]any{
		MIMEPNG:  buf.Bytes(),
		MIMEText: fmt.Sprintf("picture, %d x %d", img.Bounds().Dx(), img.Bounds().Dy()),
	}, nil
}

// withMethods returns a pointer to a copy of v if only the pointer has the methods that render
// the value: a big.Int and a url.URL are shown as people write them.
func withMethods(v any) any {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Struct || saysHow(v) {
		return v
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	if saysHow(p.Interface()) {
		return p.Interface()
	}
	return v
}

// saysHow reports whether v has a method that renders or prints it.
func saysHow(v any) bool {
	switch v.(type) {
	case MIMEBundler, HTMLer, Markdowner, SVGer, Reporter:
		return true
	}
	return prints(v)
}

// isNil reports whether v is nil or a nil pointer. Methods of a nil pointer may panic.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// maxText is the largest number of bytes of a text that is shown whole.
const maxText = 64 << 10

// cut returns a text of a length that can still be read.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + fmt.Sprintf("\n(the first %d of %d bytes)", maxText, len(text))
}

// plain returns a value as text.
func plain(v any) string {
	if in, ok := insideOf(v); ok {
		text, _ := shortText(v, in)
		return text
	}
	return formatted(v)
}

// formatted returns the text that fmt prints for v.
func formatted(v any) string {
	if t, ok := v.(time.Time); ok {
		return timeText(t)
	}
	return fmt.Sprintf(verb(v), v)
}

// verb returns the verb of fmt for a value. A function and a channel are shown by their type,
// for fmt knows only their address.
func verb(v any) string {
	if prints(v) {
		return "%v"
	}
	switch reflect.TypeOf(v).Kind() {
	case reflect.Func, reflect.Chan:
		return "%T"
	}
	return "%+v"
}
