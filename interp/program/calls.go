package program

import (
	"go/token"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// panicLog is where the interpreter reports each function that a panic leaves.
type panicLog struct{}

func (panicLog) Write(text []byte) (int, error) {
	watch.Left(text)
	return len(text), nil
}

// calls returns those calls that stand in the program, given the positions of
// the lines of the lowered one.
func calls(fset *token.FileSet, lines []token.Pos, trail []rt.Call) []Call {
	var list []Call
	for _, c := range trail {
		if i := c.At.Line - 1; i >= 0 && i < len(lines) && lines[i].IsValid() {
			list = append(list, Call{lower.UserName(c.Func), fset.Position(lines[i])})
		}
	}
	return list
}
