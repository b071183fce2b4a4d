package cell

import "go/ast"

// freeNames returns the identifiers within root (a part of file) that are not
// declared inside it: those that the session, a package or the language must
// explain. uses are those of them that stand before the dot of a selector,
// where a package's name may be.
//
// The parser's own resolution of names is all this needs; it knows local
// scopes, and leaves open what a key in a composite literal is, so that a
// field's name may be among free.
func freeNames(file *ast.File, root ast.Node) (free, uses []*ast.Ident) {
	open := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		open[id] = true
	}
	isFree := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		if !ok || id.Name == "_" {
			return false
		}
		// What the same file declares at its top is another item's to give.
		return open[id] || id.Obj != nil && file.Scope.Lookup(id.Name) == id.Obj
	}
	skip := map[*ast.Ident]bool{}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			skip[n.Name] = true
		case *ast.TypeSpec:
			skip[n.Name] = n.Name.Obj != nil && file.Scope.Lookup(n.Name.Name) == n.Name.Obj
		case *ast.ValueSpec:
			for _, id := range n.Names {
				skip[id] = true
			}
		case *ast.SelectorExpr:
			if isFree(n.X) {
				uses = append(uses, n.X.(*ast.Ident))
			}
			skip[n.Sel] = true
		case *ast.CompositeLit:
			openKeys(n, open)
		case *ast.Ident:
			if isFree(n) && !skip[n] {
				free = append(free, n)
			}
		}
		return true
	})
	return append(free, blankValues(root)...), uses
}

// openKeys adds the keys of a composite literal that the parser has not resolved: they
// are names of fields, or free.
func openKeys(lit *ast.CompositeLit, open map[*ast.Ident]bool) {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Obj == nil {
				open[id] = true
			}
		}
	}
}
