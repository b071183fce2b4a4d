package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// emitHidden gives the hidden functions that the conveniences have put in
// their emitted form.
func (r *rewriter) emitHidden(root ast.Node) ast.Node {
	return astutil.Apply(root, nil, func(c *astutil.Cursor) bool {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok || !isHidden(call) {
			return true
		}
		name := call.Fun.(*ast.Ident).Name
		if name == hiddenShow {
			c.Replace(r.emitShow(call))
		} else if n, ok := strings.CutPrefix(name, hiddenMust); ok {
			c.Replace(r.emitMust(call.Args[0], n))
		}
		return true
	})
}

// emitMust writes a call that drops its error as
//
//	func() (A, B) { a, b, err := f(); rt.Must(err); return a, b }()
//
// and as rt.Must(f()) where the error is its only result.
func (r *rewriter) emitMust(call ast.Expr, n string) ast.Expr {
	pos := call.Pos()
	if n == "0" {
		return r.runtimeCall(RuntimeMust, call)
	}
	r.pos = pos
	tuple := r.info.TypeOf(call).(*types.Tuple)
	results := &ast.FieldList{}
	assign := &ast.AssignStmt{Tok: token.DEFINE, TokPos: pos, Rhs: []ast.Expr{call}}
	ret := &ast.ReturnStmt{Return: pos}
	for i := range tuple.Len() {
		name := &ast.Ident{NamePos: pos, Name: r.temp("v")}
		assign.Lhs = append(assign.Lhs, name)
		if i < tuple.Len()-1 {
			results.List = append(results.List, &ast.Field{Type: r.typeExpr(pos, tuple.At(i).Type())})
			ret.Results = append(ret.Results, &ast.Ident{NamePos: pos, Name: name.Name})
		}
	}
	err := &ast.Ident{NamePos: pos, Name: assign.Lhs[tuple.Len()-1].(*ast.Ident).Name}
	must := &ast.ExprStmt{X: &ast.CallExpr{Fun: r.runtime(pos, RuntimeMust), Lparen: pos, Args: []ast.Expr{err}, Rparen: pos}}
	return &ast.CallExpr{
		Fun: &ast.FuncLit{
			Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{}, Results: results},
			Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{assign, must, ret}, Rbrace: call.End()},
		},
		Lparen: call.End(), Rparen: call.End(),
	}
}

// emitBuiltins writes the builtins that the interpreter does not know, or
// knows wrongly.
func (r *rewriter) emitBuiltins(root ast.Node) ast.Node {
	return astutil.Apply(root, nil, func(c *astutil.Cursor) bool {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return true
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok {
			return true
		}
		if _, ok := r.info.Uses[id].(*types.Builtin); !ok {
			return true
		}
		switch id.Name {
		case "min":
			c.Replace(r.extremum(call, token.LSS))
		case "max":
			c.Replace(r.extremum(call, token.GTR))
		case "clear":
			call.Fun = r.runtime(call.Pos(), RuntimeClear)
		case "panic":
			if !launched(c.Parent()) {
				call.Args[0] = r.runtimeCall(RuntimePanic, call.Args[0])
			}
		case "recover":
			if _, alone := c.Parent().(*ast.ExprStmt); !alone && !launched(c.Parent()) {
				c.Replace(r.runtimeCall(RuntimeRecovered, call))
			}
		}
		return true
	})
}

// launched tells the statements whose call is made later.
func launched(n ast.Node) bool {
	switch n.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return true
	}
	return false
}

// extremum writes min or max as a function literal that is called at once:
//
//	func(a, b T) T { if b < a { a = b }; return a }(x, y)
//
// With floats a NaN among the arguments wins, and -0 is less than +0.
func (r *rewriter) extremum(call *ast.CallExpr, op token.Token) ast.Expr {
	pos := call.Pos()
	r.pos = pos
	t := types.Default(r.info.TypeOf(call))
	ident := func(i int) *ast.Ident { return &ast.Ident{NamePos: pos, Name: "a" + strconv.Itoa(i)} }
	params := &ast.FieldList{}
	body := &ast.BlockStmt{Lbrace: pos, Rbrace: call.End()}
	for i := range call.Args {
		params.List = append(params.List, &ast.Field{Names: []*ast.Ident{ident(i)}, Type: r.typeExpr(pos, t)})
		if i == 0 {
			continue
		}
		var better ast.Expr = &ast.BinaryExpr{X: ident(i), OpPos: pos, Op: op, Y: ident(0)}
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			better = r.floatBetter(pos, i, op)
		}
		body.List = append(body.List, &ast.IfStmt{If: pos, Cond: better, Body: &ast.BlockStmt{
			Lbrace: pos, Rbrace: pos,
			List: []ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ident(0)}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{ident(i)}}},
		}})
	}
	body.List = append(body.List, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{ident(0)}})
	return &ast.CallExpr{
		Fun: &ast.FuncLit{
			Type: &ast.FuncType{Func: pos, Params: params, Results: &ast.FieldList{List: []*ast.Field{{Type: r.typeExpr(pos, t)}}}},
			Body: body,
		},
		Lparen: pos, Args: call.Args, Rparen: call.End(),
	}
}

// floatBetter is the condition under which the i-th argument replaces the
// best so far, a0.
func (r *rewriter) floatBetter(pos token.Pos, i int, op token.Token) ast.Expr {
	zero := "1/a%[1]d %[2]s 1/a0"
	return parseExprAt(pos, fmt.Sprintf("a0 == a0 && (a%[1]d != a%[1]d || a%[1]d %[2]s a0 || a%[1]d == 0 && a0 == 0 && "+zero+")", i, op))
}
