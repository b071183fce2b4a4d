package form

import (
	"go/token"
	"strconv"
	"strings"
)

// Mark returns the mark of a text, up to the end of its line, that comes from pos. It
// stands before the text, and [Lines] takes it out.
func Mark(pos token.Pos) string { return "\x01" + strconv.Itoa(int(pos)) + "\x02" }

// Lines takes the marks out of a text, and returns for each of its lines from where
// it comes.
func Lines(text string) (string, []token.Pos) {
	var out strings.Builder
	var lines []token.Pos
	now := token.NoPos
	for len(text) > 0 {
		i := strings.IndexAny(text, "\n\x01")
		if i < 0 {
			out.WriteString(text)
			break
		}
		out.WriteString(text[:i])
		if text[i] == '\n' {
			out.WriteByte('\n')
			lines = append(lines, now)
			text = text[i+1:]
			continue
		}
		num, rest, _ := strings.Cut(text[i+1:], "\x02")
		n, _ := strconv.Atoi(num)
		now = token.Pos(n)
		text = rest
	}
	return out.String(), append(lines, now)
}
