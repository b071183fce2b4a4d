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
