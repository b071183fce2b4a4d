package cell

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// rename gives everything that the session, the cell or a package declares its
// emitted name. What a function declares keeps the user's.
func (r *rewriter) rename(root ast.Node) ast.Node {
	return astutil.Apply(root, func(c *astutil.Cursor) bool {
		id, ok := c.Node().(*ast.Ident)
		if !ok {
			return true
		}
		obj := r.info.Uses[id]
		if obj == nil {
			obj = r.info.Defs[id]
		}
		switch obj := obj.(type) {
		case nil:
		case *types.PkgName:
			id.Name = r.alias(obj.Imported().Path(), obj.Imported().Name())
		case *types.Var:
			if slices.Contains(r.context, types.Object(obj)) {
				c.Replace(&ast.CallExpr{Fun: r.runtime(id.Pos(), RuntimeContext), Lparen: id.End(), Rparen: id.End()})
				break
			}
			if obj.Embedded() {
				if name := r.embeddedName(obj); name != "" {
					id.Name = name
				}
				break
			}
			r.name(id, obj)
		default:
			r.name(id, obj)
		}
		return true
	}, nil)
}

func (r *rewriter) name(id *ast.Ident, obj types.Object) {
	if name, ok := r.names[obj]; ok {
		id.Name = name
	}
}

// embeddedName is the name of an embedded field in the interpreter: that of
// its type, version and all.
func (r *rewriter) embeddedName(field *types.Var) string {
	t := field.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Named:
		return r.names[t.Origin().Obj()]
	case *types.Alias:
		return r.names[t.Origin().Obj()]
	}
	return ""
}
