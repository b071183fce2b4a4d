package form

import (
	"go/ast"
	"go/token"
	"go/types"
)

// changes reports whether a call elsewhere in a statement may change the value of an
// expression that neither calls nor finds anything: whether it has a variable that
// functions share.
func (w *writer) changes(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, ok := w.info.Uses[n].(*types.Var)
			found = found || ok && w.isShared(v)
		}
		return !found
	})
	return found
}

// isShared reports whether a variable is one of the package, or of the session, or one
// that something else than its function may hold.
func (w *writer) isShared(v *types.Var) bool {
	return !v.IsField() && (v.Parent() == w.scope || !v.Pos().IsValid() || w.shared[v])
}

// findShared notes the variables of functions that literals in them use, or whose
// address is taken.
func (w *writer) findShared(file *ast.File) {
	var literals []*ast.FuncLit
	ast.Inspect(file, func(n ast.Node) bool {
		for n != nil && len(literals) > 0 && n.Pos() >= literals[len(literals)-1].End() {
			literals = literals[:len(literals)-1]
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			literals = append(literals, n)
		case *ast.Ident:
			if len(literals) == 0 {
				break
			}
			if v, ok := w.info.Uses[n].(*types.Var); ok && v.Pos() < literals[len(literals)-1].Pos() {
				w.shared[v] = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.share(n.X)
			}
		case *ast.SliceExpr:
			w.share(n.X)
		case *ast.SelectorExpr:
			if s := w.info.Selections[n]; s != nil && s.Kind() == types.MethodVal && w.receiver(n).kept {
				w.share(n.X)
			}
		}
		return true
	})
}

// share notes the variable that a place is a part of.
func (w *writer) share(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			if v, ok := w.info.Uses[x].(*types.Var); ok {
				w.shared[v] = true
			}
			return
		default:
			return
		}
	}
}
