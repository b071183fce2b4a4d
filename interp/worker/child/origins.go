package child

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// originsOf returns the origins of a program for the interpreter's watcher. The statements of
// a cell are to Go those of main.
func originsOf(p rt.Program, zeros *watch.Zeros) watch.Origins {
	places := p.Places
	return watch.Origins{
		Line: func(line int) token.Position {
			i, found := slices.BinarySearchFunc(places, line, func(p rt.Place, line int) int { return cmp.Compare(p.From, line) })
			if !found {
				i--
			}
			if i < 0 {
				return token.Position{}
			}
			return token.Position{Filename: places[i].Label, Line: places[i].Line}
		},
		Func: func(name string) string {
			if rt.IsStatements(name) {
				return "main.main"
			}
			return rt.GoName(name)
		},
		Zeros: zeros,
	}
}
