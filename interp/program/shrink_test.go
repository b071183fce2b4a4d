package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// shrink takes declarations and statements out of a program as long as it is
// correct and differs in the same way, and for a minute at most.
func shrink(t *testing.T, found find) find {
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		smaller := found.smaller()
		next := -1
		var finds []find
		for len(smaller) > 0 && next < 0 && time.Since(begin) < time.Minute {
			n := min(len(smaller), batch/2)
			list := smaller[:n]
			smaller = smaller[n:]
			outputs := native(t, list)
			for i := range list {
				list[i].want = outputs[list[i].name]
			}
			finds, _ = differing(t, list)
			next = slices.IndexFunc(finds, func(f find) bool { return f.kind == found.kind })
		}
		if next < 0 {
			break
		}
		found = finds[next]
	}
	return found
}

// smaller returns correct programs that have one to eight declarations, or
// statements of a list, less than the found one, those that lack most first.
func (f find) smaller() []idiom {
	var programs []idiom
	for _, cut := range cuts(f.program) {
		program := f.program[:cut.from] + f.program[cut.to:]
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", program, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		p, err := local.New("", fset, symbols.Importer()).Check("main", []*ast.File{file})
		if err != nil || p.Types.Scope().Lookup("main") == nil {
			continue
		}
		programs = append(programs, idiom{name: fmt.Sprintf("smaller%d", len(programs)), program: program})
	}
	return programs
}

type cut struct{ from, to int }

// cuts are the places of declarations and statements, the longest first.
func cuts(program string) []cut {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", program, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var list []cut
	windows := func(n int, at func(i int) ast.Node) {
		for from := range n {
			for size := 1; size <= 8 && from+size <= n; size++ {
				list = append(list, cut{fset.Position(at(from).Pos()).Offset, fset.Position(at(from + size - 1).End()).Offset})
			}
		}
	}
	windows(len(file.Decls), func(i int) ast.Node { return file.Decls[i] })
	ast.Inspect(file, func(n ast.Node) bool {
		var stmts []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			stmts = n.List
		case *ast.CaseClause:
			stmts = n.Body
		case *ast.CommClause:
			stmts = n.Body
		}
		windows(len(stmts), func(i int) ast.Node { return stmts[i] })
		return true
	})
	slices.SortStableFunc(list, func(a, b cut) int { return (b.to - b.from) - (a.to - a.from) })
	return list
}
