package cell

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// placeTest turns a call of a method of *testing.T that writes to the log into
// one that is told the place: the method itself would take the interpreter's.
// And it lets a panic in a subtest end no more than that:
//
//	t.Errorf("%d", x)   magicᐧ.Error(t, "In[7]:3", fmtᐧ.Sprintf("%d", x))
//	t.Run("x", f)       magicᐧ.Run(t, "x", f)
func (f *fixer) placeTest(call *ast.CallExpr) *ast.CallExpr {
	fn := f.callee(call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "testing" || fn.Signature().Recv() == nil {
		return nil
	}
	pos := call.Pos()
	made := &ast.CallExpr{Lparen: call.Lparen, Rparen: call.Rparen, Args: []ast.Expr{sel.X}}
	if fn.Name() == "Run" && types.TypeString(f.info.TypeOf(sel.X), nil) == "*testing.T" {
		made.Fun = hiddenPackage(f.packages, pos, CommandsPath, CommandsName, "Run")
		made.Args = append(made.Args, call.Args...)
		return made
	}
	function, format := strings.CutSuffix(fn.Name(), "f")
	switch function {
	case "Log", "Error", "Fatal", "Skip":
	default:
		return nil
	}
	print := "Sprintln"
	if format {
		print = "Sprintf"
	}
	c, off, ok := f.smap.chunkAt(pos)
	if !ok {
		return nil
	}
	place := fmt.Sprintf("%s:%d", c.src.Label, c.src.errorAt(off, "").Line)
	text := &ast.CallExpr{
		Fun:    hiddenPackage(f.packages, pos, "fmt", "fmt", print),
		Lparen: call.Lparen, Args: call.Args, Ellipsis: call.Ellipsis, Rparen: call.Rparen,
	}
	made.Fun = hiddenPackage(f.packages, pos, CommandsPath, CommandsName, function)
	made.Args = append(made.Args, stringAt(pos, place), text)
	return made
}
