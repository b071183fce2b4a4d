package assist

import (
	"go/doc/comment"
	"strings"
)

// text writes a report for a terminal.
func (r *report) text() string {
	parts := []string{r.code}
	add := func(title, text string) {
		if text != "" {
			parts = append(parts, title+text)
		}
	}
	add("value: ", r.value)
	add("", strings.TrimRight(string((&comment.Printer{TextWidth: 80}).Text(parsed(r.doc))), "\n"))
	add("package ", r.path)
	add("declared in ", r.label)
	add("Example:\n\n", indented(r.example))
	add("Source:\n\n", indented(r.source))
	return strings.Join(parts, "\n\n")
}

// markdown writes a report for a notebook.
func (r *report) markdown() string {
	parts := []string{fenced("go", r.code)}
	add := func(before, text, after string) {
		if text != "" {
			parts = append(parts, before+text+after)
		}
	}
	if r.value != "" {
		add("", fenced("", r.value), "")
	}
	p := comment.Printer{HeadingLevel: 4,
		HeadingID:  func(*comment.Heading) string { return "" },
		DocLinkURL: func(*comment.DocLink) string { return "" }}
	add("", strings.TrimRight(string(p.Markdown(parsed(r.doc))), "\n"), "")
	add("`import \"", r.path, "\"`")
	add("Declared in ", r.label, ".")
	if r.example != "" {
		add("**Example**\n\n", fenced("go", r.example), "")
	}
	if r.source != "" {
		add("**Source**\n\n", fenced("go", r.source), "")
	}
	return strings.Join(parts, "\n\n")
}

// parsed reads a doc comment. Every [Name] in one is a link, to be written
// without its brackets.
func parsed(text string) *comment.Doc {
	p := comment.Parser{LookupSym: func(string, string) bool { return true }}
	return p.Parse(text)
}

func indented(text string) string {
	if text == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(text, "\n", "\n    ")
}

// fenced makes a block of code that nothing in the text ends.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}
