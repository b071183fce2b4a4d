package mathml

import (
	"errors"
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a character of the source, or a command with its backslash. The last token
// is empty.
type token string

func (t token) command() (name string, ok bool) {
	name, ok = strings.CutPrefix(string(t), `\`)
	return name, ok && name != ""
}

// A parser reads a formula from left to right.
type parser struct {
	src      string // what follows tok
	tok      token
	depth    int
	alphabet alphabet // of the letters that follow; nil for TeX's own
	commands map[string]func(*parser) ([]atom, error)
}

// maxDepth bounds how deep groups may be nested, so that a hostile formula does not use up
// the stack.
const maxDepth = 100

// next reads the next token. Spaces and comments are no tokens of mathematics.
func (p *parser) next() {
	p.src = skipSpace(p.src)
	if p.src == "" {
		p.tok = ""
		return
	}
	_, n := utf8.DecodeRuneInString(p.src)
	if p.src[0] == '\\' {
		n = commandLength(p.src)
	}
	p.tok, p.src = token(p.src[:n]), p.src[n:]
}

func skipSpace(s string) string {
	for {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if !strings.HasPrefix(s, "%") {
			return s
		}
		_, s, _ = strings.Cut(s, "\n")
	}
}

// commandLength returns the length of the command at the start of s: a backslash with
// letters, or with one other character.
func commandLength(s string) int {
	n := 1
	for n < len(s) && letter(s[n]) {
		n++
	}
	if n == 1 && len(s) > 1 {
		_, size := utf8.DecodeRuneInString(s[1:])
		n += size
	}
	return n
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// stopAtEnd is the stop of a whole formula, which only its end ends.
func stopAtEnd(token) bool { return false }

func stopAt(stops ...token) func(token) bool {
	return func(t token) bool {
		for _, s := range stops {
			if s == t {
				return true
			}
		}
		return false
	}
}

// row reads atoms until a token that stops it, which it leaves, or until the end.
func (p *parser) row(stop func(token) bool) ([]atom, error) {
	p.depth++
	if p.depth > maxDepth {
		return nil, errors.New("mathml: the formula is nested too deep")
	}
	defer func() { p.depth-- }()
	var row []atom
	for p.tok != "" && !stop(p.tok) {
		a, err := p.scripted()
		if err != nil {
			return nil, err
		}
		row = append(row, a...)
	}
	return row, nil
}

// scripted reads an atom with its indices and powers. A command that draws nothing gives
// none.
func (p *parser) scripted() ([]atom, error) {
	base := []atom{{markup: "<mrow></mrow>"}} // of an index without one
	if p.tok != "_" && p.tok != "^" && p.tok != "'" {
		var err error
		base, err = p.atom()
		if err != nil || len(base) == 0 {
			return nil, err
		}
	}
	last := base[len(base)-1]
	for p.tok == `\limits` || p.tok == `\nolimits` {
		last.limits = p.tok == `\limits`
		p.next()
	}
	sub, sup, err := p.scripts()
	base[len(base)-1] = last.script(sub, sup)
	if last.function {
		base = append(base, p.application()...)
	}
	return base, err
}

// application returns the markup between a function and its argument: an operator that is
// not seen, and a space where no bracket follows.
func (p *parser) application() []atom {
	applied := one("<mo>\u2061</mo>")
	switch {
	case p.tok == "(", p.tok == "[", p.tok == "{", p.tok == `\left`, p.tok == "", p.tok == "}", p.tok == ")":
		return applied
	}
	return append(applied, atom{markup: `<mspace width="0.1667em"></mspace>`})
}

// scripts reads an index and a power, in either order, and primes.
func (p *parser) scripts() (sub, sup string, err error) {
	primes := 0
	for {
		switch p.tok {
		case "'":
			primes++
			p.next()
		case "_":
			if sub != "" {
				return "", "", errors.New("mathml: two indices of one symbol")
			}
			p.next()
			sub, err = p.argument()
		case "^":
			if sup != "" {
				return "", "", errors.New("mathml: two powers of one symbol")
			}
			p.next()
			sup, err = p.argument()
		default:
			if primes > 0 {
				sup = wrap("mrow", element("mo", strings.Repeat("′", primes)), sup)
			}
			return sub, sup, nil
		}
		if err != nil {
			return "", "", err
		}
	}
}

// argument reads one argument: a group in braces, or one atom. Of digits it is the first alone:
// \frac12 is a half.
func (p *parser) argument() (string, error) {
	if p.tok == "" {
		return "", errors.New("mathml: the formula ends where something must follow")
	}
	if p.tok == "}" || p.tok == "&" {
		return "", fmt.Errorf("mathml: something must stand before %q", p.tok)
	}
	if digit := string(p.tok); startsWithDigit(digit) {
		p.next()
		return p.digits(digit), nil
	}
	a, err := p.atom()
	if err != nil {
		return "", err
	}
	return group(a), nil
}

// atom reads one symbol, group or command.
func (p *parser) atom() ([]atom, error) {
	if name, ok := p.tok.command(); ok {
		return p.command(name)
	}
	t := p.tok
	switch r, _ := utf8.DecodeRuneInString(string(t)); {
	case t == "{":
		return p.braces()
	case t == "}" || t == "&" || t == "#" || t == "$" || t == `\`:
		return nil, fmt.Errorf("mathml: %q cannot stand there", t)
	case t == "~":
		p.next()
		return one("<mtext>\u00a0</mtext>"), nil
	case '0' <= r && r <= '9' || r == '.' && startsWithDigit(p.src):
		return p.number(), nil
	case unicode.IsLetter(r):
		p.next()
		return one(p.identifier(string(t))), nil
	case t == ":" && strings.HasPrefix(p.src, "="):
		p.next()
		p.next()
		return one("<mo>:=</mo>"), nil
	default:
		p.next()
		return []atom{character(string(t))}, nil
	}
}

func one(markup string) []atom { return []atom{{markup: markup}} }

// braces reads a group.
func (p *parser) braces() ([]atom, error) {
	p.next()
	row, err := p.row(stopAt("}"))
	if err != nil {
		return nil, err
	}
	if p.tok != "}" {
		return nil, errors.New(`mathml: a "{" has no "}"`)
	}
	p.next()
	return one(group(row)), nil
}

func startsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// number reads digits and the points and commas between them.
func (p *parser) number() []atom {
	text := string(p.tok)
	for {
		n := 0
		if p.src != "" && (p.src[0] == '.' || p.src[0] == ',') {
			n = 1
		}
		if !startsWithDigit(p.src[n:]) {
			break
		}
		text += p.src[:n+1]
		p.src = p.src[n+1:]
	}
	p.next()
	return one(p.digits(text))
}

// digits returns a number in the alphabet of its place.
func (p *parser) digits(text string) string {
	if p.alphabet != nil {
		text = p.alphabet.write(text)
	}
	return element("mn", text)
}

// identifier returns a letter in the alphabet of its place.
func (p *parser) identifier(s string) string {
	if p.alphabet == nil {
		return element("mi", s)
	}
	return `<mi mathvariant="normal">` + html.EscapeString(p.alphabet.write(s)) + "</mi>"
}

// character returns a character that is neither a letter nor a digit.
func character(s string) atom {
	switch s {
	case "-":
		return atom{markup: "<mo>−</mo>"}
	case "*":
		return atom{markup: "<mo>∗</mo>"}
	case "(", ")", "[", "]", "|", "/":
		return operator(s, false)
	case ":":
		return atom{markup: `<mo lspace="0.2778em" rspace="0.2778em">:</mo>`}
	}
	return atom{markup: element("mo", s)}
}

// text reads an argument in braces as text, not as mathematics.
func (p *parser) text() (string, error) {
	if p.tok != "{" {
		return "", fmt.Errorf("mathml: a text must stand in braces, not %q", p.tok)
	}
	depth, i := 1, 0
	for ; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if i >= len(p.src) {
		return "", errors.New(`mathml: a "{" has no "}"`)
	}
	text := p.src[:i]
	p.src = p.src[i+1:]
	p.next()
	text = strings.ReplaceAll(text, `\,`, "\u2009") // a thin space, as in arg\,min
	if strings.ContainsAny(text, `$\{}`) {
		return "", fmt.Errorf("mathml: a text with commands or mathematics inside: %q", text)
	}
	return text, nil
}
