package cell

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A block cannot declare what is generic. So the statements of a cell that declares the name
// of a generic type or function anew name that, until they do so, by its hidden name, and
// only while they are checked.

// nameOldGenerics gives such names their hidden ones, and returns them.
func (a *attempt) nameOldGenerics() []*ast.Ident {
	var list []*ast.Ident
	for _, id := range a.stmtFree {
		if obj := a.old[id.Name]; obj != nil && isGenericObject(obj) && id.Pos() < a.declaredAt(id.Name) {
			list = append(list, id)
		}
	}
	for _, id := range list {
		id.Name = a.old[id.Name].Name()
	}
	return list
}

// restoreOldGenerics gives the names back that nameOldGenerics has taken, with their
// meanings in the session.
func (a *attempt) restoreOldGenerics(list []*ast.Ident) {
	for name, obj := range a.old {
		for _, id := range list {
			if id.Name == obj.Name() {
				id.Name = name
				if a.info.Uses[id] == obj {
					a.info.Uses[id] = a.symbols[name].obj
				}
			}
		}
	}
}

// declaredAt returns the end of the statement that declares a variable of the cell.
func (a *attempt) declaredAt(name string) token.Pos {
	for _, s := range a.stmts {
		for _, id := range declaredBy(s) {
			if id.Name == name {
				return s.End()
			}
		}
	}
	return token.NoPos
}

// isGenericObject reports whether an object is a generic function or a generic type.
func isGenericObject(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature().TypeParams().Len() > 0
	case *types.TypeName:
		switch t := obj.Type().(type) {
		case *types.Named:
			return t.TypeParams().Len() > t.TypeArgs().Len()
		case *types.Alias:
			return t.TypeParams().Len() > t.TypeArgs().Len()
		}
	}
	return false
}
