package cell

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/advice"
)

// advise adds advice to an error of the cell.
func (a *attempt) advise(e *Error, pos token.Pos) {
	path := a.pathTo(pos)
	e.Advice = advice.Of(&advice.Mistake{
		Msg: e.Msg, Pos: pos, Path: path, Info: a.info, Text: a.written, Cell: &surroundings{library{a.Session}, a, path},
	})
}

// written returns the source of a node as it stands in the cell.
func (a *attempt) written(n ast.Node) string {
	if call, ok := n.(*ast.CallExpr); ok && isHidden(call) && len(call.Args) == 1 {
		n = call.Args[0]
	}
	return a.smap.textOf(n)
}

// adviseSyntax adds advice to errors of the parser.
//
// Of those in one line that have the same advice it keeps the first.
func adviseSyntax(errs []Error) []Error {
	for i, e := range errs {
		errs[i].Advice = advice.Syntax(e.Msg, e.Text)
	}
	return slices.CompactFunc(errs, func(a, b Error) bool { return a.Line == b.Line && a.Advice != "" && a.Advice == b.Advice })
}

// pathTo returns the nodes of the cell around a position, the outermost first.
func (a *attempt) pathTo(pos token.Pos) (path []ast.Node) {
	find := func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		if call, ok := n.(*ast.CallExpr); !ok || !isHidden(call) {
			path = append(path, n)
		}
		return true
	}
	for _, s := range a.stmts {
		ast.Inspect(s, find)
	}
	for _, it := range a.items[:a.own] {
		ast.Inspect(it.node, find)
	}
	return path
}

// withoutMended leaves out the errors in the code that the advice on another error replaces. An
// error in there may be gone with it.
func (a *attempt) withoutMended(errs []Error, places []token.Pos) (rest []Error) {
	var mended []span
	for i, e := range errs {
		if e.Advice != "" {
			mended = append(mended, a.replaced(places[i], e.Advice))
		}
	}
	for i, e := range errs {
		if !slices.ContainsFunc(mended, func(s span) bool { return s.has(places[i]) }) {
			rest = append(rest, e)
		}
	}
	return rest
}

// A span is a part of a cell.
type span struct{ from, to token.Pos }

func (s span) has(pos token.Pos) bool { return s.from <= pos && pos < s.to }

// replaced returns the span of source that advice on an error replaces beyond the place of the error:
// the arguments of a call of what is wrong, its index, the value that an assignment gives it, and the rest of a
// call that the advice writes anew.
func (a *attempt) replaced(pos token.Pos, advice string) span {
	for _, n := range a.pathTo(pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if pos < n.Lparen {
				return span{n.Lparen, n.Rparen}
			}
			if strings.Contains(advice, a.smap.textOf(n.Fun)+"(") {
				return span{pos + 1, n.Rparen}
			}
		case *ast.IndexExpr:
			if pos < n.Lbrack {
				return span{n.Lbrack, n.Rbrack}
			}
		case *ast.AssignStmt:
			if pos == n.TokPos {
				return span{pos + 1, n.End()}
			}
		}
	}
	return span{}
}

// surroundings holds the names that the author of a mistake could have meant, given the
// nodes around it.
type surroundings struct {
	library
	a    *attempt
	path []ast.Node
}

func (s *surroundings) Names() []string {
	names := slices.Collect(maps.Keys(s.opt.Packages))
	for name, sym := range s.symbols {
		if sym.gone == "" && !IsOut(name) {
			names = append(names, name)
		}
	}
	for name := range s.a.vars {
		names = append(names, name)
	}
	for _, it := range s.a.items[:s.a.own] {
		names = append(names, it.names...)
	}
	for _, n := range s.path {
		switch fn := n.(type) {
		case *ast.FuncDecl:
			n = fn.Type
		case *ast.FuncLit:
			n = fn.Type
		}
		if scope := s.a.info.Scopes[n]; scope != nil {
			names = append(names, scope.Names()...)
		}
	}
	names = append(names, types.Universe.Names()...)
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), containsMark)
}

func (s *surroundings) Declares(name string) bool {
	sym := s.symbols[name]
	return sym != nil && sym.gone == ""
}

// library is the packages that need no import.
type library struct{ *Session }

func (l library) Own() []string {
	inside := map[string]int{} // how many packages are inside each of nvsd's
	for name, path := range l.opt.Packages {
		if !l.opt.Own(path) {
			continue
		}
		inside[name] = 0
		for _, other := range l.opt.Packages {
			if strings.HasPrefix(other, path+"/") {
				inside[name]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(inside), func(a, b string) int {
		return cmp.Or(cmp.Compare(inside[b], inside[a]), cmp.Compare(a, b))
	})
}

func (l library) Package(name string) *types.Package {
	path, ok := l.opt.Packages[name]
	if !ok {
		return nil
	}
	p, err := l.Import(path)
	if err != nil {
		return nil
	}
	return p
}

// Meant returns the likely meanings of a name that is not declared: names of nvsd's packages
// or of the common ones, "nvsd.Spec" for "spec", and else, where types of nvsd have a method
// of the name, those types.
func (s *Session) Meant(name string) (names, owners []string) {
	first, rest, dotted := strings.Cut(name, ".")
	for _, found := range advice.Exported(library{s}, first) {
		if dotted {
			found += "." + rest
		}
		names = append(names, found)
	}
	if len(names) > 0 {
		return names, nil
	}
	return nil, advice.Owners(library{s}, name)
}
