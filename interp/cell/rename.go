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
				r.nameEmbedded(id, obj)
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
	if name, ok := r.emitted(obj); ok {
		id.Name = name
	}
}

// nameEmbedded gives an embedded field the name of its type, version and all,
// as the interpreter does.
func (r *rewriter) nameEmbedded(id *ast.Ident, field *types.Var) {
	t := field.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Named:
		r.name(id, t.Origin().Obj())
	case *types.Alias:
		r.name(id, t.Origin().Obj())
	}
}
