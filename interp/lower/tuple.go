package lower

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// several returns the types of the arguments of f(g()), if g has several results.
func (l *lowerer) several(e *ast.CallExpr) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	tuple, ok := l.typeOf(e.Args[0]).(*types.Tuple)
	return tuple, ok && tuple.Len() > 1
}

// callOfCall writes f(g()), where g has several results, as a function that names the
// results, so that they can be converted to the parameters of f.
func (l *lowerer) callOfCall(e *ast.CallExpr, tuple *types.Tuple) string {
	call, names := l.expanded(e, tuple)
	result, ret := l.typeOf(e), "return "
	var results string
	if t, ok := result.(*types.Tuple); ok {
		results = l.results(t)
		if t.Len() == 0 {
			ret = ""
		}
	} else {
		results = " " + l.typ(result)
	}
	params, args := "", ""
	if l.info.Types[e.Fun].IsValue() && !isFuncName(l, e.Fun) && !l.isMethod(e.Fun) {
		f, t := l.temp("f"), l.typeOf(e.Fun)
		params, args = f+" "+l.typ(t), l.expr(e.Fun)
		call.Fun = l.standIn(e.Fun, f, t)
	}
	return rt.Part + "func(" + params + ")" + results + " {\n" + strings.Join(names, ", ") + " := " + l.expr(e.Args[0]) + "\n" +
		ret + l.call(call) + "\n}(" + args + ")"
}

// expanded is a call with the results of another one, under names, as arguments.
func (l *lowerer) expanded(e *ast.CallExpr, tuple *types.Tuple) (call *ast.CallExpr, names []string) {
	copied := *e
	copied.Args = nil
	for i := range tuple.Len() {
		name := l.temp("a")
		names = append(names, name)
		copied.Args = append(copied.Args, l.standIn(e.Args[0], name, l.subst(tuple.At(i).Type())))
	}
	l.info.Types[&copied] = l.info.Types[e]
	return &copied, names
}

// isMethod reports whether f names a method of a value.
func (l *lowerer) isMethod(f ast.Expr) bool {
	sel, ok := ast.Unparen(f).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := l.info.Selections[sel]
	return s != nil && s.Kind() == types.MethodVal
}

// laterOfCall writes a func() that calls a declared function, or one of the
// language, with the results that another call has now.
func (l *lowerer) laterOfCall(c *ast.CallExpr, tuple *types.Tuple) string {
	call, names := l.expanded(c, tuple)
	params := make([]string, len(names))
	for i, name := range names {
		params[i] = name + " " + l.typ(tuple.At(i).Type())
	}
	later := rt.Part + "func() {\n" + l.exprStmt(call) + "}"
	return applied(strings.Join(params, ", "), later, l.expr(c.Args[0]))
}
