package notebooks

import (
	"iter"
	"slices"
	"strings"
)

// A startTag begins an element of HTML.
type startTag struct {
	name       string // in lower case
	attributes []attribute
}

// An attribute is a name and a value in a tag. The value is as it is written, without its
// quotes.
type attribute struct {
	name, value string // the name in lower case
	from, to    int    // where the value is in the page, with its quotes
}

// blanks separate the attributes of a tag.
const blanks = " \t\r\n\f"

// rawElements are the elements whose content has no tags.
var rawElements = []string{"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"}

// tags yields the tags of HTML that begin elements, as a browser finds them: none in comments, in attributes, or in
// elements of raw text.
func tags(page string) iter.Seq[startTag] {
	return func(yield func(startTag) bool) {
		for at := 0; ; {
			next := strings.IndexByte(page[at:], '<')
			if next < 0 {
				return
			}
			at += next + 1
			switch rest := page[at:]; {
			case strings.HasPrefix(rest, "!--"):
				_, behind, _ := strings.Cut(rest[1:], "-->") // also of <!-->
				at = len(page) - len(behind)
			case rest != "" && letter(rest[0]):
				t, end := readTag(page, at)
				if end < 0 || !yield(t) {
					return
				}
				at = end
				if slices.Contains(rawElements, t.name) {
					at = endOf(page, at, t.name)
				}
			}
		}
	}
}

// endOf returns the end of an element of raw text whose content begins at a place: its end tag, or the end of
// the page.
func endOf(page string, at int, name string) int {
	for {
		next := strings.Index(page[at:], "</")
		if next < 0 {
			return len(page)
		}
		at += next + len("</")
		if len(page)-at >= len(name) && strings.EqualFold(page[at:at+len(name)], name) {
			return at + len(name)
		}
	}
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// readTag reads the tag whose name begins at a place, and returns its end: -1 if there is none.
func readTag(page string, at int) (t startTag, end int) {
	until := func(any string) string {
		from := at
		if i := strings.IndexAny(page[at:], any); i >= 0 {
			at += i
		} else {
			at = len(page)
		}
		return page[from:at]
	}
	skip := func(any string) {
		at = len(page) - len(strings.TrimLeft(page[at:], any))
	}
	t.name = strings.ToLower(until(blanks + "/>"))
	for {
		skip(blanks + "/")
		if at == len(page) {
			return t, -1
		}
		if page[at] == '>' {
			return t, at + 1
		}
		from := at
		at++ // a name may begin with =
		until(blanks + "/>=")
		a := attribute{name: strings.ToLower(page[from:at])}
		skip(blanks)
		if at < len(page) && page[at] == '=' {
			at++
			skip(blanks)
			a.from = at
			if at < len(page) && (page[at] == '"' || page[at] == '\'') {
				quote := page[at : at+1]
				at++
				a.value = until(quote)
				at = min(at+1, len(page))
			} else {
				a.value = until(blanks + ">")
			}
			a.to = at
		}
		if !slices.ContainsFunc(t.attributes, func(b attribute) bool { return b.name == a.name }) { // the first one holds
			t.attributes = append(t.attributes, a)
		}
	}
}
