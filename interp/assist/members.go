package assist

import (
	"go/types"
	"maps"
	"slices"
)

// A member is a field or a method that a selector may name.
type member struct {
	obj   types.Object
	depth int    // of embedding
	owner string // the named type that declares it, or ""
}

// members returns the fields and methods of a value of type t, those of
// embedded types included. pkg is the package in which the selector stands;
// pointers reports whether methods that need a pointer may be called.
func members(t types.Type, pkg *types.Package, pointers bool) []member {
	c := &memberSearch{found: map[string]member{}, twice: map[string]bool{}, seen: map[types.Type]bool{}, pkg: pkg}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if types.IsInterface(p.Elem()) {
			return nil
		}
		t, pointers = p.Elem(), true
	}
	level := []embedded{{t, pointers}}
	for depth := 0; len(level) > 0; depth++ {
		level = c.search(level, depth)
	}
	return slices.Collect(maps.Values(c.found))
}

type embedded struct {
	typ      types.Type
	pointers bool
}

type memberSearch struct {
	pkg   *types.Package
	found map[string]member
	twice map[string]bool // at one depth
	seen  map[types.Type]bool
}

// search collects the declarations of the types at one depth, and returns the types that
// they embed.
func (c *memberSearch) search(level []embedded, depth int) (next []embedded) {
	here := map[string]member{}
	add := func(obj types.Object, owner string) {
		name := obj.Name()
		if _, hidden := c.found[name]; hidden || c.twice[name] || !obj.Exported() && obj.Pkg().Path() != c.pkg.Path() {
			return
		}
		if _, again := here[name]; again {
			c.twice[name] = true
		}
		here[name] = member{obj, depth, owner}
	}
	for _, e := range level {
		if c.seen[e.typ] {
			continue
		}
		c.seen[e.typ] = true
		owner := ""
		if named, ok := types.Unalias(e.typ).(*types.Named); ok {
			owner = named.Obj().Name()
			for m := range named.Methods() {
				_, byPointer := m.Signature().Recv().Type().(*types.Pointer)
				if e.pointers || !byPointer {
					add(m, owner)
				}
			}
		}
		switch u := e.typ.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				add(f, owner)
				if f.Embedded() {
					_, isPointer := f.Type().Underlying().(*types.Pointer)
					next = append(next, embedded{deref(f.Type()), e.pointers || isPointer})
				}
			}
		case *types.Interface:
			for m := range u.Methods() {
				add(m, owner)
			}
		}
	}
	for name, m := range here {
		if !c.twice[name] {
			c.found[name] = m
		}
	}
	return next
}
