package assist

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// A place is the position of the cursor in the text, before anything is parsed.
type place struct {
	code   string // with magics blanked
	cursor int
	kind   placeKind
	// from and to are the bytes of the word at the cursor: an identifier, what
	// a string holds, the name of a magic.
	from, to int
	before   []lexeme // the tokens that end at or before from
}

type placeKind int

const (
	inCode    placeKind = iota // at an identifier, or where one may stand
	inNothing                  // in a comment, a number, a character
	inString
	inImport // in the path of an import
	inMagic  // in the name of a magic
	inShell  // in a command for the shell
	inPath   // in the path of a file behind a magic
)

// prefix returns the part of the word before the cursor.
func (p *place) prefix() string { return p.code[p.from:p.cursor] }

// A lexeme is a token with its bytes.
type lexeme struct {
	tok      token.Token
	off, end int
	auto     bool // of a semicolon: put in at a line's end
}

// locate finds the place of the cursor.
func locate(code string, cursor int) *place {
	cursor = min(max(cursor, 0), len(code))
	for cursor < len(code) && !utf8.RuneStart(code[cursor]) {
		cursor++
	}
	p := &place{code: code, cursor: cursor, from: cursor, to: cursor}
	if p.locateMagic() {
		return p
	}
	importing, depth := false, 0
	for _, l := range scan(p.code) {
		if l.off >= cursor && !(l.off == cursor && isWord(l.tok)) {
			break
		}
		if l.end < cursor || l.end == cursor && !reaches(p.code, l) {
			p.before = append(p.before, l)
			switch l.tok {
			case token.IMPORT:
				importing = true
			case token.LPAREN:
				depth++
			case token.RPAREN:
				depth--
			case token.SEMICOLON:
				importing = importing && depth > 0
			case token.COMMENT:
				p.before = p.before[:len(p.before)-1]
			}
			continue
		}
		switch {
		case isWord(l.tok):
			p.from, p.to = l.off, l.end
		case l.tok == token.STRING:
			p.kind, p.from, p.to = inString, l.off+1, stringEnd(p.code, l)
			if importing {
				p.kind = inImport
			}
		case l.tok == token.COMMENT || l.tok == token.CHAR || l.tok.IsLiteral():
			p.kind = inNothing
		}
		break
	}
	return p
}

func isWord(t token.Token) bool { return t == token.IDENT || t.IsKeyword() }

// reaches reports whether the cursor is still in a token that ends at it: in a word, a
// number, a line comment, a string without an end.
func reaches(code string, l lexeme) bool {
	switch l.tok {
	case token.IDENT, token.INT, token.FLOAT, token.IMAG:
		return true
	case token.COMMENT:
		return code[l.off+1] == '/' || !strings.HasSuffix(code[l.off:l.end], "*/")
	case token.STRING, token.CHAR:
		return l.end-l.off < 2 || code[l.end-1] != code[l.off]
	}
	return l.tok.IsKeyword()
}

// stringEnd returns the end of the content of a string.
func stringEnd(code string, l lexeme) int {
	if l.end-l.off > 1 && code[l.end-1] == code[l.off] {
		return l.end - 1
	}
	return l.end
}

// scan returns the tokens of code, with comments, as far as it is Go.
func scan(code string) []lexeme {
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), nil, scanner.ScanComments)
	var toks []lexeme
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return toks
		}
		l := lexeme{tok: tok, off: file.Offset(pos), auto: tok == token.SEMICOLON && lit != ";"}
		l.end = l.off + len(lit)
		switch {
		case l.auto:
			l.end = l.off
		case lit == "":
			l.end = l.off + len(tok.String())
		case tok == token.COMMENT || lit[0] == '`':
			l.end = uncut(code, l.off, lit) // the scanner drops carriage returns
		}
		l.end = min(l.end, len(code))
		toks = append(toks, l)
	}
}

// uncut finds the end of a raw string or a comment.
func uncut(code string, off int, lit string) int {
	closing, skip := "\n", 2
	switch {
	case lit[0] == '`':
		closing, skip = "`", 1
	case strings.HasPrefix(lit, "/*"):
		closing = "*/"
	}
	at := min(off+skip, len(code))
	i := strings.Index(code[at:], closing)
	switch {
	case i < 0:
		return len(code)
	case closing == "\n":
		return at + i
	}
	return at + i + len(closing)
}
