package magic

import (
	"fmt"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A function is one of those that go test looks for.
type function struct {
	name     string
	off, end int // of its declaration
}

// functions returns the functions of the body of a cell magic whose names begin
// with prefix as the go command wants it. One with other parameters than that
// is an error: go test would say so, too.
func (m *magic) functions(prefix, param string) ([]function, error) {
	var list []function
	toks := newTokens(m.code, m.end)
	depth := 0
	var seen []lexeme // of the statement so far
	for {
		t := toks.next()
		if depth == 0 && (t.tok == token.SEMICOLON || t.tok == token.EOF) {
			if f, err := m.function(seen, t.off, prefix, param); err != nil {
				return nil, err
			} else if f != nil {
				list = append(list, *f)
			}
			seen = nil
		} else {
			seen = append(seen, t)
		}
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
			if depth < 0 {
				return nil, &Error{t.off, "unexpected " + t.tok.String() + ": nothing opens it"}
			}
		case token.EOF:
			return list, nil
		}
	}
}

// function looks at the tokens of one statement.
func (m *magic) function(toks []lexeme, end int, prefix, param string) (*function, error) {
	if len(toks) < 3 || toks[0].tok != token.FUNC || toks[1].tok != token.IDENT || !isName(toks[1].lit, prefix) {
		return nil, nil
	}
	f := &function{name: toks[1].lit, off: toks[0].off, end: end}
	var params strings.Builder
	for _, t := range toks[2:] {
		if t.tok == token.LBRACE {
			break
		}
		if t.tok == token.IDENT && params.String() == "(" && param != "" {
			continue // the name of the parameter
		}
		params.WriteString(m.tokenText(t))
	}
	_, typ, _ := strings.Cut(param, " ")
	if params.String() != "("+typ+")" {
		return nil, &Error{f.off, fmt.Sprintf("wrong signature for %s, must be: func %s(%s)", f.name, f.name, param)}
	}
	return f, nil
}

func (m *magic) tokenText(t lexeme) string {
	if t.lit != "" {
		return t.lit
	}
	return t.tok.String()
}

// isName reports whether a name is like TestXxx: what follows the prefix does not begin
// with a lower-case letter.
func isName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(first))
}
