package history

import "unicode/utf8"

// maxSteps bounds a search, to a second about: several for each byte of all that
// can be kept.
const maxSteps = 1 << 28

// A matcher finds the texts that a glob matches as a whole.
type matcher struct {
	glob  string
	steps int // that are left; without any it matches nothing
}

// match reports whether the glob matches a text. Only the last * is ever tried again,
// which is enough: what the earlier ones stand for may be as short as it can. So it
// takes about as many steps as the text is long for globs that people write, and
// at most the product of both lengths.
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
