package cell

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// instantiate writes out the type arguments that go/types has inferred for
// the calls of generic functions.
func (r *rewriter) instantiate(root ast.Node) ast.Node {
	return astutil.Apply(root, nil, func(c *astutil.Cursor) bool {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return true
		}
		fun := call.Fun
		switch x := fun.(type) {
		case *ast.IndexExpr:
			fun = x.X
		case *ast.IndexListExpr:
			fun = x.X
		}
		var id *ast.Ident
		switch x := fun.(type) {
		case *ast.Ident:
			id = x
		case *ast.SelectorExpr:
			id = x.Sel
		}
		inst, ok := r.info.Instances[id]
		if !ok {
			return true
		}
		r.pos = call.Pos()
		var list []ast.Expr
		for i := range inst.TypeArgs.Len() {
			list = append(list, r.typeExpr(call.Pos(), inst.TypeArgs.At(i)))
		}
		call.Fun = index(fun, list)
		return true
	})
}
