package cell

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// words returns a message of go/types in the user's terms.
func (a *attempt) words(msg string) string {
	msg = hiddenInference().ReplaceAllString(msg, "cannot use generic function without instantiation")
	msg = strings.ReplaceAll(msg, " (declared at -)", "") // in a package of which there is no source
	msg = a.explainBlank(withoutQualifier(rt.UserNames(withoutHiddenCalls(msg))))
	if _, why := a.absent(msg); why != "" {
		msg += " (" + why + ")"
	}
	return withMethodOfSpec(msg)
}

// withMethodOfSpec replaces the message about a Spec in the place of a system that baseline
// compares by one with the expression that makes it such a system. How the methods of the two
// differ is then of no use.
func withMethodOfSpec(msg string) string {
	const wrong = "nvsd.Spec does not implement baseline.Method"
	what, _, ok := strings.Cut(msg, wrong)
	spec, _, also := strings.Cut(strings.TrimPrefix(msg, "cannot use "), " (")
	if !ok || !also {
		return msg
	}
	return what + wrong + ": write baseline.NVSD{Spec: " + spec + "}"
}

// hiddenInference matches the message of go/types about a generic function that is
// displayed.
var hiddenInference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^in call to [a-z]+` + Mark + `[0-9]*, cannot infer .*`)
})

// hiddenCall begins a call of a hidden function in a message.
var hiddenCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[a-z]+` + Mark + `[0-9]*\(`)
})

// withoutHiddenCalls puts the argument of each call of a hidden function in
// the place of the call.
func withoutHiddenCalls(msg string) string {
	at := hiddenCall().FindStringIndex(msg)
	if at == nil {
		return msg
	}
	arg := msg[at[1]:]
	n := closing(arg)
	if n == len(arg) { // cut short
		return msg[:at[1]] + withoutHiddenCalls(arg)
	}
	return msg[:at[0]] + withoutHiddenCalls(arg[:n]) + withoutHiddenCalls(arg[n+1:])
}

// closing returns the offset of the parenthesis that closes one opened before expr,
// or the length of expr.
func closing(expr string) int {
	file := token.NewFileSet().AddFile("", -1, len(expr))
	var s scanner.Scanner
	s.Init(file, []byte(expr), func(token.Position, string) {}, 0)
	for depth := 1; ; {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
			if depth == 0 {
				return file.Offset(pos)
			}
		case token.EOF:
			return len(expr)
		}
	}
}

// why returns the reason why a name that was once declared no longer is.
func (a *attempt) why(name string) string {
	if label, ok := a.refused[name]; ok {
		return fmt.Sprintf("%s, which failed, was to declare %s", label, name)
	}
	if why, ok := a.known.dropped[name]; ok {
		return why
	}
	if why, ok := a.unborn[name]; ok {
		return why
	}
	if sym := a.symbols[name]; sym != nil {
		return sym.gone
	}
	return ""
}

// withoutQualifier removes the name of the cells' package, which go/types
// prints before the names that earlier cells declared.
func withoutQualifier(msg string) string {
	var b strings.Builder
	for {
		i := strings.Index(msg, "main.")
		if i < 0 {
			b.WriteString(msg)
			return b.String()
		}
		b.WriteString(msg[:i])
		if i > 0 && (isIdentByte(msg[i-1]) || msg[i-1] == '/' || msg[i-1] == '.') {
			b.WriteString("main.")
		}
		msg = msg[i+len("main."):]
	}
}

func isIdentByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
