package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"
)

// settle checks the attempt, applies the conveniences of cells that the errors ask for, and
// checks again until nothing is left to apply.
func (a *attempt) settle() {
	a.showLast()
	for {
		a.run()
		if !a.fix() {
			return
		}
	}
}

// A fixer walks over checked code, with the functions around the present place.
type fixer struct {
	*attempt
	funcs    []*ast.FuncType
	packages map[string]string // what is imported at the place, path by name
	fixed    bool
}

// fix applies the conveniences once; it reports whether anything changed.
func (a *attempt) fix() bool {
	f := &fixer{attempt: a}
	f.fixLast()
	f.packages = a.stmtPkgs
	f.walk(a.entry)
	for _, it := range a.items {
		f.packages = it.imports
		f.walk(it.node)
	}
	a.stmts = a.entry.List
	return f.fixed
}

func (f *fixer) walk(root ast.Node) {
	astutil.Apply(root, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			f.funcs = append(f.funcs, n.Type)
		case *ast.FuncLit:
			f.funcs = append(f.funcs, n.Type)
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			f.funcs = f.funcs[:len(f.funcs)-1]
		case *ast.CompositeLit:
			f.fixed = f.keysLiteral(n) || f.fixed
		case *ast.CallExpr:
			switch {
			case f.wantsContext(n):
				n.Args = append([]ast.Expr{f.contextName(n.Lparen)}, n.Args...)
				f.fixed = true
			case f.dropsError(n, c.Parent()):
				c.Replace(f.must(n))
				f.fixed = true
			case f.typeVars(n):
				f.fixed = true
			default:
				if guarded := f.guardTest(n); guarded != nil {
					c.Replace(guarded)
					f.fixed = true
				}
			}
		}
		return true
	})
}

// results returns the types of a call's results; none if it did not check.
func (f *fixer) results(call *ast.CallExpr) []types.Type {
	tv, ok := f.info.Types[call]
	if !ok || tv.Type == nil || tv.Type == types.Typ[types.Invalid] || tv.IsVoid() {
		return nil
	}
	tuple, ok := tv.Type.(*types.Tuple)
	if !ok {
		return []types.Type{tv.Type}
	}
	var list []types.Type
	for i := range tuple.Len() {
		list = append(list, tuple.At(i).Type())
	}
	return list
}

// signature returns the type of the function that is called; nil for a conversion, a
// builtin and an expression that did not check.
func (f *fixer) signature(call *ast.CallExpr) *types.Signature {
	tv, ok := f.info.Types[call.Fun]
	if !ok || !tv.IsValue() {
		return nil
	}
	sig, _ := tv.Type.Underlying().(*types.Signature)
	return sig
}

// callee returns the function or method that is called by its name.
func (a *attempt) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(a.info, call).(*types.Func)
	return fn
}

// ownCall reports whether a call is one of a function or method of nvsd's.
func (a *attempt) ownCall(call *ast.CallExpr) bool {
	fn := a.callee(call)
	return fn != nil && fn.Pkg() != nil && a.opt.Own(fn.Pkg().Path())
}

// isHidden reports whether a call is one of a hidden function.
func isHidden(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && containsMark(id.Name)
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// callOf makes a call of a hidden function in the place of arg.
func callOf(name string, arg ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{
		Fun: &ast.Ident{NamePos: arg.Pos(), Name: name}, Lparen: arg.Pos(),
		Args: []ast.Expr{arg}, Rparen: arg.End(),
	}
}

// genericFunc makes func name[T1, ..., Tn any](...). sig returns the types of its
// parameters and results, given the type parameters.
func genericFunc(pkg *types.Package, name string, n int, sig func(tps []*types.TypeParam) (params, results []types.Type, variadic bool)) *types.Func {
	tps := make([]*types.TypeParam, n)
	for i := range tps {
		obj := types.NewTypeName(token.NoPos, pkg, "T", nil)
		tps[i] = types.NewTypeParam(obj, types.Universe.Lookup("any").Type().Underlying())
	}
	tuple := func(ts []types.Type) *types.Tuple {
		vars := make([]*types.Var, len(ts))
		for i, t := range ts {
			vars[i] = types.NewParam(token.NoPos, pkg, "", t)
		}
		return types.NewTuple(vars...)
	}
	params, results, variadic := sig(tps)
	return types.NewFunc(token.NoPos, pkg, name,
		types.NewSignatureType(nil, nil, tps, tuple(params), tuple(results), variadic))
}
