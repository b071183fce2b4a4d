package cell

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// awaited returns the variables of the cell that give a function of the session another
// meaning: its names that meant something else before, itself or by what it names. Until
// the cell has given them their values, the function means what it has meant.
func (e *emitter) awaited(it *item) []*types.Var {
	var list []*types.Var
	seen := map[string]bool{}
	var visit func(deps map[string]bool)
	visit = func(deps map[string]bool) {
		for _, name := range slices.Sorted(maps.Keys(deps)) {
			if seen[name] {
				continue
			}
			seen[name] = true
			old := e.symbols[name]
			if old == nil {
				continue
			}
			if v, ok := e.inner[name].(*types.Var); ok && old.obj != nil && e.unborn[name] == "" && !e.reuses(name) {
				list = append(list, v)
			}
			if old.decl == nil || e.redeclares(name, old.decl) {
				continue
			}
			visit(old.decl.deps)
			for method, sym := range e.decls {
				if strings.HasPrefix(method, name+".") {
					visit(sym.decl.deps)
				}
			}
		}
	}
	visit(it.deps)
	return list
}

// redeclares reports whether the cell declares a name in other words than it has been
// declared by.
func (e *emitter) redeclares(name string, old *decl) bool {
	return slices.ContainsFunc(e.items[:e.own], func(it *item) bool {
		return slices.Contains(it.names, name) && it.text != old.text
	})
}
