package notebooks

import (
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// A lexeme is a token of a cell, and where it begins.
type lexeme struct {
	tok  token.Token
	off  int
	text string
}

// declaredIn returns the variables that a cell declares outside of brackets and braces, or in
// a var ( ... ), each with its type as it is written: "" where no type or literal shows it. It
// goes by the tokens alone, since a cell may hold lines that are no Go.
func declaredIn(source string) map[string]string {
	types := map[string]string{}
	toks := lexemes(source)
	depth, inVar := 0, false
	for i, t := range toks {
		begins := i == 0 || toks[i-1].tok == token.SEMICOLON || toks[i-1].tok == token.VAR || inVar && toks[i-1].tok == token.LPAREN
		switch t.tok {
		case token.LBRACE, token.LBRACK:
			depth++
		case token.RBRACE, token.RBRACK:
			depth--
		case token.LPAREN:
			if depth == 0 && i > 0 && toks[i-1].tok == token.VAR {
				inVar = true
			} else {
				depth++
			}
		case token.RPAREN:
			if inVar && depth == 0 {
				inVar = false
			} else {
				depth--
			}
		}
		if depth == 0 && begins && t.tok == token.IDENT {
			maps.Copy(types, declaration(source, toks[i:], inVar || i > 0 && toks[i-1].tok == token.VAR))
		}
	}
	return types
}

// declaration returns the variables that a statement declares, by name, with their types.
// The statement begins with a name: x, y := ..., or, behind var, x, y T = ...
func declaration(source string, toks []lexeme, isVar bool) map[string]string {
	var names []string
	for len(toks) > 1 && toks[0].tok == token.IDENT {
		names = append(names, toks[0].text)
		toks = toks[1:]
		if toks[0].tok != token.COMMA {
			break
		}
		toks = toks[1:]
	}
	types := map[string]string{}
	if len(toks) == 0 || toks[0].tok != token.DEFINE && !isVar {
		return types
	}
	typ := ""
	if toks[0].tok == token.DEFINE || toks[0].tok == token.ASSIGN {
		if len(names) == 1 {
			typ = typeOfLiteral(source, toks[1:])
		}
	} else {
		end := slices.IndexFunc(toks, func(t lexeme) bool { return t.tok == token.ASSIGN || t.tok == token.SEMICOLON })
		typ = strings.TrimSpace(source[toks[0].off:toks[max(end, 0)].off])
	}
	for _, name := range names {
		types[name] = typ
	}
	return types
}

// typeOfLiteral returns the type of a string, a list or a map that is written out, and ""
// otherwise.
func typeOfLiteral(source string, toks []lexeme) string {
	switch {
	case len(toks) == 0:
	case toks[0].tok == token.STRING:
		return "string"
	case toks[0].tok == token.LBRACK || toks[0].tok == token.MAP:
		if end := slices.IndexFunc(toks, func(t lexeme) bool { return t.tok == token.LBRACE }); end > 0 {
			return source[toks[0].off:toks[end].off]
		}
	}
	return ""
}

// lexemes returns the tokens of a cell, with a semicolon at the end of each statement.
func lexemes(source string) (toks []lexeme) {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, 0) // of what is no Go
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return toks
		}
		toks = append(toks, lexeme{tok, file.Offset(pos), text})
	}
}
