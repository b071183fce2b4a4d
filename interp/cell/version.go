package cell

import (
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// version returns a name for the interpreter under which name was never
// declared.
func (s *Session) version(name string) string {
	s.versions[name]++
	v := name + Mark + lower.FirstVersion
	if n := s.versions[name] + s.opt.Apart*largest; n > 1 {
		v += strconv.Itoa(n)
	}
	return v
}

// keptTypes returns the types that the attempt declares anew with the same structure,
// whatever has become of their methods. Values of such a type stay values of it, with the
// new methods.
func (a *attempt) keptTypes() map[string]bool {
	kept := map[string]bool{}
	for name := range a.declaredTypes() {
		old := a.symbols[name]
		if old == nil || old.obj == nil {
			continue
		}
		was, ok := old.obj.(*types.TypeName)
		if ok && shape(was) == shape(a.pkg.Scope().Lookup(name)) {
			kept[name] = true
		}
	}
	// What is built of a type that is another is another.
	for shrunk := true; shrunk; {
		shrunk = false
		for name := range maps.Clone(kept) {
			if !a.builtOf(a.pkg.Scope().Lookup(name), kept) {
				delete(kept, name)
				shrunk = true
			}
		}
	}
	return kept
}

// declaredTypes returns the types that the attempt declares, at package level.
func (a *attempt) declaredTypes() map[string]bool {
	names := map[string]bool{}
	for _, it := range a.items {
		if it.typ != nil && slices.Contains(it.live, it.names[0]) && it.names[0] != "_" {
			names[it.names[0]] = true
		}
	}
	return names
}

// builtOf reports whether a declared type mentions, of the types that the attempt
// declares, only those in kept.
func (a *attempt) builtOf(obj types.Object, kept map[string]bool) bool {
	return a.keeps(meaning(obj), kept)
}

// keeps reports whether t mentions, of the types that the attempt declares, only
// those in kept.
func (a *attempt) keeps(t types.Type, kept map[string]bool) bool {
	all := true
	Mentions(t, func(obj *types.TypeName) {
		if it := a.pkg.Scope().Lookup(obj.Name()); it == obj && !kept[obj.Name()] && isDeclared(a.items, obj.Name()) {
			all = false
		}
	})
	return all
}

func isDeclared(items []*item, name string) bool {
	return slices.ContainsFunc(items, func(it *item) bool { return it.typ != nil && slices.Contains(it.live, name) })
}

// meaning returns the type that a type name is declared as.
func meaning(obj types.Object) types.Type {
	if a, ok := obj.Type().(*types.Alias); ok {
		return a.Rhs()
	}
	return obj.Type().Underlying()
}

// shape returns the declaration of a type, in the names of other types.
func shape(obj types.Object) string {
	if obj == nil {
		return ""
	}
	qualify := func(p *types.Package) string { return p.Path() }
	var b strings.Builder
	switch t := obj.Type().(type) {
	case *types.Alias:
		b.WriteString("= ")
		shapeParams(&b, t.TypeParams(), qualify)
	case *types.Named:
		shapeParams(&b, t.TypeParams(), qualify)
	}
	b.WriteString(types.TypeString(meaning(obj), qualify))
	return b.String()
}

func shapeParams(b *strings.Builder, params *types.TypeParamList, qualify types.Qualifier) {
	for p := range params.TypeParams() {
		b.WriteString(p.Obj().Name() + " " + types.TypeString(p.Constraint(), qualify) + ",")
	}
}
