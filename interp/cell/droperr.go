package cell

import (
	"go/ast"
	"go/types"
	"strconv"
)

// maxMust is the largest number of results of a call beside the error that it drops.
const maxMust = 4

// must wraps a call in the hidden function that takes the error away.
func (f *fixer) must(call *ast.CallExpr) *ast.CallExpr {
	n := len(f.results(call)) - 1
	f.musts[n] = true
	return callOf(hiddenMust+strconv.Itoa(n), call)
}

// mustFunc is func mustᐧn[T1, ..., Tn any](T1, ..., Tn, error) (T1, ..., Tn):
// it panics with an error that is not nil.
func mustFunc(pkg *types.Package, n int) *types.Func {
	return genericFunc(pkg, hiddenMust+strconv.Itoa(n), n, func(tps []*types.TypeParam) (params, results []types.Type, variadic bool) {
		for _, tp := range tps {
			results = append(results, tp)
		}
		return append(results[:len(results):len(results)], types.Universe.Lookup("error").Type()), results, false
	})
}

// dropsError reports whether a call leaves out its last result, an error: it does
// where there is only room for the other results, in statements that call one of
// nvsd's own functions, and in the place of any number of arguments of one, such as
// display.Show.
func (f *fixer) dropsError(call *ast.CallExpr, parent ast.Node) bool {
	res := f.results(call)
	n := len(res)
	if n == 0 || n > maxMust+1 || !isError(res[n-1]) || isHidden(call) {
		return false
	}
	if stmt, ok := parent.(*ast.ExprStmt); ok {
		return stmt.X == call && f.ownCall(call)
	}
	if n == 1 {
		return false
	}
	one := n == 2 // where one value must stand
	switch p := parent.(type) {
	case *ast.AssignStmt:
		return fits(n, len(p.Lhs), len(p.Rhs))
	case *ast.ValueSpec:
		return fits(n, len(p.Names), len(p.Values))
	case *ast.ReturnStmt:
		if len(f.funcs) == 0 {
			return false // the cell itself returns nothing
		}
		return fits(n, f.funcs[len(f.funcs)-1].Results.NumFields(), len(p.Results))
	case *ast.DeferStmt, *ast.GoStmt:
		return false
	case *ast.CallExpr:
		if p.Fun == call || len(p.Args) != 1 {
			return one
		}
		if isHidden(p) {
			return p.Fun.(*ast.Ident).Name == hiddenShow
		}
		sig := f.signature(p)
		if sig == nil {
			return one
		}
		return takes(sig, n-1) && (!takes(sig, n) || sig.Variadic() && (f.ownCall(p) || !variadicTakes(sig, res[n-1])))
	}
	return one
}

// isPartial reports whether a result of a type may be usable although the call returns an error: a
// pointer to a type of nvsd's.
func (a *attempt) isPartial(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && a.opt.Own(n.Obj().Pkg().Path())
}

// fits reports whether a call with n results, one of rhs expressions for lhs
// places, fits only without its last result.
func fits(n, lhs, rhs int) bool {
	if rhs == 1 {
		return lhs == n-1
	}
	return n == 2
}

// takes reports whether a function can be called with n arguments.
func takes(sig *types.Signature, n int) bool {
	if sig.Variadic() {
		return n >= sig.Params().Len()-1
	}
	return n == sig.Params().Len()
}

// variadicTakes reports whether t may be one of the arguments at the end of a
// call of a variadic function.
func variadicTakes(sig *types.Signature, t types.Type) bool {
	rest, ok := sig.Params().At(sig.Params().Len() - 1).Type().Underlying().(*types.Slice)
	return ok && types.AssignableTo(t, rest.Elem())
}
