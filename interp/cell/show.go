package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// showFunc is func showᐧ(...any), which displays the cell's last expression.
func showFunc(pkg *types.Package) *types.Func {
	return genericFunc(pkg, hiddenShow, 0, func([]*types.TypeParam) (params, results []types.Type, variadic bool) {
		return []types.Type{types.NewSlice(types.Universe.Lookup("any").Type())}, nil, true
	})
}

// showLast gives the last statement of the cell to the hidden show, if it is
// an expression. One that a semicolon silences may be any expression too,
// where Go wants a call.
func (a *attempt) showLast() {
	n := len(a.stmts)
	if n == 0 {
		return
	}
	last, ok := a.stmts[n-1].(*ast.ExprStmt)
	if !ok || !a.lastIsStmt {
		return
	}
	if !a.silent {
		last.X = callOf(hiddenShow, last.X)
	} else if _, ok := ast.Unparen(last.X).(*ast.CallExpr); !ok {
		blank := &ast.Ident{NamePos: last.Pos(), Name: "_"}
		a.stmts[n-1] = &ast.AssignStmt{Lhs: []ast.Expr{blank}, TokPos: last.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{last.X}}
	}
}

// fixLast takes show away again from a call that has nothing to show: without
// results, one of fmt.Print's kind, whose results nobody wants to see, and one
// of nvsd's that has only an error.
func (f *fixer) fixLast() {
	list := f.entry.List
	if len(list) == 0 {
		return
	}
	last, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return
	}
	show, ok := last.X.(*ast.CallExpr)
	if !ok || !isHidden(show) || show.Fun.(*ast.Ident).Name != hiddenShow {
		return
	}
	call, ok := ast.Unparen(show.Args[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	if f.info.Types[call].IsVoid() || f.isPrint(call) || f.isBareError(call) || f.isSilentBuiltin(call) {
		last.X = call
		f.fixed = true
	}
}

func (f *fixer) isPrint(call *ast.CallExpr) bool {
	fn := f.callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" &&
		(strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint"))
}

func (f *fixer) isBareError(call *ast.CallExpr) bool {
	res := f.results(call)
	return len(res) == 1 && isError(res[0]) && f.ownCall(call)
}

// isSilentBuiltin tells calls of copy and recover, which may stand alone.
func (f *fixer) isSilentBuiltin(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	_, builtin := f.info.Uses[id].(*types.Builtin)
	return builtin && (id.Name == "copy" || id.Name == "recover")
}
