package wire

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// PanicMessage returns Go's message of a panic with the value v, that has left these calls.
func PanicMessage(v any, trail ...rt.Call) string {
	return strings.TrimPrefix(rt.PanicMessage(rt.Thrown(v, trail...)), "runtime error: ")
}

// SetCause sets the cause of a panic, as far as it is known beyond the message: which operand
// was nil, and the shapes of the matrices that did not fit.
func (o *Outcome) SetCause(trail []rt.Call) {
	if len(trail) == 0 {
		return
	}
	at := trail[0].Operands
	switch {
	case at.Nil != "" && strings.HasSuffix(o.Message, "nil pointer dereference"):
		o.Nil, o.Cause = at.Nil, at.Nil+" is nil"
	case at.Nil != "" && o.Message == "assignment to entry in nil map":
		o.Cause = fmt.Sprintf("%s is nil: make it first, %s = %s{}", at.Nil, at.Nil, at.NilType)
	case at.Shapes != "" && strings.HasPrefix(o.Message, "mat: "):
		o.Cause = at.Shapes
	}
}

// FormatNote returns the text of a PanicLeft stamp: the call, in one line, and
// whether it is the first that the panic has left.
func FormatNote(first bool, c Call) string {
	return fmt.Sprintf("%t %d %s %s", first, c.Line, c.File, c.Func)
}

// ParseNote is the inverse of FormatNote.
func ParseNote(s string) (first bool, c Call, err error) {
	_, err = fmt.Sscanf(s, "%t %d %s %s", &first, &c.Line, &c.File, &c.Func)
	return first, c, err
}
