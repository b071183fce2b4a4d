package history

import "unicode/utf8"

// maxSteps bounds a search to about a second. It is several steps for each byte of all
// that can be kept.
const maxSteps = 1 << 28

// A matcher finds the texts that a glob matches as a whole.
type matcher struct {
	glob  string
	steps int // how many are left; with none left it matches nothing
}

// match reports whether the glob matches a text. It tries only the last * again with a
// longer text. That is enough, because the earlier ones may stand for the shortest text
// that fits. For globs that people write it takes about as many steps as the text has
// characters, and at most the product of both lengths.
func (m *matcher) match(text string) bool {
	glob, restGlob, restText, starred := m.glob, "", "", false
	for text != "" || glob != "" {
		if m.steps == 0 {
			return false
		}
		m.steps--
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
