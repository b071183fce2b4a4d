package history

import "unicode/utf8"

// match tells whether a glob matches the whole of a text. Only the last * is
// ever tried again, which is enough: what the earlier ones stand for may be as
// short as it can.
func match(glob, text string) bool {
	restGlob, restText, starred := "", "", false
	for text != "" || glob != "" {
		if glob != "" && glob[0] == '*' {
			glob = glob[1:]
			restGlob, restText, starred = glob, text, true
			continue
		}
		if glob != "" && text != "" {
			g, gn := utf8.DecodeRuneInString(glob)
			t, tn := utf8.DecodeRuneInString(text)
			if g == t || g == '?' {
				glob, text = glob[gn:], text[tn:]
				continue
			}
		}
		if !starred || restText == "" {
			return false
		}
		_, n := utf8.DecodeRuneInString(restText)
		restText = restText[n:]
		glob, text = restGlob, restText
	}
	return true
}
