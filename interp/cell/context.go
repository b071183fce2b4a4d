package cell

import (
	"go/ast"
	"go/token"
	"go/types"
)

// wantsContext reports whether a call leaves out the context that its function
// takes first.
func (f *fixer) wantsContext(call *ast.CallExpr) bool {
	sig := f.signature(call)
	if sig == nil || sig.Params().Len() == 0 || call.Ellipsis.IsValid() && len(call.Args) == 0 {
		return false
	}
	ctx := sig.Params().At(0).Type()
	if !types.Identical(ctx, f.contextType()) || sig.Variadic() && sig.Params().Len() == 1 {
		return false
	}
	if len(call.Args) == 0 {
		return takes(sig, 1)
	}
	given := []types.Type{f.info.TypeOf(call.Args[0])}
	if inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok {
		given = f.results(inner)
	}
	if len(given) == 0 || given[0] == nil || given[0] == types.Typ[types.Invalid] || types.AssignableTo(given[0], ctx) {
		return false
	}
	n := len(call.Args)
	if n > 1 || len(given) == 1 {
		return takes(sig, n+1)
	}
	// The results of one call are all the arguments, perhaps but an error.
	last := len(given)
	return takes(sig, last+1) || isError(given[last-1]) && takes(sig, last)
}

// contextName returns the context to pass at pos: a parameter ctx of a function around
// the call, or else the cell's.
func (f *fixer) contextName(pos token.Pos) *ast.Ident {
	for _, fn := range f.funcs {
		for _, field := range fn.Params.List {
			for _, id := range field.Names {
				obj := f.info.Defs[id]
				if id.Name == "ctx" && obj != nil && types.Identical(obj.Type(), f.contextType()) {
					return &ast.Ident{NamePos: pos, Name: "ctx"}
				}
			}
		}
	}
	return &ast.Ident{NamePos: pos, Name: hiddenContext}
}
