package wire

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// PanicMessage returns what Go says of a panic with the value v, that has left these
// calls.
func PanicMessage(v any, trail ...rt.Call) string {
	return strings.TrimPrefix(rt.PanicText(rt.Thrown(v, trail...)), "runtime error: ")
}

// PanicCause returns what is known of the cause of a panic beyond its message: which operand
// was nil, or the shapes of the matrices that did not fit. It may be empty.
func PanicCause(message string, trail []rt.Call) string {
	if len(trail) == 0 {
		return ""
	}
	o := trail[0].Operands
	switch {
	case o.Nil != "" && strings.HasSuffix(message, "nil pointer dereference"):
		return o.Nil + " is nil: nothing has given it a value, or what should have done so failed"
	case o.Nil != "" && message == "assignment to entry in nil map":
		return fmt.Sprintf("%s is nil: make it first, %s = %s{}", o.Nil, o.Nil, o.NilType)
	case o.Shapes != "" && strings.HasPrefix(message, "mat: "):
		return o.Shapes
	}
	return ""
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
