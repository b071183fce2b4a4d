package notebooks

import "strings"

// The format stores a text as a list of its lines with their line ends, or as one string.

// joinLines returns a text of the format. ok reports whether v is one.
func joinLines(v value) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case list:
		var b strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

// splitLines returns a text as a list of lines. It splits where Python's str.splitlines
// does, so that Jupyter does not change the file.
func splitLines(s string) list {
	lines := list{}
	start := 0
	runes := []rune(s)
	offset := 0
	for i, r := range runes {
		offset += len(string(r))
		switch r {
		case '\r':
			if i+1 < len(runes) && runes[i+1] == '\n' {
				continue
			}
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		default:
			continue
		}
		lines = append(lines, s[start:offset])
		start = offset
	}
	if start < len(s) {
		lines = append(lines, s[start:])
	}
	return lines
}
