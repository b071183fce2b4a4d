package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// handOver writes out where a value of a cell's type becomes one of a compiled
// interface. The interpreter gives it its methods where a variable, a parameter
// or a result has that type, and nowhere else: not in the literal of a compiled
// struct, not in a conversion, not where a call is itself an argument, and not
// as one of several variadic arguments. So the value passes through a function literal,
//
//	nvsd.Spec{Penalty: func(v solve.Penalty) solve.Penalty { return v }(p)}
//
// and a call that is an argument gets parentheses, which keep the interpreter
// from passing its result on as it stands.
func (r *rewriter) handOver(root ast.Node) ast.Node {
	return astutil.Apply(root, nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.CompositeLit:
			r.handOverElements(n)
		case *ast.CallExpr:
			tv := r.info.Types[n.Fun]
			switch sig, _ := types.Unalias(coreOf(tv.Type)).(*types.Signature); {
			case tv.IsType() && len(n.Args) == 1 && r.losesMethods(n.Args[0], tv.Type):
				c.Replace(r.through(n.Args[0], tv.Type))
			case tv.IsBuiltin():
				for i, arg := range n.Args { // panic's, or one of append's
					if hasCellMethods(r.info.TypeOf(arg)) {
						n.Args[i] = parenthesized(arg)
					}
				}
			case tv.IsValue() && sig != nil:
				r.handOverArguments(n, sig)
			}
		}
		return true
	})
}

// coreOf returns the underlying type, nil for no type.
func coreOf(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

func (r *rewriter) handOverElements(lit *ast.CompositeLit) {
	t := coreOf(r.info.TypeOf(lit))
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying() // {...} in []*T{{...}}
	}
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		var to types.Type
		switch t := t.(type) {
		case *types.Struct:
			if !keyed {
				to = t.Field(i).Type()
			} else if field, ok := r.info.Uses[kv.Key.(*ast.Ident)].(*types.Var); ok {
				to = field.Type()
			}
		case interface{ Elem() types.Type }: // array, slice, map
			to = t.Elem()
		}
		switch {
		case keyed && r.losesMethods(kv.Value, to):
			kv.Value = r.through(kv.Value, to)
		case !keyed && r.losesMethods(e, to):
			lit.Elts[i] = r.through(e, to)
		}
	}
}

func (r *rewriter) handOverArguments(call *ast.CallExpr, sig *types.Signature) {
	for i, arg := range call.Args {
		var to types.Type
		last := sig.Params().Len() - 1
		spread := sig.Variadic() && i >= last
		switch {
		case !spread:
			to = sig.Params().At(i).Type()
		case !call.Ellipsis.IsValid():
			to = sig.Params().At(last).Type().(*types.Slice).Elem()
		}
		switch from := r.info.TypeOf(arg); {
		case (spread || isSourceInterface(from)) && r.losesMethods(arg, to):
			call.Args[i] = r.through(arg, to)
		case hasCellMethods(from):
			call.Args[i] = parenthesized(arg)
		}
	}
}

// losesMethods tells whether e is of a cell's type and to a compiled interface
// that has methods and a name.
func (r *rewriter) losesMethods(e ast.Expr, to types.Type) bool {
	from := r.info.TypeOf(e)
	return isCompiledInterface(to) && (hasCellMethods(from) || isSourceInterface(from))
}

func isCompiledInterface(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || isCellPackage(named.Obj().Pkg()) || named.Obj().Pkg() != nil && !named.Obj().Exported() {
		return false
	}
	iface, ok := named.Underlying().(*types.Interface)
	return ok && iface.NumMethods() > 0
}

// isSourceInterface tells the interfaces with methods that the interpreter
// knows from a cell's source.
func isSourceInterface(t types.Type) bool {
	iface, ok := coreOf(t).(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || isCellPackage(named.Obj().Pkg())
}

// hasCellMethods tells values whose methods are a cell's, or promoted to one of
// a cell's types.
func hasCellMethods(t types.Type) bool {
	if t == nil || types.IsInterface(t) {
		return false
	}
	elem := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		elem = p.Elem()
	}
	named, ok := types.Unalias(elem).(*types.Named)
	return ok && isCellPackage(named.Obj().Pkg()) && types.NewMethodSet(t).Len() > 0
}

// through is func(v to) to { return v }(e).
func (r *rewriter) through(e ast.Expr, to types.Type) ast.Expr {
	pos := e.Pos()
	r.pos = pos
	v := r.temp("v")
	return &ast.CallExpr{
		Fun: &ast.FuncLit{
			Type: &ast.FuncType{
				Func:    pos,
				Params:  &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{{NamePos: pos, Name: v}}, Type: r.typeExpr(pos, to)}}},
				Results: &ast.FieldList{List: []*ast.Field{{Type: r.typeExpr(pos, to)}}},
			},
			Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos, List: []ast.Stmt{
				&ast.ReturnStmt{Return: pos, Results: []ast.Expr{&ast.Ident{NamePos: pos, Name: v}}},
			}},
		},
		Lparen: pos, Args: []ast.Expr{parenthesized(e)}, Rparen: e.End(),
	}
}

// parenthesized puts a call in parentheses.
func parenthesized(e ast.Expr) ast.Expr {
	if _, ok := e.(*ast.CallExpr); !ok {
		return e
	}
	return &ast.ParenExpr{Lparen: e.Pos(), X: e, Rparen: e.End()}
}
