package magic

import (
	"fmt"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A Cell is a cell whose magics have been found.
type Cell struct {
	// Actions lists the steps of the session before the Go, in order.
	Actions []Action
	// Edits are the Go that stands for the magics.
	Edits []cell.Edit
	// Idle reports whether there are actions and nothing else to run.
	Idle bool
	// Tests reports whether the cell runs tests, whose logs have places to be found.
	Tests bool
	// Continues reports whether the cell ends with a backslash that the next line of a command would follow.
	Continues bool
}

// An Error is a magic that cannot be understood.
type Error struct {
	Off int // where, in bytes of the cell
	Msg string
}

func (e *Error) Error() string { return e.Msg }

// Parse finds the magics of a cell. An error is an [*Error].
func Parse(code string) (*Cell, error) {
	r := &reader{code: code, result: &Cell{}}
	off := len(code) - len(strings.TrimLeft(code, " \t\r\n"))
	err := error(nil)
	if _, asks := questionOf(code[off:r.lineEnd(off)]); strings.HasPrefix(code[off:], "%%") && !asks {
		_, err = r.special(off)
	} else {
		err = r.lines(0)
	}
	if err == nil {
		err = r.alone()
	}
	if err != nil {
		return nil, err
	}
	r.result.Idle = len(r.result.Actions) > 0 && !r.begun
	return r.result, nil
}

// Blank returns the Go of a cell as it was written, with spaces in place of the edits, for
// a reader of the Go alone.
func Blank(code string, edits []cell.Edit) string {
	b := []byte(code)
	for _, e := range edits {
		for i := e.Off; i < e.End; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// A reader is a scan of a cell for magics.
type reader struct {
	code   string
	result *Cell
	begun  bool // something else than an action has been read
}

// lines reads Go, magic lines and questions from an offset to the end of the cell.
func (r *reader) lines(from int) error {
	for from < len(r.code) {
		at, err := r.nextMagic(from)
		if err != nil || at < 0 {
			return err
		}
		from, err = r.special(at)
		if err != nil {
			return err
		}
	}
	return nil
}

// special reads the question or the magic that begins at off. It returns the offset
// behind it.
func (r *reader) special(off int) (int, error) {
	end := r.lineEnd(off)
	if q, is := questionOf(r.code[off:end]); is {
		return end, r.ask(q, off, end)
	}
	m, err := r.line(off, end)
	if err != nil {
		return 0, err
	}
	return m.end, nil
}

// line reads the magic that begins at off, on a line that ends at end.
func (r *reader) line(off, end int) (*magic, error) {
	line := r.code[off:end]
	name := "!"
	if line[0] == '%' {
		sigils := len(line) - len(strings.TrimLeft(line, "%"))
		name = line[:sigils+wordLen(line[sigils:])]
	}
	rest := line[len(name):]
	m := &magic{
		reader: r, name: name, off: off, args: strings.TrimSpace(rest), end: end,
		at: off + len(line) - len(strings.TrimLeft(rest, " \t\r")),
	}
	if name == "!" {
		m.join()
	}
	all := Commands()
	i := slices.IndexFunc(all, func(c Command) bool { return c.Name == name })
	switch {
	case i < 0:
		return nil, m.fail("there is no magic %s%s (%%help lists them all)", name, nearest(name))
	case strings.HasPrefix(name, "%%") && strings.TrimSpace(r.code[:off]) != "":
		return nil, m.fail("%s must be the first line of its cell", name)
	}
	if err := all[i].expand(m); err != nil {
		return nil, err
	}
	if len(r.result.Actions) == 0 || r.result.Actions[len(r.result.Actions)-1].Off != off {
		r.begun = true
	}
	return m, nil
}

// join adds the lines that continue a command of the shell, each behind a line that ends with a backslash. A blank
// takes the place of the backslash, as in IPython.
func (m *magic) join() {
	for strings.HasSuffix(strings.TrimSuffix(m.code[:m.end], "\r"), `\`) {
		if m.end == len(m.code) {
			m.result.Continues = true
			return
		}
		next := m.lineEnd(m.end + 1)
		m.args = strings.TrimSpace(strings.TrimSuffix(m.args, `\`) + " " + strings.TrimRight(m.code[m.end+1:next], " \t\r"))
		m.end = next
	}
}

func (r *reader) lineEnd(off int) int {
	if n := strings.IndexByte(r.code[off:], '\n'); n >= 0 {
		return off + n
	}
	return len(r.code)
}

// wordLen returns the length of the letters and digits at the beginning of s.
func wordLen(s string) int {
	n := strings.IndexFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')
	})
	if n < 0 {
		return len(s)
	}
	return n
}

// nextMagic returns the offset of the next magic or question, or -1. It is on a line
// where a statement may begin. The scanner must not read it, since it is no Go.
func (r *reader) nextMagic(from int) (int, error) {
	toks := newTokens(r.code, from)
	depth, last := 0, token.SEMICOLON
	for {
		t := toks.next()
		if t.tok == token.EOF {
			return -1, nil
		}
		// A list of values may begin with !x behind its brace.
		c := byte(0)
		if t.off < len(r.code) { // the scanner ends the last line with a semicolon
			c = r.code[t.off]
		}
		begins := last == token.SEMICOLON || last == token.LBRACE && c == '%'
		if begins && depth == 0 && r.firstOnLine(t.off) {
			if _, is := questionOf(r.code[t.off:r.lineEnd(t.off)]); is {
				return t.off, nil
			}
		}
		if (c == '%' || c == '!') && begins && r.firstOnLine(t.off) {
			if depth == 0 {
				return t.off, nil
			}
			return 0, &Error{t.off, fmt.Sprintf("a magic stands at the top level of a cell, not in a block; in a block, Go does not begin a line with %c", c)}
		}
		if t.tok != token.SEMICOLON {
			r.begun = true
		}
		last = t.tok
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		}
	}
}

func (r *reader) firstOnLine(off int) bool {
	start := strings.LastIndexByte(r.code[:off], '\n') + 1
	return strings.TrimSpace(r.code[start:off]) == ""
}

// statementEnd returns the end of the statements that begin at off and fill the rest of
// the line, or several lines where brackets or an operator continue them.
func (r *reader) statementEnd(off int) int {
	toks := newTokens(r.code, off)
	depth := 0
	for {
		t := toks.next()
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		case token.EOF:
			return len(r.code)
		case token.SEMICOLON:
			if depth <= 0 && !t.written {
				return t.off
			}
		}
	}
}

// tokens scans Go from some place in a cell on.
type tokens struct {
	from int
	file *token.File
	s    scanner.Scanner
}

type lexeme struct {
	tok     token.Token
	off     int
	lit     string
	written bool // of a semicolon
}

func newTokens(code string, from int) *tokens {
	t := &tokens{from: from}
	text := code[from:]
	t.file = token.NewFileSet().AddFile("", -1, len(text))
	t.s.Init(t.file, []byte(text), func(token.Position, string) {}, 0)
	return t
}

func (t *tokens) next() lexeme {
	pos, tok, lit := t.s.Scan()
	return lexeme{tok: tok, off: t.from + t.file.Offset(pos), lit: lit, written: lit == ";"}
}

// quote writes a string of Go on one line.
func quote(s string) string { return strconv.Quote(s) }
