package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// showFunc is func showᐧ(...any), which displays the cell's last expression.
func showFunc(pkg *types.Package) *types.Func {
	return genericFunc(pkg, hiddenShow, 0, func([]*types.TypeParam) (params, results []types.Type, variadic bool) {
		return []types.Type{types.NewSlice(types.Universe.Lookup("any").Type())}, nil, true
	})
}

// trails reports whether a chunk only ends the statement before it.
func (c chunk) trails() bool {
	e := c.src.editAt(c.off)
	return e != nil && e.Trailing
}

// take adds the statements of a chunk to the cell's.
func (a *attempt) take(c chunk, list []ast.Stmt) {
	if c.trails() {
		a.trailing = append(a.trailing, list...)
		return
	}
	if len(a.trailing) > 0 {
		silence(a.stmts)
		a.stmts = append(a.stmts, a.trailing...)
		a.trailing = nil
	}
	a.stmts = append(a.stmts, list...)
	a.silent = c.semi
}

// showLast passes the last statement of the cell to the hidden show, if it is an
// expression. A last expression with a semicolon is not shown, and need not be a call.
func (a *attempt) showLast() {
	defer func() { a.stmts = append(a.stmts, a.trailing...) }()
	n := len(a.stmts)
	if n == 0 || !a.lastIsStmt {
		return
	}
	if a.keep != nil {
		name := &ast.Ident{NamePos: a.keep.Pos(), Name: a.src.Out}
		a.trailing = append(a.trailing, &ast.ExprStmt{X: callOf(hiddenShow, name)})
	} else if a.silent {
		silence(a.stmts)
	} else if last, ok := a.stmts[n-1].(*ast.ExprStmt); ok && !isShow(last.X) {
		last.X = callOf(hiddenShow, last.X)
	}
}

// silence changes the last statement, if it is an expression, to one that Go allows.
func silence(stmts []ast.Stmt) {
	if n := len(stmts) - 1; n >= 0 {
		if last, ok := stmts[n].(*ast.ExprStmt); ok {
			if _, ok := ast.Unparen(last.X).(*ast.CallExpr); !ok {
				stmts[n] = assignment(lastOut, token.ASSIGN, last.X)
			}
		}
	}
}

// assignment makes name = x, or name := x, in the place of x.
func assignment(name string, tok token.Token, x ast.Expr) *ast.AssignStmt {
	id := &ast.Ident{NamePos: x.Pos(), Name: name}
	return &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: x.Pos(), Tok: tok, Rhs: []ast.Expr{x}}
}

// shown returns the statement by which the cell displays its last expression,
// and the call of show in it; nil if there is none.
func (a *attempt) shown() (*ast.ExprStmt, *ast.CallExpr) {
	n := len(a.entry.List) - 1 - len(a.trailing)
	if n < 0 {
		return nil, nil
	}
	last, ok := a.entry.List[n].(*ast.ExprStmt)
	if !ok {
		return nil, nil
	}
	if !isShow(last.X) {
		return nil, nil
	}
	return last, last.X.(*ast.CallExpr)
}

// isShow reports whether an expression is a call of the hidden show.
func isShow(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	return ok && isHidden(call) && call.Fun.(*ast.Ident).Name == hiddenShow
}

// fixLast removes show from a call that has nothing to show: a call without results,
// a call of fmt.Print and its kin, and a call that returns nothing but an error.
func (f *fixer) fixLast() {
	last, show := f.shown()
	if last == nil || len(show.Args) > 1 {
		return
	}
	call, ok := ast.Unparen(show.Args[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	switch {
	case f.info.Types[call].IsVoid() || f.isPrint(call) || f.isSilentBuiltin(call):
		last.X = call
	case f.onlyFails(call):
		last.X = f.must(call)
	default:
		return
	}
	f.fixed = true
}

func (f *fixer) isPrint(call *ast.CallExpr) bool {
	fn := f.callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" &&
		(strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint"))
}

// onlyFails reports whether the only result of a call is an error that reports its
// failure. The functions that make or unwrap an error return it as a value.
func (f *fixer) onlyFails(call *ast.CallExpr) bool {
	res := f.results(call)
	if len(res) != 1 || !isError(res[0]) || f.signature(call) == nil {
		return false
	}
	fn := f.callee(call)
	return fn == nil || fn.Pkg().Path() != "errors" && fn.FullName() != "fmt.Errorf"
}

// isSilentBuiltin reports whether a call is one of copy or recover, which may stand
// alone.
func (f *fixer) isSilentBuiltin(call *ast.CallExpr) bool {
	b, ok := typeutil.Callee(f.info, call).(*types.Builtin)
	return ok && (b.Name() == "copy" || b.Name() == "recover")
}
