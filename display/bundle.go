// Package display turns values into bundles of renderings by MIME type, which a page can
// show.
//
// [Render] turns a value into a [Bundle]. A value decides how it looks by one of the
// small interfaces of render.go. The types [HTML], [Markdown], [Math], [SVG], [PNG] and
// [Table] do so, and the results of nvsd, which implement [Reporter]. [Show], [ShowAs],
// [Update] and [Clear] change the page before the cell ends.
package display

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// The MIME types that the package writes.
const (
	MIMEText     = "text/plain"
	MIMEHTML     = "text/html"
	MIMEMarkdown = "text/markdown"
	MIMELatex    = "text/latex"
	MIMESVG      = "image/svg+xml"
	MIMEPNG      = "image/png"
	MIMEPDF      = "application/pdf"
	MIMEVegaLite = "application/vnd.vegalite.v5+json"
)

// A Bundle is one value in several renderings, by MIME type. A front end shows the
// richest rendering that it knows. In Data a string is text, a []byte is binary (base64
// on the wire and in a notebook), and a json.RawMessage is a JSON type. Metadata is by
// MIME type too, and may be nil.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
}

// Text returns a bundle of plain text alone.
func Text(s string) Bundle {
	return Bundle{Data: map[string]any{MIMEText: s}}
}

// JSON returns data and metadata in the form of the protocol and the notebook format.
// Characters of HTML are not escaped.
func (b Bundle) JSON() (data, metadata map[string]json.RawMessage, err error) {
	data, err = encodeAll(b.Data)
	if err != nil {
		return nil, nil, fmt.Errorf("display: data of type %w", err)
	}
	metadata, err = encodeAll(b.Metadata)
	if err != nil {
		return nil, nil, fmt.Errorf("display: metadata of %w", err)
	}
	return data, metadata, nil
}

func encodeAll(m map[string]any) (map[string]json.RawMessage, error) {
	out := make(map[string]json.RawMessage, len(m))
	for _, mime := range slices.Sorted(maps.Keys(m)) {
		var buf bytes.Buffer
		enc := json.NewEncoder(&buf)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(m[mime]); err != nil {
			return nil, fmt.Errorf("%s: %w", mime, err)
		}
		out[mime] = bytes.TrimRight(buf.Bytes(), "\n")
	}
	return out, nil
}
