package display

import (
	"encoding/base64"
	"html"
	"strings"
)

// Tuple is several values that are shown together, such as the results of a function.
type Tuple []any

// MIMEBundle renders the values below each other, as text. If one of them has another
// rendering, it renders them as HTML too.
func (t Tuple) MIMEBundle() (map[string]any, error) {
	var texts, parts []string
	rich := false
	for _, v := range t {
		b, err := Render(v)
		if err != nil {
			return nil, err
		}
		text, _ := b.Data[MIMEText].(string)
		texts = append(texts, text)
		part, ok := asHTML(b, text)
		parts = append(parts, part)
		rich = rich || ok
	}
	data := map[string]any{MIMEText: strings.Join(texts, "\n")}
	if rich {
		data[MIMEHTML] = strings.Join(parts, "\n")
	}
	return data, nil
}

// asHTML returns a bundle as HTML. rich reports whether the bundle has more than text.
func asHTML(b Bundle, text string) (markup string, rich bool) {
	switch {
	case b.Data[MIMEHTML] != nil:
		s, ok := b.Data[MIMEHTML].(string)
		return s, ok
	case b.Data[MIMESVG] != nil:
		s, ok := b.Data[MIMESVG].(string)
		return imageHTML(MIMESVG, []byte(s), text), ok
	case b.Data[MIMEPNG] != nil:
		p, ok := b.Data[MIMEPNG].([]byte)
		return imageHTML(MIMEPNG, p, text), ok
	}
	return "<pre>" + html.EscapeString(text) + "</pre>", false
}

// imageHTML returns a picture as an <img> with its data inside. Sanitisers strip <svg>
// from a page that is not trusted, but not <img>. And the ids of a drawing in an <img>
// cannot collide with those of another.
func imageHTML(mime string, data []byte, alt string) string {
	return `<img alt="` + html.EscapeString(alt) + `" style="max-width:100%;height:auto" src="data:` +
		mime + ";base64," + base64.StdEncoding.EncodeToString(data) + `">`
}
