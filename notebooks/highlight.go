package notebooks

import (
	"go/scanner"
	"go/token"
	"go/types"
	"html"
	"strings"
)

// highlight returns source code as HTML whose tokens have classes, which the style of the
// page colours. It knows Go and JSON, which has the same tokens. Source in any other
// language gets no classes.
func highlight(source, language string) string {
	source = strings.TrimRight(strings.ReplaceAll(source, "\r", ""), "\n")
	code := html.EscapeString(source)
	if language == "go" || language == "json" {
		code = highlightTokens(source)
	}
	return `<pre class="code"><code>` + code + "</code></pre>\n"
}

func highlightTokens(source string) string {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments) // source with mistakes is shown too
	var b strings.Builder
	done := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		from := file.Offset(pos)
		to := from + len(text)
		class := tokenClass(tok, text, strings.HasPrefix(source[min(to, len(source)):], "("))
		if class == "" || to > len(source) {
			continue
		}
		b.WriteString(html.EscapeString(source[done:from]))
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(text) + "</span>")
		done = to
	}
	b.WriteString(html.EscapeString(source[done:]))
	return b.String()
}

// tokenClass returns the class of a token, one of the short names that highlighters of
// notebooks share, or "". called reports whether an argument list follows.
func tokenClass(tok token.Token, text string, called bool) string {
	switch {
	case tok == token.COMMENT:
		return "c"
	case tok == token.STRING, tok == token.CHAR:
		return "s"
	case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
		return "m"
	case tok.IsKeyword():
		return "k"
	case tok != token.IDENT:
		return ""
	}
	switch types.Universe.Lookup(text).(type) {
	case *types.TypeName, *types.Const, *types.Nil:
		return "k"
	}
	if called {
		return "nf"
	}
	return ""
}
