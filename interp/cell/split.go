package cell

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// A chunk is one top-level piece of a cell: an import, a declaration or a
// statement. Go's grammar has no place where all three may stand, so a cell is
// cut into chunks by its tokens and each is parsed in the surroundings that it
// needs.
type chunk struct {
	src      *Source
	off, end int // its bytes in src.Code
	kind     ChunkKind
	semi     bool // ended by a written semicolon
	list     bool // several values, which the last line of a cell displays: a, b
}

// A ChunkKind is the kind of a chunk: an import, a declaration or a statement.
type ChunkKind int

const (
	StmtChunk   ChunkKind = iota // also var declarations, which run in order
	ImportChunk                  // import
	DeclChunk                    // func, method, type, const
)

func (c chunk) text() string { return c.src.Code[c.off:c.end] }

// split cuts src into chunks. It fails only at a closing bracket that nothing opened
// and at a character that is no Go. The parser finds what else is wrong.
func split(src *Source) ([]chunk, []Error) {
	toks, errs := scan(src)
	if len(errs) > 0 {
		return nil, errs
	}
	var chunks []chunk
	depth, first := 0, clauseEnd(toks)
	var head header
	for i, t := range toks {
		if i < first {
			continue // the package clause
		}
		if depth == 0 {
			head.next(t.tok)
		}
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
			if depth < 0 {
				return nil, []Error{src.errorAt(t.off, "unexpected "+t.tok.String()+": nothing opens it")}
			}
		}
		atEnd := t.tok == token.EOF
		if !atEnd && (t.tok != token.SEMICOLON || depth > 0 || head.open && t.written) {
			continue
		}
		if t.written && i > first && splitsHeader(src.Code[toks[first].off:t.off], toks[first].tok) {
			continue
		}
		if i > first {
			head := toks[first:i]
			chunks = append(chunks, chunk{
				src: src, off: head[0].off, end: head[len(head)-1].end,
				kind: kindOf(head), semi: t.tok == token.SEMICOLON && t.written, list: isList(head),
			})
		} else if t.written && len(chunks) > 0 {
			chunks[len(chunks)-1].semi = true
		}
		first = i + 1
		head = header{}
	}
	last := len(chunks) - 1
	for last > 0 && chunks[last].trails() {
		last--
	}
	for i := range chunks {
		chunks[i].list = chunks[i].list && i == last && !chunks[i].semi
	}
	return chunks, nil
}

// isList reports whether tokens may be several values with commas between them: outside of
// brackets there is a comma, no keyword and nothing that assigns.
func isList(toks []lexeme) bool {
	depth, commas := 0, 0
	for _, t := range toks {
		switch {
		case t.tok == token.LPAREN || t.tok == token.LBRACE || t.tok == token.LBRACK:
			depth++
		case t.tok == token.RPAREN || t.tok == token.RBRACE || t.tok == token.RBRACK:
			depth--
		case depth > 0:
		case t.tok == token.COMMA:
			commas++
		case t.tok.IsKeyword() && t.tok != token.FUNC && t.tok != token.MAP && t.tok != token.STRUCT,
			t.tok == token.DEFINE, t.tok == token.ASSIGN, token.ADD_ASSIGN <= t.tok && t.tok <= token.AND_NOT_ASSIGN:
			return false
		}
	}
	return commas > 0
}

// A header tracks the header of a for, an if or a switch, whose semicolons do not end a
// chunk.
type header struct {
	open bool
	fn   bool // a function literal begins, whose block comes first
}

func (h *header) next(tok token.Token) {
	switch tok {
	case token.FOR, token.IF, token.SWITCH:
		h.open = true
	case token.FUNC:
		h.fn = true
	case token.LBRACE:
		h.open = h.open && h.fn
		h.fn = false
	}
}

// splitsHeader reports whether a semicolon after text, which begins with tok, stands
// in the header of a statement behind a literal, T{1}, and not behind its block.
func splitsHeader(text string, tok token.Token) bool {
	if tok != token.FOR && tok != token.IF && tok != token.SWITCH {
		return false
	}
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {"+text+"\n}", parser.SkipObjectResolution)
	return err != nil
}

// kindOf returns the kind of a chunk, by its first tokens.
func kindOf(toks []lexeme) ChunkKind {
	switch toks[0].tok {
	case token.IMPORT:
		return ImportChunk
	case token.TYPE, token.CONST:
		return DeclChunk
	case token.FUNC:
		if len(toks) > 1 && toks[1].tok == token.IDENT {
			return DeclChunk
		}
		// func (recv T) Name( declares a method; func (x T) R { and
		// func (x T) { begin a literal.
		depth := 0
		for i, t := range toks[1:] {
			switch t.tok {
			case token.LPAREN:
				depth++
			case token.RPAREN:
				depth--
			}
			if depth == 0 {
				rest := toks[i+2:]
				if len(rest) > 1 && rest[0].tok == token.IDENT && rest[1].tok == token.LPAREN {
					return DeclChunk
				}
				return StmtChunk
			}
		}
	}
	return StmtChunk
}

// A lexeme is a token with its bytes.
type lexeme struct {
	tok      token.Token
	off, end int
	written  bool // of a semicolon: the user's own, not a line end
}

func scan(src *Source) ([]lexeme, []Error) {
	var errs []Error
	file := token.NewFileSet().AddFile("", -1, len(src.Code))
	var s scanner.Scanner
	s.Init(file, []byte(src.Code), func(pos token.Position, msg string) {
		if len(errs) < MaxErrors {
			errs = append(errs, src.errorAt(pos.Offset, msg))
		}
	}, 0)
	var toks []lexeme
	for {
		pos, tok, lit := s.Scan()
		off := file.Offset(pos)
		l := lexeme{tok: tok, off: off, end: off + len(lit), written: tok == token.SEMICOLON && lit == ";"}
		switch {
		case lit == "":
			l.end = off + len(tok.String())
		case lit[0] == '`':
			// The scanner drops carriage returns from a raw string.
			l.end = off + 2 + max(strings.IndexByte(src.Code[off+1:], '`'), 0)
		}
		l.end = min(l.end, len(src.Code))
		if tok == token.IDENT && len(errs) < MaxErrors && containsMark(lit) && src.editAt(off) == nil {
			errs = append(errs, src.errorAt(off, "the character "+Mark+" is reserved in names"))
		}
		toks = append(toks, l)
		if tok == token.EOF {
			return toks, errs
		}
	}
}
