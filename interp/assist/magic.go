package assist

import (
	"go/token"
	"strings"
)

// takesFile are the magics whose argument, all of the line, is the path of a file.
var takesFile = map[string]bool{"%run": true, "%load": true, "%cd": true}

// locateMagic takes the lines that are magics (%name, %%name) or commands for
// the shell (!command) out of the code, and reports whether the cursor is in the
// name of a magic, in a path behind one, or in a command. What else follows the
// name of a magic stays: it may be Go. Of a question (?name, name??) the name stays.
func (p *place) locateMagic() bool {
	start := 0
	for line := range strings.SplitAfterSeq(p.code, "\n") {
		from, end := start, start+len(line)
		start = end
		text := strings.TrimRight(line, "\r\n")
		from += len(text) - len(strings.TrimLeft(text, " \t"))
		end = end - len(line) + len(text)
		if from == end || !strings.ContainsRune("%!?", rune(p.code[from])) && p.code[end-1] != '?' || !beginsStatement(p.code[:from]) {
			continue
		}
		last := end
		if p.code[from] != '!' {
			from, end = p.unask(from, end)
		}
		if from == end || p.code[from] != '%' && p.code[from] != '!' {
			continue
		}
		name := end
		if p.code[from] == '%' {
			if i := strings.IndexAny(p.code[from:end], " \t"); i >= 0 {
				name = from + i
			}
		}
		here := p.cursor > from && p.cursor <= end
		switch {
		case here && p.code[from] == '!':
			p.kind = inShell
			p.word(from + 1)
			return true
		case here && p.cursor <= name:
			p.kind, p.from, p.to = inMagic, from, name
			return true
		case name < p.cursor && p.cursor <= last && takesFile[p.code[from:name]]:
			text := p.code[name:p.cursor]
			p.kind, p.from = inPath, p.cursor-len(strings.TrimLeft(text, " \t"))
			return true
		}
		p.code = p.code[:from] + strings.Repeat(" ", name-from) + p.code[name:]
	}
	return false
}

// unask takes the question marks at the beginning and the end of a line, and the
// space beside them, out of the code. Go has no question marks; one at the end of
// a comment is no loss.
func (p *place) unask(from, end int) (int, int) {
	line := p.code[from:end]
	asked := strings.TrimRight(strings.TrimRight(line, "?"), " \t")
	if strings.HasPrefix(asked, "?") {
		asked = strings.TrimLeft(strings.TrimLeft(asked, "?"), " \t")
		from = end - len(line) + strings.Index(line, asked)
	}
	p.code = p.code[:end-len(line)] + strings.Repeat(" ", from-end+len(line)) + asked + strings.Repeat(" ", end-from-len(asked)) + p.code[end:]
	return from, from + len(asked)
}

// word sets the word at the cursor to the text between white space.
func (p *place) word(least int) {
	p.from = max(least, strings.LastIndexAny(p.code[:p.cursor], " \t\n\"'")+1)
	p.to = p.cursor
}

// beginsStatement reports whether a statement may begin behind the text.
func beginsStatement(text string) bool {
	depth, whole := 0, true
	for _, l := range scan(text) {
		switch l.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		case token.COMMENT, token.STRING:
			if reaches(text, l) && l.end == len(text) {
				return false // it has no end yet
			}
		}
		if l.tok != token.COMMENT {
			whole = l.tok == token.SEMICOLON
		}
	}
	return depth <= 0 && whole
}
