package export

import "strings"

// commentOf makes a comment of text.
func commentOf(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(line, "|") {
			b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
			continue
		}
		for _, part := range wrap(line) {
			b.WriteString(strings.TrimRight("// "+part, " ") + "\n")
		}
	}
	return b.String()
}

// commentWidth is the largest length of the lines of a comment, where they have spaces.
const commentWidth = 80

// wrap breaks a line at its spaces. What continues an item of a list stands
// below the item's text.
func wrap(line string) []string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if rest := line[len(indent):]; strings.HasPrefix(rest, "* ") || strings.HasPrefix(rest, "- ") {
		indent += "  "
	}
	var lines []string
	for len(line) > commentWidth {
		at := strings.LastIndexByte(line[:commentWidth+1], ' ')
		if at <= len(indent)+1 {
			break
		}
		lines = append(lines, line[:at])
		line = indent + line[at+1:]
	}
	return append(lines, line)
}
