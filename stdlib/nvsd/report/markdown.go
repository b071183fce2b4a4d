package report

import (
	"fmt"
	"strings"
	"unicode"
)

// Markdown returns the table in GitHub's Markdown: the title in bold, the rows with numbers
// set flush right, the notes, the facts as a list, and the warnings. Text is escaped, so
// that Markdown and HTML in it do nothing.
func (t Table) Markdown() string {
	var blocks []string
	if t.Title != "" {
		blocks = append(blocks, "**"+markdownText(t.Title)+"**\n")
	}
	if len(t.Columns) > 0 {
		blocks = append(blocks, t.markdownRows())
	}
	for _, note := range t.Notes {
		blocks = append(blocks, markdownLine(note))
	}
	if len(t.Facts) > 0 {
		var facts strings.Builder
		for _, f := range t.Facts {
			fmt.Fprintf(&facts, "- **%s**: %s\n", markdownText(f.Name), markdownText(f.Text))
		}
		blocks = append(blocks, facts.String())
	}
	for _, w := range t.Warnings {
		blocks = append(blocks, "**Warning:** "+markdownText(w)+"\n")
	}
	return strings.Join(blocks, "\n")
}

// Markdown returns the tables in GitHub's Markdown, one below the other, as [Table.Markdown]
// does.
func (r Report) Markdown() string { return r.join(Table.Markdown, "\n") }

func (t Table) markdownRows() string {
	lines := make([]strings.Builder, 2+len(t.Rows))
	for j, c := range t.Columns {
		rule := ":--"
		if t.Numeric(j) {
			rule = "--:"
		}
		fmt.Fprintf(&lines[0], "| %s ", markdownText(c.Heading()))
		fmt.Fprintf(&lines[1], "| %s ", rule)
		for i, cell := range t.Cells(j) {
			fmt.Fprintf(&lines[2+i], "| %s ", setApart(t.Rows[i][j], markdownText(cell), [2]string{"**", "**"}, [2]string{"<u>", "</u>"}))
		}
	}
	var b strings.Builder
	for i := range lines {
		b.WriteString(lines[i].String() + "|\n")
	}
	return b.String()
}

// markdownLine is a paragraph of one line, which does not begin a list or a heading.
func markdownLine(s string) string {
	s = markdownText(s)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if at := s[digits:]; at != "" && (digits == 0 && strings.ContainsRune("-+=", rune(at[0])) || digits > 0 && strings.ContainsRune(".)", rune(at[0]))) {
		s = s[:digits] + `\` + at
	}
	return s + "\n"
}

// markdownText returns a text for Markdown in which no character does anything but stand for
// itself, on one line.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		switch {
		case strings.ContainsRune("\\`*_[]<>|~$&#", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			b.WriteByte('?')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
