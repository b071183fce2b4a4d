package export

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// noteWords notes every name that the cell uses, so that no other is taken for
// one of them.
func (c *cellExporter) noteWords() {
	eachToken(c.Source.Code, func(_ int, tok token.Token, text string) {
		if tok == token.IDENT {
			c.spelled[text] = true
		}
	})
}

// declare makes places for the declarations.
func (c *cellExporter) declare(list []*cell.Declaration) {
	for _, d := range list {
		for _, name := range d.Live {
			if name == "_" || strings.Contains(name, ".") {
				continue
			}
			pl := c.newPlace(name)
			if obj := c.Pkg.Scope().Lookup(name); obj != nil {
				c.objs[obj] = pl
			}
			if name == "init" {
				delete(c.now, name)
				c.inits[d.Node.(*ast.FuncDecl).Name] = pl
			}
		}
	}
	for name, obj := range c.Outer {
		c.objs[obj] = c.before[name]
	}
	for _, v := range c.Vars {
		pl := c.before[v.Name]
		if !v.Reused || pl == nil || c.held[pl] {
			pl = c.newVar(v.Name, v.InBlock.Type())
		}
		c.objs[v.InBlock], c.objs[v.InFuncs] = pl, pl
	}
	contexts := c.contextParams()
	for id, obj := range c.Info.Defs {
		if obj != nil && obj.Parent() != nil && c.objs[obj] == nil && !contexts[id] {
			c.locals[id.Name] = true
		}
	}
}

// contextParams returns the parameters ctx of functions that are their context, which a
// call in a cell may leave out.
func (c *cellExporter) contextParams() map[*ast.Ident]bool {
	params := map[*ast.Ident]bool{}
	look := func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok {
			for _, id := range namesOf(t.Params) {
				v := c.Info.Defs[id]
				if id.Name == "ctx" && v != nil && isContext(v.Type()) {
					params[id] = true
				}
			}
		}
		return true
	}
	ast.Inspect(c.Block, look)
	for _, d := range slices.Concat(c.Own, c.Redone) {
		ast.Inspect(d.Node, look)
	}
	return params
}

// isContext reports whether a type is context.Context.
func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

func namesOf(fields *ast.FieldList) []*ast.Ident {
	var names []*ast.Ident
	for _, f := range fields.List {
		names = append(names, f.Names...)
	}
	return names
}
