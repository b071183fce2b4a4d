package watch

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"

	"github.com/traefik/yaegi/interp"
)

// A Refusal is the error that the interpreter has failed at a program that is Go.
type Refusal struct {
	File   string // the program's
	Line   int    // of the program; 0 if that is not known
	Reason string
}

// Error returns a message that says what the user can do.
func (r *Refusal) Error() string {
	return "this is Go, but the interpreter cannot compile it: write it in smaller steps, with variables of their own, and please report it with this reason: " + r.Reason
}

// Compile compiles a program. If the interpreter fails or panics, the error is a
// [*Refusal].
func Compile(i *interp.Interpreter, file *ast.File) (p *interp.Program, err error) {
	defer func() {
		if v := recover(); v != nil {
			p, err = nil, refusal(fmt.Sprint(v))
		}
	}()
	p, err = i.CompileAST(file)
	if err != nil {
		return nil, refusal(err.Error())
	}
	return p, nil
}

// These match a place in an error of the interpreter, and its report of a panic of its
// own.
var (
	position = regexp.MustCompile(`^(?:([^\s:]+):)?(\d+):\d+: `)
	ownPanic = regexp.MustCompile(`CFG (?:pre|post)-order panic: `)
)

func refusal(text string) *Refusal {
	r := &Refusal{}
	if m := position.FindStringSubmatch(text); m != nil {
		r.File = m[1]
		r.Line, _ = strconv.Atoi(m[2]) // digits, as matched
		text = text[len(m[0]):]
	}
	text = ownPanic.ReplaceAllString(text, "")
	r.Reason, _, _ = strings.Cut(text, "\n")
	return r
}
