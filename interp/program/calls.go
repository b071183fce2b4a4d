package program

import (
	"go/token"
	"path/filepath"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// panicLog is the writer to which the interpreter reports each function that a panic leaves.
type panicLog struct{}

func (panicLog) Write(text []byte) (int, error) {
	watch.Left(text)
	return len(text), nil
}

// origins returns the origins of a lowered program whose lines come from these
// positions.
func origins(fset *token.FileSet, lines []token.Pos) watch.Origins {
	return watch.Origins{
		Line: func(line int) (p token.Position) {
			if line < 1 || line > len(lines) || !lines[line-1].IsValid() {
				return token.Position{}
			}
			p = fset.Position(lines[line-1])
			if whole, err := filepath.Abs(p.Filename); err == nil {
				p.Filename = whole
			}
			return p
		},
		Func: rt.GoName,
	}
}

// calls returns the calls of a trail that are in the program, given the positions of
// the lines of the lowered one.
func calls(fset *token.FileSet, lines []token.Pos, trail []rt.Call) []Call {
	var list []Call
	for _, c := range trail {
		if i := c.At.Line - 1; i >= 0 && i < len(lines) && lines[i].IsValid() {
			declared, literal, _ := strings.Cut(c.Func, ".func")
			name := rt.GoName(declared)
			if literal != "" {
				name += ".func" + literal
			}
			list = append(list, Call{name, fset.Position(lines[i])})
		}
	}
	return list
}
