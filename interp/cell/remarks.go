package cell

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// remarks returns remarks on code that Go takes and that its author can hardly have meant.
func (a *attempt) remarks() (texts []string) {
	look := func(n ast.Node) bool {
		text := ""
		switch n := n.(type) {
		case *ast.BinaryExpr:
			text = a.remarkOnNumbers(n)
		case *ast.CallExpr:
			text = a.remarkOnPrint(n)
		}
		if text != "" {
			texts = append(texts, text)
		}
		return true
	}
	ast.Inspect(a.entry, look)
	for _, it := range a.items[:a.own] {
		ast.Inspect(it.node, look)
	}
	if text := a.remarkOnFunction(); text != "" {
		texts = append(texts, text)
	}
	return texts
}

// remarkOnNumbers returns a remark on an operation of two whole numbers that stand there as
// digits: a division that leaves nothing, or that leaves out a fraction where a fraction is
// wanted, and ^ for a power of 2 or 10. Bits are written with other digits (0b101), or with other
// bases.
func (a *attempt) remarkOnNumbers(e *ast.BinaryExpr) string {
	x, y := wholeNumber(e.X), wholeNumber(e.Y)
	if x == "" || y == "" {
		return ""
	}
	tv := a.info.Types[e]
	if tv.Value == nil {
		return ""
	}
	text := a.smap.textOf(e)
	switch e.Op {
	case token.QUO:
		exact := constant.BinaryOp(constant.MakeFromLiteral(x, token.INT, 0), token.QUO, constant.MakeFromLiteral(y, token.INT, 0))
		b, _ := tv.Type.Underlying().(*types.Basic)
		wantsFraction := b != nil && b.Info()&(types.IsFloat|types.IsComplex) != 0
		if constant.Compare(exact, token.EQL, tv.Value) || constant.Sign(tv.Value) != 0 && !wantsFraction {
			return ""
		}
		return fmt.Sprintf("%s is %s, since whole numbers divide without a fraction: write %s.0/%s", text, tv.Value, x, y)
	case token.XOR:
		if x != "2" && x != "10" {
			return ""
		}
		return fmt.Sprintf("%s is %s, since ^ is an operation on bits: write math.Pow(%s, %s) for the power", text, tv.Value, x, y)
	}
	return ""
}

// wholeNumber returns the digits of a decimal number without a fraction, else "".
func wholeNumber(e ast.Expr) string {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || lit.Kind != token.INT || len(lit.Value) > 1 && lit.Value[0] == '0' {
		return ""
	}
	return lit.Value
}

// remarkOnPrint returns a remark on Go's own print, which writes the addresses of values
// with parts.
func (a *attempt) remarkOnPrint(call *ast.CallExpr) string {
	b, ok := typeutil.Callee(a.info, call).(*types.Builtin)
	if !ok || b.Name() != "print" && b.Name() != "println" {
		return ""
	}
	args := make([]string, len(call.Args))
	addresses := false
	for i, arg := range call.Args {
		args[i] = a.smap.textOf(arg)
		if _, ok := a.info.TypeOf(arg).Underlying().(*types.Basic); !ok {
			addresses = true
		}
	}
	if !addresses {
		return ""
	}
	return fmt.Sprintf("%s writes an address: write fmt.Println(%s), or a value alone as the last line", b.Name(), strings.Join(args, ", "))
}

// remarkOnFunction returns a remark on a function that needs no arguments, and whose type is
// displayed in the place of its result.
func (a *attempt) remarkOnFunction() string {
	if a.keep == nil { // nothing is displayed, or several values are
		return ""
	}
	e := ast.Unparen(a.keep.Rhs[0])
	var id *ast.Ident
	switch e := e.(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return ""
	}
	fn, ok := a.info.Uses[id].(*types.Func)
	if !ok || fn.Signature().Results().Len() == 0 {
		return ""
	}
	params := fn.Signature().Params()
	if n := params.Len(); n > 1 || n == 1 && !types.Identical(params.At(0).Type(), a.contextType()) {
		return ""
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && a.info.Types[sel.X].IsType() { // T.Method
		return ""
	}
	text := a.smap.textOf(e)
	return fmt.Sprintf("%s is a function, and this is its type: write %s() for its result", text, text)
}
