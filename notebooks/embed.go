package notebooks

import (
	"encoding/base64"
	"html"
	"io/fs"
	"mime"
	"net/url"
	"path"
	"strings"
)

// embedAll returns HTML with its pictures embedded: those of Markdown, and the tags that people write. cell has the
// attachments; it may be nil.
func (m *markdown) embedAll(page string, cell *Cell) string {
	var b strings.Builder
	done := 0
	for tag := range tags(page) {
		for _, a := range tag.attributes {
			embed := m.embed
			switch {
			case tag.name == "img" && a.name == "src":
			case (tag.name == "img" || tag.name == "source") && a.name == "srcset":
				embed = m.embedSet
			default:
				continue
			}
			address := strings.TrimSpace(html.UnescapeString(a.value))
			if embedded := embed(address, cell); embedded != address {
				b.WriteString(page[done:a.from] + `"` + html.EscapeString(embedded) + `"`)
				done = a.to
			}
		}
	}
	return b.String() + page[done:]
}

// embedSet embeds each address of a set, as embed does for one. A browser chooses from a set instead of the
// address in src.
func (m *markdown) embedSet(set string, cell *Cell) string {
	var b strings.Builder
	for set != "" {
		rest := strings.TrimLeft(set, blanks+",")
		b.WriteString(set[:len(set)-len(rest)])
		end := strings.IndexAny(rest, blanks)
		if end < 0 {
			end = len(rest)
		}
		address := strings.TrimRight(rest[:end], ",")
		b.WriteString(m.embed(address, cell))
		set = rest[len(address):]
		if len(address) == end { // then comes its width or density
			end = strings.IndexByte(set, ',')
			if end < 0 {
				end = len(set)
			}
			b.WriteString(set[:end])
			set = set[end:]
		}
	}
	return b.String()
}

// embed returns a data URL of a picture that is attached to the cell or lies beside the
// notebook. It returns any other address unchanged.
func (m *markdown) embed(dest string, cell *Cell) string {
	if name, ok := strings.CutPrefix(dest, "attachment:"); ok && cell != nil {
		if unescaped, err := url.PathUnescape(name); err == nil {
			name = unescaped
		}
		if kind, data, ok := cell.attachment(name); ok {
			return "data:" + kind + ";base64," + strings.ReplaceAll(data, "\n", "")
		}
		return dest
	}
	u, err := url.Parse(dest)
	if err != nil || u.Scheme != "" || u.Host != "" || m.files == nil {
		return dest
	}
	kind := mime.TypeByExtension(path.Ext(u.Path))
	if !strings.HasPrefix(kind, "image/") {
		return dest
	}
	data, err := fs.ReadFile(m.files, path.Clean(u.Path))
	if err != nil {
		return dest
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
