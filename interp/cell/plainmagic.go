package cell

import (
	"go/token"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The magics that run Go: what follows them is kept.
var goMagics = []string{"time", "timeit", "bench"}

// asks tells a question, ?name or name?, from Go, which has no question marks.
var asks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(\?.*|[%\pL_][\pL\pN_.]*[ \t]*\?\??)[ \t\r]*\n?$`)
})

// withoutMagics returns a cell's code without its magics, the lines that begin
// with % or !: %time x is x, others become comments like questions, and of a
// cell that begins with %%html or its kind everything.
func withoutMagics(code string) string {
	var b strings.Builder
	first, out := true, false
	for line := range strings.Lines(code) {
		word, rest := magicOf(line)
		switch {
		case out:
			b.WriteString(strings.TrimRight("// "+line, " "))
			continue
		case asks().MatchString(line) && atStatement(b.String()):
			b.WriteString("// Left out: " + line)
		case word == "" || !atStatement(b.String()):
			b.WriteString(line)
		case first && strings.HasPrefix(word, "%%"):
			out = !slices.Contains(goMagics, word[2:])
			b.WriteString("// Left out: " + line)
		case slices.Contains(goMagics, word[1:]):
			b.WriteString(rest)
		default:
			b.WriteString("// Left out: " + line)
		}
		first = first && strings.TrimSpace(line) == ""
	}
	return b.String()
}

// magicOf returns the magic that a line is, %name or !, and what follows it.
func magicOf(line string) (word, rest string) {
	switch {
	case strings.HasPrefix(line, "!"):
		return "!", line[1:]
	case !strings.HasPrefix(line, "%"):
		return "", line
	}
	end := strings.IndexAny(line, " \t\r\n")
	if end < 0 {
		end = len(line)
	}
	return line[:end], strings.TrimLeft(line[end:], " \t")
}

// atStatement reports whether a statement may begin behind code.
func atStatement(code string) bool {
	toks, errs := scan(&Source{Code: code})
	open, _ := brackets(toks)
	n := len(toks) // with the end
	return len(errs) == 0 && open == 0 && (n == 1 || toks[n-2].tok == token.SEMICOLON)
}
