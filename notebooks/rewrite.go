package notebooks

import "strings"

// RewriteScript returns the text of a script with the source of each cell of code replaced by
// the result of rewrite. rewrite gets the source with the empty lines around it, and the line
// of the script, from 1, at which it begins. Everything else stays as it is.
func RewriteScript(text string, rewrite func(line int, source string) string) string {
	var out, source strings.Builder
	first, code := 1, true
	flush := func() {
		if source.Len() > 0 {
			out.WriteString(rewrite(first, source.String()))
			source.Reset()
		}
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		next, begins := beginsCell(strings.TrimRight(line, "\r\n"))
		switch {
		case number == 1 && strings.HasPrefix(line, "#!"):
			out.WriteString(line)
			first = 2
		case begins:
			flush()
			out.WriteString(line)
			first, code = number+1, next.kind == Code
		case code:
			source.WriteString(line)
		default:
			out.WriteString(line)
		}
	}
	flush()
	return out.String()
}
