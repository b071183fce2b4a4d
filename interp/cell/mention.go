package cell

import "go/types"

// mentions calls f with every type name of the cells that is written in t. It
// looks into the arguments of a generic type, not into what a name stands for.
func mentions(t types.Type, f func(*types.TypeName)) {
	named := func(obj *types.TypeName, args *types.TypeList) {
		if isCellPackage(obj.Pkg()) {
			f(obj)
		}
		for i := range args.Len() {
			mentions(args.At(i), f)
		}
	}
	tuple := func(t *types.Tuple) {
		for i := range t.Len() {
			mentions(t.At(i).Type(), f)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		named(t.Obj(), t.TypeArgs())
	case *types.Alias:
		named(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		mentions(t.Elem(), f)
	case *types.Slice:
		mentions(t.Elem(), f)
	case *types.Array:
		mentions(t.Elem(), f)
	case *types.Chan:
		mentions(t.Elem(), f)
	case *types.Map:
		mentions(t.Key(), f)
		mentions(t.Elem(), f)
	case *types.Signature:
		tuple(t.Params())
		tuple(t.Results())
	case *types.Struct:
		for i := range t.NumFields() {
			mentions(t.Field(i).Type(), f)
		}
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			mentions(t.ExplicitMethod(i).Type(), f)
		}
		for i := range t.NumEmbeddeds() {
			mentions(t.EmbeddedType(i), f)
		}
	}
}

// sameShape tells whether a value of type old may be taken as one of type new
// in the interpreter, where a struct type has no name: the two are built alike
// but for the versions of the cells' types in them. It says no to types that
// contain themselves, which the interpreter tells apart, and to interfaces and
// functions, behind which values of the old version stay.
func sameShape(old, new types.Type) bool {
	return shapes{}.same(old, new)
}

type shapes map[*types.TypeName]bool // being compared

func (s shapes) same(old, new types.Type) bool {
	if types.Identical(old, new) {
		return true
	}
	old, new = types.Unalias(old), types.Unalias(new)
	if o, ok := old.(*types.Named); ok {
		n, ok := new.(*types.Named)
		if !ok || s[o.Obj()] || !isCellPackage(o.Obj().Pkg()) || o.Obj().Name() != n.Obj().Name() || o.TypeArgs().Len() > 0 {
			return false
		}
		s[o.Obj()] = true
		defer delete(s, o.Obj())
		return s.same(o.Underlying(), n.Underlying())
	}
	switch o := old.(type) {
	case *types.Pointer:
		n, ok := new.(*types.Pointer)
		return ok && s.same(o.Elem(), n.Elem())
	case *types.Slice:
		n, ok := new.(*types.Slice)
		return ok && s.same(o.Elem(), n.Elem())
	case *types.Array:
		n, ok := new.(*types.Array)
		return ok && o.Len() == n.Len() && s.same(o.Elem(), n.Elem())
	case *types.Chan:
		n, ok := new.(*types.Chan)
		return ok && o.Dir() == n.Dir() && s.same(o.Elem(), n.Elem())
	case *types.Map:
		n, ok := new.(*types.Map)
		return ok && s.same(o.Key(), n.Key()) && s.same(o.Elem(), n.Elem())
	case *types.Struct:
		n, ok := new.(*types.Struct)
		if !ok || o.NumFields() != n.NumFields() {
			return false
		}
		for i := range o.NumFields() {
			a, b := o.Field(i), n.Field(i)
			if a.Name() != b.Name() || a.Embedded() != b.Embedded() || o.Tag(i) != n.Tag(i) || !s.same(a.Type(), b.Type()) {
				return false
			}
			// An embedded field is called by its type, version and all.
			if a.Embedded() && !types.Identical(a.Type(), b.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
