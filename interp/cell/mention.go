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
