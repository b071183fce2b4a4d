package child

import (
	"cmp"
	"go/token"
	"regexp"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// originsOf returns what the interpreter's watcher is told of a program. The statements
// of a cell are to Go those of main.
func originsOf(p wire.Program, zeros *watch.Zeros) watch.Origins {
	places := p.Places
	return watch.Origins{
		Line: func(line int) token.Position {
			i, found := slices.BinarySearchFunc(places, line, func(p wire.Place, line int) int { return cmp.Compare(p.From, line) })
			if !found {
				i--
			}
			if i < 0 {
				return token.Position{}
			}
			return token.Position{Filename: places[i].Label, Line: places[i].Line}
		},
		Func: func(name string) string {
			if statements.MatchString(name) {
				return "main.main"
			}
			return rt.GoName(name)
		},
		Zeros: zeros,
	}
}

// statements is what lowering calls the function that has a cell's statements.
var statements = regexp.MustCompile("^main\\.cell" + rt.Mark + "[0-9]+$")
