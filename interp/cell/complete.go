package cell

import (
	"go/token"
	"strings"
)

// A State is the completeness of code: complete, incomplete or invalid.
type State string

// The states of code.
const (
	Complete   State = "complete"   // it could be run as it stands
	Incomplete State = "incomplete" // it needs more lines
	Invalid    State = "invalid"    // no lines that are added make it Go
)

// indent is the indentation of the lines of a block in a console. It is no tab, which the
// common consoles show as ^I.
const indent = "    "

// Completeness returns the state of code, and the indentation of its next line where it is
// [Incomplete]. It asks the syntax only.
func Completeness(code string) (state State, indentation string) {
	src := &Source{Code: code}
	toks, errs := scan(src)
	for _, e := range errs {
		if e.Msg == "raw string literal not terminated" || e.Msg == "comment not terminated" {
			return Incomplete, ""
		}
	}
	open, matched := brackets(toks)
	switch {
	case len(errs) > 0 || !matched:
		return Invalid, ""
	case open > 0:
		return Incomplete, strings.Repeat(indent, open)
	case len(toks) > 1 && toks[len(toks)-2].tok != token.SEMICOLON:
		// The line cannot end here: after an operator, a comma, a dot.
		return Incomplete, indent
	}
	chunks, errs := split(src)
	if len(errs) > 0 {
		return Invalid, ""
	}
	smap := newSourceMap()
	for _, c := range chunks {
		if _, errs := smap.parse(c); errs != nil {
			return Invalid, ""
		}
	}
	return Complete, ""
}

// brackets counts the brackets that are open at the end, and reports whether
// each that closes is the partner of the last one that opened.
func brackets(toks []lexeme) (open int, matched bool) {
	partner := map[token.Token]token.Token{
		token.RPAREN: token.LPAREN, token.RBRACE: token.LBRACE, token.RBRACK: token.LBRACK,
	}
	var stack []token.Token
	for _, t := range toks {
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			stack = append(stack, t.tok)
		case token.RPAREN, token.RBRACE, token.RBRACK:
			n := len(stack) - 1
			if n < 0 || stack[n] != partner[t.tok] {
				return 0, false
			}
			stack = stack[:n]
		}
	}
	return len(stack), true
}
