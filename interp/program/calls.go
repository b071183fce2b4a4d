package program

import (
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// calls collects through which calls a panic passes: the interpreter writes a
// line of each to its standard error.
type calls struct {
	fset  *token.FileSet
	lines []token.Pos // of the lowered program

	mu   sync.Mutex
	list []Call
}

// most is how many calls are kept: a recursion has more than anybody reads.
const most = 50

var passed = regexp.MustCompile(`(\d+):\d+: panic: (\S+)\(\.\.\.\)`)

func (c *calls) Write(text []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range passed.FindAllStringSubmatch(string(text), -1) {
		name := lower.UserName(m[2])
		line, err := strconv.Atoi(m[1])
		if err != nil || line > len(c.lines) || !c.lines[line-1].IsValid() || len(c.list) == most {
			continue
		}
		name, _, _ = strings.Cut(name, ".func")
		if name == "main.entry" || name == "main.describe" || len(c.list) > 0 && c.list[len(c.list)-1].Func == name {
			continue // the body of a function that defers calls is a literal in it
		}
		at := c.fset.Position(c.lines[line-1])
		c.list = append(c.list, Call{name, at})
	}
	return len(text), nil
}

// forget is called when a panic has been recovered from.
func (c *calls) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = nil
}

func (c *calls) all() []Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list
}
