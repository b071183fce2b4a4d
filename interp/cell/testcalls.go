package cell

import (
	"go/ast"
	"go/types"
)

// guardTest wraps the function in a call of the method Run of *testing.T, so that a panic in the
// subtest ends the subtest alone.
func (f *fixer) guardTest(call *ast.CallExpr) *ast.CallExpr {
	fn := f.callee(call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn == nil || fn.FullName() != "(*testing.T).Run" || types.TypeString(f.info.TypeOf(sel.X), nil) != "*testing.T" {
		return nil
	}
	return &ast.CallExpr{
		Fun:    hiddenPackage(f.packages, call.Pos(), CommandsPath, CommandsName, "Run"),
		Lparen: call.Lparen, Args: append([]ast.Expr{sel.X}, call.Args...), Rparen: call.Rparen,
	}
}
