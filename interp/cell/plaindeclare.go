package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// noteWords notes every name that the cell uses, so that no other is taken for
// one of them.
func (c *plainCell) noteWords() {
	toks, _ := scan(c.src)
	for _, t := range toks {
		if t.tok == token.IDENT {
			c.spelled[c.src.Code[t.off:t.end]] = true
		}
	}
}

// declare makes places of what is declared.
func (c *plainCell) declare(items []*item) {
	for _, it := range items {
		for _, name := range it.live {
			if name == "_" || strings.Contains(name, ".") {
				continue
			}
			pl := c.newPlace(name)
			if obj := c.pkg.Scope().Lookup(name); obj != nil {
				c.objs[obj] = pl
			}
			if name == "init" {
				delete(c.now, name)
				c.inits[it.fn().Name] = pl
				c.add(&passage{text: func() string { return pl.final + "()" }, uses: map[*place]bool{pl: true}})
			}
		}
	}
	for name, obj := range c.oldLocal {
		c.objs[obj] = c.before[name]
	}
	for _, id := range c.topVars {
		v := c.vars[id.Name]
		if v == nil {
			continue
		}
		pl := c.before[id.Name]
		if !c.reuses(id.Name) || pl == nil || c.held[pl] {
			pl = c.newVar(id.Name, v.Type())
		}
		c.objs[v], c.objs[c.inner[id.Name]] = pl, pl
	}
	contexts := c.contextParams()
	for id, obj := range c.attempt.info.Defs {
		if obj != nil && obj.Parent() != nil && c.objs[obj] == nil && !contexts[id] {
			c.locals[id.Name] = true
		}
	}
}

// contextParams returns the parameters ctx of functions that are their context:
// what a cell's convenience passes on there.
func (c *plainCell) contextParams() map[*ast.Ident]bool {
	params := map[*ast.Ident]bool{}
	look := func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok {
			for _, id := range namesOf(t.Params) {
				v := c.attempt.info.Defs[id]
				if id.Name == "ctx" && v != nil && types.Identical(v.Type(), c.session.contextType()) {
					params[id] = true
				}
			}
		}
		return true
	}
	ast.Inspect(c.entry, look)
	for _, it := range c.items {
		ast.Inspect(it.node, look)
	}
	return params
}

func namesOf(fields *ast.FieldList) []*ast.Ident {
	var names []*ast.Ident
	for _, f := range fields.List {
		names = append(names, f.Names...)
	}
	return names
}
