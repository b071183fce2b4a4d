package watch

import (
	"go/token"
	"regexp"
	"strconv"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

var report = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(.+):)?(\d+):(\d+): panic: (.*)\(\.\.\.\)\n?$`)
})

// Left reads a text of the interpreter about a function that a panic leaves:
// "file:line:column: panic: main.f(...)", with the position at which the function
// begins. It is for the writer that the interpreter has for its errors, which it
// calls on the panicking goroutine, whose stack still stands. It returns the results
// of [rt.Left]; is is false if the text is another one.
func Left(text []byte) (c rt.Call, nth int, kept, is bool) {
	m := report().FindSubmatch(text)
	if m == nil {
		return rt.Call{}, 0, false, false
	}
	line, _ := strconv.Atoi(string(m[2])) // digits, as matched
	column, _ := strconv.Atoi(string(m[3]))
	c, nth, kept = rt.Left(rt.Call{Func: string(m[4]), At: token.Position{Filename: string(m[1]), Line: line, Column: column}})
	return c, nth, kept, true
}
