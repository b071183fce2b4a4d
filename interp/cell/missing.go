package cell

import (
	"go/scanner"
	"go/token"
	"strings"
)

// Refuse records the failure of a cell before any of it could run. Messages about the names
// that it was to declare then name the cell.
func (s *Session) Refuse(src Source) {
	src.expand()
	for _, name := range named(src.Code) {
		s.refused[name] = src.Label
	}
}

// named returns the names to which statements at the top of the code give a meaning. The code
// need not be Go: the names are those to the left of :=, = and R's <-, and behind var, const,
// type and func.
func named(code string) (names []string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(code)), []byte(code), func(token.Position, string) {}, 0)
	var (
		depth    int      // of brackets
		left     []string // the names with which a statement begins
		begun    = true   // nothing but names and their keyword since its beginning
		keyword  bool     // it begins with var, const, type or func
		declares bool     // the next name is one that the keyword declares
	)
	for {
		_, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return names
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
			begun = false
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth = max(depth-1, 0)
			begun = false
		case token.SEMICOLON:
			left, begun, keyword, declares = nil, true, false, false
		case token.COMMA:
			declares = keyword
		case token.VAR, token.CONST, token.TYPE, token.FUNC:
			keyword, declares = begun, begun
		case token.IDENT:
			switch {
			case depth > 0 || !begun:
			case declares:
				names = append(names, text)
				declares = false
			case !keyword:
				left = append(left, text)
			}
		case token.DEFINE, token.ASSIGN, token.ARROW:
			if depth == 0 && begun {
				names = append(names, left...)
			}
			begun = false
		default:
			begun = false
		}
	}
}

// absent returns the name that a message of go/types is about, and why nothing has it, where that
// is the fault of an earlier cell.
func (a *attempt) absent(msg string) (name, why string) {
	name, ok := strings.CutPrefix(msg, "undefined: ")
	if !ok {
		return "", ""
	}
	pkg, _, inside := strings.Cut(name, ".")
	why = a.why(pkg)
	if inside && why != "" {
		why = pkg + " is the package here: " + why
	}
	return pkg, why
}
