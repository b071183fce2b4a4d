package assist

import (
	"go/token"
	"strings"
)

// placeholder takes the place of an identifier to be completed. It is a name that nobody
// has.
const placeholder = "ǃhereǃ"

// mend cuts the code at the cursor, puts an identifier there, and closes what
// is open, so that it can be parsed. The declarations that follow are kept.
func mend(p *place, ident string) string {
	var stack []*level
	top := &level{}
	for _, l := range p.before {
		if l.auto && l.off >= p.from {
			continue // the identifier stands on this line
		}
		switch l.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			if l.tok == token.LBRACE {
				top.block()
			}
			stack = append(stack, top)
			top = &level{closing: map[token.Token]string{token.LPAREN: ")", token.LBRACE: "}", token.LBRACK: "]"}[l.tok]}
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if n := len(stack); n > 0 {
				top, stack = stack[n-1], stack[:n-1]
			}
		default:
			top.next(l)
		}
	}
	var b strings.Builder
	b.WriteString(p.code[:p.from] + ident + top.rest())
	for i := len(stack) - 1; i >= 0; i-- {
		b.WriteString(top.closing)
		top = stack[i]
		b.WriteString(top.rest())
	}
	b.WriteString("\n" + following(p.code[p.to:]))
	return b.String()
}

// A level is the parsed part of the statement at one depth of brackets.
type level struct {
	closing string // the bracket that ends it
	header  token.Token
	semis   int  // in the header
	assigns bool // the header has an assignment that no semicolon ends
	ranges  bool
	function,
	launches bool // a func, a go or a defer is waiting for its block or call
}

func (v *level) next(l lexeme) {
	switch l.tok {
	case token.FOR, token.IF, token.SWITCH, token.SELECT:
		v.header, v.semis, v.assigns, v.ranges = l.tok, 0, false, false
	case token.FUNC:
		v.function = true
	case token.GO, token.DEFER:
		v.launches = true
	case token.RANGE:
		v.ranges = true
	case token.ASSIGN, token.DEFINE:
		v.assigns = true
	case token.SEMICOLON:
		if v.header != 0 && !l.auto {
			v.semis++
			v.assigns = false
			return
		}
		*v = level{closing: v.closing}
	}
}

// block marks the beginning of the block.
func (v *level) block() {
	if v.function {
		v.function = false
		return
	}
	v.header = 0
}

// rest completes the statement.
func (v *level) rest() string {
	text := ""
	if v.launches {
		text += "()"
	}
	if v.header == token.FOR && !v.ranges && (v.semis > 0 || v.assigns) {
		text += strings.Repeat(";", max(2-v.semis, 0))
	} else if (v.header == token.IF || v.header == token.SWITCH) && v.semis == 0 && v.assigns {
		text += ";"
	}
	if v.header != 0 || v.function {
		text += " {}"
	}
	return text
}

// following returns the declarations that begin on lines of their own.
func following(code string) string {
	for at := strings.IndexByte(code, '\n') + 1; at > 0; {
		for _, word := range []string{"func ", "type ", "const ", "import "} {
			if strings.HasPrefix(code[at:], word) {
				return code[at:]
			}
		}
		next := strings.IndexByte(code[at:], '\n') + 1
		if next == 0 {
			break
		}
		at += next
	}
	return ""
}
