package cell

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/comments"
)

// plan selects the declarations that this attempt checks: the new ones of the cell, and the
// ones of the session that depend on a changed name, however indirectly. A declaration that
// is repeated word for word and depends on nothing changed stays what it is, and so do the
// variables of its type.
func (a *attempt) plan() {
	a.changed = map[string]bool{}
	for name := range a.known.dropped {
		a.changed[name] = true
	}
	a.carried = map[string]*symbol{}
	var cell, repeated []*item
	overridden := map[string]bool{}
	for _, it := range a.items {
		if a.repeats(it) {
			repeated = append(repeated, it)
		} else {
			cell = append(cell, it)
			a.change(it.decl)
		}
		for _, name := range it.names {
			overridden[name] = true
		}
	}
	for _, id := range a.topVars {
		overridden[id.Name] = true
		if sym := a.symbols[id.Name]; sym == nil || sym.obj == nil || sym.decl != nil || a.known.moved[id.Name] {
			a.changed[id.Name] = true
		}
	}
	for name, why := range a.unborn {
		if !overridden[name] {
			a.known.dropped[name] = why
			a.changed[name] = true
		}
	}
	a.loseMethods(overridden)

	redo := map[*decl]bool{}
	for grown := len(a.changed) > 0 || len(a.known.reread) > 0; grown; {
		grown = false
		repeated = slices.DeleteFunc(repeated, func(it *item) bool {
			if !a.dependsOnChanged(it.decl) {
				return false
			}
			cell = append(cell, it)
			a.change(it.decl)
			grown = true
			return true
		})
		for name, sym := range a.decls {
			if !overridden[name] && !redo[sym.decl] && a.dependsOnChanged(sym.decl) {
				redo[sym.decl] = true
				a.change(sym.decl)
				grown = true
			}
		}
		grown = a.carryAlong(overridden) || grown
	}
	for name := range a.known.dropped {
		delete(a.carried, name)
	}

	a.items = cell
	a.own = len(cell)
	for _, d := range slices.SortedFunc(maps.Keys(redo), inOrder) {
		it := a.smap.reparse(d)
		rebind(it)
		it.live = slices.DeleteFunc(slices.Clone(d.names), func(name string) bool {
			_, dropped := a.known.dropped[name]
			return dropped || overridden[name]
		})
		if len(it.live) > 0 {
			it.blankRest()
			a.items = append(a.items, it)
		}
	}
}

// carryAlong finds the variables whose types mean something new. It reports whether
// there were any.
func (a *attempt) carryAlong(overridden map[string]bool) (grown bool) {
	retyped := false
	for name := range a.changed {
		retyped = retyped || a.isType(name)
	}
	if !retyped {
		return false // so that the cost of a cell does not grow with the variables
	}
	for name, sym := range a.symbols {
		if sym.decl == nil && sym.obj != nil && !overridden[name] && !a.changed[name] && a.typeChanged(sym.obj.Type()) {
			a.changed[name] = true
			a.carried[name] = sym
			grown = true
		}
	}
	return grown
}

// isType reports whether a name of the session is a type.
func (s *Session) isType(name string) bool {
	sym := s.symbols[name]
	if sym == nil {
		return false
	}
	_, ok := sym.obj.(*types.TypeName)
	return ok
}

// change marks the names of d as changed, and with a method its type.
func (a *attempt) change(d *decl) {
	for _, name := range d.names {
		a.changed[name] = name != "_"
		if recv, _, ok := strings.Cut(name, "."); ok {
			a.changed[recv] = true
		}
	}
}

func (a *attempt) dependsOnChanged(d *decl) bool {
	for name := range d.deps {
		if a.changed[name] {
			return true
		}
	}
	for _, path := range d.imports {
		if a.known.reread[path] {
			return true
		}
	}
	return slices.ContainsFunc(d.names, func(name string) bool { return a.changed[name] })
}

func (a *attempt) typeChanged(t types.Type) bool {
	changed := false
	Mentions(t, func(obj *types.TypeName) { changed = changed || a.changed[obj.Name()] })
	return changed
}

// repeats reports whether an item repeats a declaration of the session, in the same words
// and with the same packages.
func (a *attempt) repeats(it *item) bool {
	for _, name := range it.names {
		sym := a.symbols[name]
		if sym == nil || sym.decl == nil || sym.gone != "" || sym.stale {
			return false
		}
		old := sym.decl
		if old.text != it.text || !slices.Equal(old.names, it.names) || !maps.Equal(old.imports, it.imports) {
			return false
		}
	}
	return it.names[0] != "init" && it.names[0] != "_"
}

// loseMethods finds the methods that a type loses because the cell is an edit of an
// earlier one: the cell declares the type with methods, and no longer those that were
// declared beside it. Methods that other cells added stay. All methods stay if the cell
// declares the type without any.
func (a *attempt) loseMethods(overridden map[string]bool) {
	for _, it := range a.items {
		if it.typ == nil {
			continue
		}
		typ := it.names[0]
		old := a.symbols[typ]
		if old == nil || old.decl == nil || !slices.ContainsFunc(a.items, func(m *item) bool { return m.recv == typ }) {
			continue
		}
		for name, sym := range a.decls {
			if recv, _, ok := strings.Cut(name, "."); ok && recv == typ && !overridden[name] && sym.decl.chunk.src == old.decl.chunk.src {
				a.removed = append(a.removed, name)
				overridden[name] = true
				a.changed[typ] = true
			}
		}
	}
	slices.Sort(a.removed)
}

// nameMethods names each method after its type, also where the receiver is written
// with an alias of the type.
func (a *attempt) nameMethods() {
	for _, it := range a.items {
		if it.recv == "" {
			continue
		}
		seen := map[string]bool{}
		for name := it.recv; name != "" && !seen[name]; name = a.aliased(name) {
			seen[name] = true
			it.recv = name
		}
		it.names[0] = it.recv + "." + it.fn().Name.Name
	}
}

// aliased returns the type of the cells for which, or for a pointer to which, name is
// an alias. It returns "" if name is no such alias.
func (a *attempt) aliased(name string) string {
	for _, it := range a.items {
		if it.typ != nil && it.names[0] == name {
			base := comments.Receiver(it.typ.Type)
			if !it.typ.Assign.IsValid() || base == "_" {
				return ""
			}
			return base
		}
	}
	sym := a.symbols[name]
	if sym == nil || sym.obj == nil {
		return ""
	}
	alias, ok := sym.obj.Type().(*types.Alias)
	if !ok {
		return ""
	}
	t := types.Unalias(alias)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && isCellPackage(n.Obj().Pkg()) {
		return n.Obj().Name()
	}
	return ""
}

// blankRest renames the constants of a group that the item no longer declares to _,
// so that iota counts on.
func (it *item) blankRest() {
	group, ok := it.node.(*ast.GenDecl)
	if !ok || it.typ != nil {
		return
	}
	for _, spec := range group.Specs {
		for _, id := range spec.(*ast.ValueSpec).Names {
			if !slices.Contains(it.live, id.Name) {
				id.Name = "_"
			}
		}
	}
}

// inOrder puts declarations in the order in which the user wrote them.
func inOrder(a, b *decl) int {
	return cmp.Or(
		cmp.Compare(a.chunk.src.Count, b.chunk.src.Count),
		cmp.Compare(a.chunk.off, b.chunk.off),
		cmp.Compare(a.spec, b.spec),
	)
}
