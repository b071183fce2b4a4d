package lower

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// keep writes the assignment of a result whose error is left out so that what there is of the
// result is assigned before the error ends the cell: what was done before an interrupt. It
// reports false for other assignments. A variable that is new in a function or in a block is
// gone then, and is not kept.
func (l *lowerer) keep(t target, e ast.Expr) (string, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || l.keeps == nil || l.meaningOf(call.Fun) != Must || t.blank || t.define != nil && !l.isSession(t.define) {
		return "", false
	}
	results, ok := l.typeOf(call.Args[0]).(*types.Tuple)
	if !ok || results.Len() != 2 || !l.keeps(l.subst(results.At(0).Type())) {
		return "", false
	}
	v, err := l.temp("v"), l.temp("err")
	text := fmt.Sprintf("%s, %s := %s\n", v, err, l.expr(call.Args[0]))
	text += fmt.Sprintf("if %s == nil || %s != nil {\n%s}\n", err, v, l.store(t, l.convert(v, l.subst(results.At(0).Type()), t.typ)))
	return fmt.Sprintf("%s(%sfunc() error {\n%sreturn %s\n})\n", l.rt("Keep"), rt.Part, text, err), true
}
