package export

import (
	"go/scanner"
	"go/token"
	"strings"
)

// partGap splits the text between two pieces of code: the comment on the line of the first,
// the comments before the second, and whether an empty line sets them apart.
func partGap(gap string) (trail, lead string, apart bool) {
	var b strings.Builder
	end := 0 // of what was seen last
	paragraph := func(to int) {
		switch {
		case strings.Count(gap[end:to], "\n") < 2:
		case b.Len() == 0:
			apart = true
		default:
			b.WriteString("\n")
		}
	}
	eachComment(gap, func(off int, text string) {
		if end == 0 && !strings.Contains(gap[:off]+text, "\n") {
			trail = text
		} else {
			paragraph(off)
			b.WriteString(text + "\n")
		}
		end = off + len(text)
	})
	paragraph(len(gap))
	return trail, b.String(), apart
}

// firstGap splits the text before the first piece of code: all the comments lead.
func firstGap(gap string) (lead string) {
	trail, lead, apart := partGap(gap)
	switch {
	case trail == "":
		return lead
	case apart:
		trail += "\n"
	}
	return trail + "\n" + lead
}

// eachComment calls f with every comment of a text, and its place.
func eachComment(code string, f func(off int, text string)) {
	eachToken(code, func(off int, tok token.Token, text string) {
		if tok == token.COMMENT {
			f(off, text)
		}
	})
}

// eachToken calls f with every token and comment of a text, and its place.
func eachToken(code string, f func(off int, tok token.Token, text string)) {
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return
		}
		f(file.Offset(pos), tok, lit)
	}
}

// commentsOnly returns the comments of a text and its line ends.
func commentsOnly(code string) string {
	var b strings.Builder
	at := 0
	keepLines := func(s string) { b.WriteString(strings.Repeat("\n", strings.Count(s, "\n"))) }
	eachComment(code, func(off int, text string) {
		keepLines(code[at:off])
		b.WriteString(text)
		at = off + len(text)
	})
	keepLines(code[at:])
	return b.String()
}
